/* cuda::pipeline: copies in stages, between those who make them and those who use them.
 *
 * A copy is done at once. A thread's own pipeline has nothing to wait for, then; one of a block has two barriers for each
 * stage, at which consumers wait for what producers have committed, and producers for what consumers have released.
 * libcu++: Extended API, Asynchronous Operations (pipeline, make_pipeline, pipeline_shared_state).
 */
#ifndef SOFTWARP_LIBCU_PIPELINE_H
#define SOFTWARP_LIBCU_PIPELINE_H

#pragma GCC system_header

#include "barrier.h"
#include "deadline.h"

namespace cuda {

enum class pipeline_role { producer, consumer };

namespace sw_detail {
struct sw_stage {
    sw_phases full, empty;
};
}

template <thread_scope Scope, unsigned char Stages> class pipeline_shared_state {
    static_assert(Stages > 0, "a pipeline has one stage at least");

public:
    sw_detail::sw_stage sw_stages[Stages];
    unsigned sw_producers;
    pipeline_shared_state() = default;
    pipeline_shared_state(const pipeline_shared_state &) = delete;
    pipeline_shared_state &operator=(const pipeline_shared_state &) = delete;
};

template <thread_scope Scope> class pipeline {
    static constexpr int sw_in = sw_detail::sw_scope(Scope);
    sw_detail::sw_stage *sw_stages;
    unsigned sw_count, sw_head, sw_tail; /* stages; those that this thread has acquired and released so far, mod 2 * count */
    bool sw_produces, sw_consumes;

    SW_MEMBER static void sw_arrive(sw_detail::sw_phases *at) {
        sw_detail::sw_phases_arrive(at, 1, 0, sw_in, []() {});
    }
    SW_MEMBER static void sw_wait(sw_detail::sw_phases *at, bool parity) {
        while (!sw_detail::sw_phases_passed_parity(at, parity, sw_in)) {}
    }
    SW_MEMBER sw_detail::sw_stage &sw_stage_of(unsigned turn) const {
        return sw_stages[turn >= sw_count ? turn - sw_count : turn];
    }
    SW_MEMBER bool sw_is_full() const {
        if (!sw_stages) return true;
        return sw_detail::sw_phases_passed_parity(&sw_stage_of(sw_tail).full, sw_is_second(sw_tail), sw_in);
    }
    SW_MEMBER bool sw_is_second(unsigned turn) const { return turn >= sw_count; }
    SW_MEMBER unsigned sw_next(unsigned turn) const { return turn + 1 == 2 * sw_count ? 0 : turn + 1; }

public:
    SW_MEMBER pipeline(sw_detail::sw_stage *stages, unsigned count, bool produces, bool consumes)
        : sw_stages(stages), sw_count(count), sw_head(0), sw_tail(0), sw_produces(produces), sw_consumes(consumes) {}
    pipeline(pipeline &&) = default;
    pipeline(const pipeline &) = delete;
    pipeline &operator=(const pipeline &) = delete;

    /* A stage that consumers have released is there, or was never used. */
    SW_MEMBER void producer_acquire() {
        if (sw_stages) sw_wait(&sw_stage_of(sw_head).empty, !sw_is_second(sw_head));
    }
    SW_MEMBER void producer_commit() {
        if (!sw_stages) return;
        sw_arrive(&sw_stage_of(sw_head).full);
        sw_head = sw_next(sw_head);
    }
    SW_MEMBER void consumer_wait() {
        if (sw_stages) sw_wait(&sw_stage_of(sw_tail).full, sw_is_second(sw_tail));
    }
    SW_MEMBER void consumer_release() {
        if (!sw_stages) return;
        sw_arrive(&sw_stage_of(sw_tail).empty);
        sw_tail = sw_next(sw_tail);
    }
    template <class Duration> SW_MEMBER bool consumer_wait_for(const Duration &duration) {
        return sw_detail::sw_wait_for(duration, [this]() { return sw_is_full(); });
    }
    template <class Time> SW_MEMBER bool consumer_wait_until(const Time &time) {
        return sw_detail::sw_wait_until(sw_detail::sw_nanoseconds(time.time_since_epoch()),
                                        [this]() { return sw_is_full(); });
    }
    /* The thread leaves: nobody has to count on it any more. */
    SW_MEMBER bool quit() {
        for (unsigned i = 0; sw_stages && i < sw_count; i++) {
            if (sw_produces) sw_detail::sw_phases_arrive(&sw_stages[i].full, 1, 1, sw_in, []() {});
            if (sw_consumes) sw_detail::sw_phases_arrive(&sw_stages[i].empty, 1, 1, sw_in, []() {});
        }
        return true;
    }
};

namespace sw_detail {
template <class Group, thread_scope Scope, unsigned char Stages>
SW_MEMBER pipeline<Scope> sw_make(const Group &group, pipeline_shared_state<Scope, Stages> *state, bool produces,
                                  bool consumes) {
    bool is_first = group.thread_rank() == 0;
    if (is_first) state->sw_producers = 0;
    group.sync();
    if (produces && !consumes) sw_fetch_add(&state->sw_producers, 1u, __ATOMIC_RELAXED, sw_scope(Scope));
    group.sync();
    if (is_first) {
        unsigned producers = state->sw_producers, size = (unsigned)group.size();
        for (unsigned i = 0; i < Stages; i++) {
            state->sw_stages[i].full = sw_phases_start(producers ? producers : size, sw_scope(Scope));
            state->sw_stages[i].empty = sw_phases_start(size - producers, sw_scope(Scope));
        }
    }
    group.sync();
    return pipeline<Scope>(state->sw_stages, Stages, produces, consumes);
}
}

/* A thread's own; one in which all threads of a group produce and consume; one in which each does one of the two, as it
 * says or as the number of producers says. */
SW_MEMBER pipeline<thread_scope_thread> make_pipeline() {
    return pipeline<thread_scope_thread>(nullptr, 1, true, true);
}
template <class Group, thread_scope Scope, unsigned char Stages>
SW_MEMBER pipeline<Scope> make_pipeline(const Group &group, pipeline_shared_state<Scope, Stages> *state) {
    return sw_detail::sw_make(group, state, true, true);
}
template <class Group, thread_scope Scope, unsigned char Stages>
SW_MEMBER pipeline<Scope> make_pipeline(const Group &group, pipeline_shared_state<Scope, Stages> *state,
                                        pipeline_role role) {
    return sw_detail::sw_make(group, state, role == pipeline_role::producer, role == pipeline_role::consumer);
}
template <class Group, thread_scope Scope, unsigned char Stages>
SW_MEMBER pipeline<Scope> make_pipeline(const Group &group, pipeline_shared_state<Scope, Stages> *state,
                                        __SIZE_TYPE__ producers) {
    bool produces = group.thread_rank() < producers;
    return sw_detail::sw_make(group, state, produces, !produces);
}

/* All stages but the last ones that this thread has committed: all is there. */
template <unsigned char Prior> SW_MEMBER void pipeline_consumer_wait_prior(pipeline<thread_scope_thread> &) {}
/* The barrier's phase does not end before the thread's copies: they have. */
template <thread_scope Scope>
SW_MEMBER void pipeline_producer_commit(pipeline<thread_scope_thread> &, barrier<Scope> &) {}

template <class Size, thread_scope Scope>
SW_MEMBER void memcpy_async(void *to, const void *from, Size size, pipeline<Scope> &) {
    constexpr unsigned piece = cooperative_groups::details::sw_known_alignment<void, void, Size>::value;
    cooperative_groups::details::sw_copy<piece>(to, from, (__SIZE_TYPE__)size, 0, 1);
}
template <class Group, class Size, thread_scope Scope>
SW_MEMBER void memcpy_async(const Group &group, void *to, const void *from, Size size, pipeline<Scope> &) {
    constexpr unsigned piece = cooperative_groups::details::sw_known_alignment<void, void, Size>::value;
    cooperative_groups::details::sw_copy<piece>(to, from, (__SIZE_TYPE__)size, group.thread_rank(), group.size());
}

}

#endif
