/* A search by graphs on several cores: by twins of this process (os/twin.h), each of which has the program's threads to
 * itself. Parts of the search are taken by whoever comes to them first (division.c), and what all have found is put together
 * as one search would have found it (merge.c): the answer is the same, whoever took what.
 *
 * A twin may come to nothing: it is a copy of one thread only, and if another one held a lock when it was made, it waits for
 * ever; or memory has run out. What it had taken is then searched here. */
#include <stdatomic.h>

#include "explore/search/divided.h"
#include "os/file.h"
#include "os/twin.h"

enum { ALONE = 8192, NO_LIMIT = 1 << 30, TICK = 100 /* ms */, PATIENCE = 100 /* ticks without a beat */ };

struct helper {
    struct swrt_twin twin;
    int file; /* -1: there is none */
};

/* What nobody can divide: reasons for what is not there are counted in their order, and so are graphs up to a number. */
static bool may_be_divided(const struct swrt_explore_options *options) {
    return options->workers > 1 && options->workers <= SWRT_DIVISION_WORKERS && options->watch && !options->graphs &&
           !options->question.holds && !options->division;
}

_Noreturn static void be_helper(const struct helper *helper, struct swrt_division *division,
                                const struct swrt_explore_program *program, const struct swrt_explore_options *options,
                                unsigned worker) {
    if (!swrt_division_keep(division))
        swrt_twin_leave();
    bool is_written = swrt_answer_write(helper->file, swrt_division_search(division, program, options, worker));
    swrt_twin_say(&helper->twin, &is_written, sizeof is_written);
}

static void make_helper(struct helper *helper, struct swrt_division *division,
                        const struct swrt_explore_program *program, const struct swrt_explore_options *options,
                        unsigned worker) {
    helper->file = swrt_file_make(0);
    enum swrt_twin_made made = helper->file >= 0 ? swrt_twin_make(&helper->twin, NO_LIMIT) : SWRT_NO_TWIN;
    if (made == SWRT_IS_TWIN)
        be_helper(helper, division, program, options, worker);
    if (made == SWRT_NO_TWIN && helper->file >= 0) {
        swrt_file_close(helper->file);
        helper->file = -1;
    }
}

/* Waits for as long as the helper moves. */
static bool has_answered(struct helper *helper, struct swrt_division *division,
                         const struct swrt_explore_options *options, unsigned worker, unsigned outcomes) {
    bool is_written = false, is_ready = false;
    uint64_t beat = 0;
    for (unsigned still = 0; !is_ready && still < PATIENCE; still++) {
        uint64_t now = atomic_load(&division->beats[worker]);
        still = now != beat ? 0 : still;
        beat = now;
        is_ready = swrt_twin_is_ready(&helper->twin, TICK);
        swrt_division_goes_on(division, options, outcomes);
    }
    return swrt_twin_answer(&helper->twin, &is_written, sizeof is_written, 0) && is_written;
}

/* What the helper has found; null: nothing, and what it had taken is anybody's again. */
static struct swrt_outcomes *take_answer(struct helper *helper, struct swrt_division *division,
                                         const struct swrt_explore_program *program,
                                         const struct swrt_explore_options *options, unsigned worker,
                                         unsigned outcomes) {
    struct swrt_outcomes *answer = NULL;
    if (helper->file < 0)
        return NULL;
    if (has_answered(helper, division, options, worker, outcomes))
        answer = swrt_answer_read(helper->file, program, options);
    swrt_file_close(helper->file);
    if (!answer)
        swrt_division_give_back(division, worker);
    return answer;
}

static struct swrt_outcomes *search_together(struct swrt_division *division, const struct swrt_explore_program *program,
                                             const struct swrt_explore_options *options) {
    struct helper helpers[SWRT_DIVISION_WORKERS];
    for (unsigned i = 1; i < options->workers; i++)
        make_helper(&helpers[i], division, program, options, i);
    struct swrt_outcomes *outcomes = swrt_division_search(division, program, options, 0);
    for (unsigned i = 1; i < options->workers; i++) {
        struct swrt_outcomes *answer = take_answer(&helpers[i], division, program, options, i, outcomes->count);
        if (!answer)
            answer = swrt_division_search(division, program, options, 0);
        outcomes->refused = outcomes->refused ? outcomes->refused : answer->refused;
        outcomes->is_mixed |= answer->is_mixed;
        outcomes->is_outdated |= answer->is_outdated;
        swrt_outcomes_merge(outcomes, answer);
    }
    if (atomic_load(&division->is_over)) { /* parts were left out, and nobody may have noticed */
        outcomes->is_complete = false;
        outcomes->bound = SWRT_EXPLORE_BOUND_STOPPED;
    }
    swrt_outcomes_order(outcomes);
    return outcomes;
}

/* What one finds in a short time, or else what several find. */
static struct swrt_outcomes *search(const struct swrt_explore_program *program,
                                    const struct swrt_explore_options *options) {
    struct swrt_explore_options alone = *options;
    alone.checks = options->alone ? options->alone : ALONE;
    struct swrt_outcomes *outcomes = swrt_explore_graphs(program, &alone);
    if (outcomes->bound != SWRT_EXPLORE_BOUND_GRAPHS)
        return outcomes;
    struct swrt_division *division = swrt_division_open(program, options);
    if (division) {
        swrt_outcomes_close(outcomes);
        outcomes = search_together(division, program, options);
        swrt_division_close(division);
    }
    if (division && !outcomes->refused && !outcomes->is_mixed && !outcomes->is_outdated)
        return outcomes;
    swrt_outcomes_close(outcomes); /* what is refused is told as one search finds it */
    return swrt_explore_graphs(program, options);
}

struct swrt_outcomes *swrt_explore_divided(const struct swrt_explore_program *program,
                                           const struct swrt_explore_options *options) {
    if (!may_be_divided(options))
        return swrt_explore_graphs(program, options);
    struct swrt_lesson lesson;
    struct swrt_explore_options own = *options;
    own.lesson = &lesson;
    swrt_lesson_open(&lesson, program);
    struct swrt_outcomes *outcomes = search(program, &own);
    swrt_lesson_close(&lesson);
    return outcomes;
}
