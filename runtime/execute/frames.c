/* The memory of coroutine frames. Local arrays of kernels that wait lie in them, so the memory is guarded on both sides
 * as the stack for other local variables is (locals.c), and each frame has a mark behind it. */
#include "base/assert.h"
#include "execute/frames.h"

#include <string.h>

#include "memory/memory.h"

enum {
    FRAME_ALIGN = 64,
    FIRST_PIECE = 68 << 10,
    PAGE = 4096,
    READABLE = 64 << 10,
    GUARD = 64 << 20 /* there may be thousands of blocks in flight */
};

/* ---- pieces ---- */

static size_t size_of(const struct swrt_guarded *memory) {
    return (size_t)(memory->high - memory->low);
}

static size_t whole_size(const struct swrt_frames *frames) {
    size_t size = 0;
    for (unsigned i = 0; i < frames->count; i++)
        size += size_of(&frames->pieces[i].memory);
    return size;
}

static bool create(struct swrt_guarded *memory, size_t bytes) {
    bytes = (bytes + PAGE - 1) / PAGE * PAGE;
    if (swrt_guarded_create(memory, bytes, READABLE, GUARD))
        return true;
    char *low = swrt_memory_alloc_raw(bytes);
    *memory = (struct swrt_guarded){.low = low, .high = low ? low + bytes : low};
    return low;
}

void swrt_frames_destroy(struct swrt_frames *frames) {
    for (unsigned i = 0; i < frames->count; i++) {
        struct swrt_guarded *memory = &frames->pieces[i].memory;
        if (memory->guard)
            swrt_guarded_destroy(memory);
        else
            swrt_memory_free_raw(memory->low, size_of(memory));
    }
    frames->count = 0;
    frames->at = frames->end = NULL;
}

static bool add_piece(struct swrt_frames *frames, size_t bytes) {
    assert(frames->count <= SWRT_FRAME_PIECES);
    size_t so_far = whole_size(frames), least = so_far > FIRST_PIECE ? so_far : FIRST_PIECE;
    struct swrt_frame_piece *piece = &frames->pieces[frames->count];
    if (frames->count == SWRT_FRAME_PIECES || !create(&piece->memory, bytes > least ? bytes : least))
        return false;
    if (frames->count)
        piece[-1].used = (size_t)(frames->at - piece[-1].memory.low);
    frames->at = piece->memory.low;
    frames->end = piece->memory.high;
    frames->count++;
    return true;
}

void swrt_frames_reset(struct swrt_frames *frames) {
    memset(frames->free, 0, sizeof frames->free);
    if (frames->count > 1) {
        size_t wanted = whole_size(frames);
        swrt_frames_destroy(frames);
        add_piece(frames, wanted);
    }
    if (frames->count)
        frames->at = frames->pieces[0].memory.low;
}

/* ---- frames ---- */

/* A local array that is written to beyond its end goes on into what lies behind the frame: the frame of another thread,
 * often one that is not there yet and then shows nothing of it. So a word stands there that is looked at when the frame
 * is given back, when the block has ended, and when it has come to grief. */
static uint64_t mark_of(const struct swrt_frame *frame) {
    return (uintptr_t)frame ^ 0xb5ad4eceda1ce2a9u;
}

static struct swrt_frame *set_frame(struct swrt_frame *frame, size_t bytes, uint32_t tid) {
    assert(sizeof *frame + bytes + sizeof(uint64_t) <= frame->units * FRAME_ALIGN);
    uint64_t mark = mark_of(frame);
    frame->size = bytes;
    frame->tid = tid;
    memcpy(frame->bytes + bytes, &mark, sizeof mark);
    return frame;
}

/* units: those that are certainly there. */
static bool is_whole(const struct swrt_frame *frame, size_t units) {
    uint64_t mark;
    if (!frame->units || frame->units > units || sizeof *frame + frame->size + sizeof mark > frame->units * FRAME_ALIGN)
        return false;
    memcpy(&mark, frame->bytes + frame->size, sizeof mark);
    return mark == mark_of(frame);
}

struct swrt_frame *swrt_frames_take(struct swrt_frames *frames, size_t bytes, uint32_t tid) {
    size_t units = (sizeof(struct swrt_frame) + bytes + sizeof(uint64_t) + FRAME_ALIGN - 1) / FRAME_ALIGN;
    if (units < SWRT_FRAME_CLASSES && frames->free[units]) {
        struct swrt_frame *again = frames->free[units];
        frames->free[units] = again->next;
        return set_frame(again, bytes, tid);
    }
    if (units * FRAME_ALIGN > (size_t)(frames->end - frames->at) && !add_piece(frames, units * FRAME_ALIGN))
        return NULL;
    struct swrt_frame *frame = (struct swrt_frame *)frames->at;
    frames->at += units * FRAME_ALIGN;
    frame->units = units;
    return set_frame(frame, bytes, tid);
}

bool swrt_frames_give(struct swrt_frames *frames, struct swrt_frame *frame) {
    if (!is_whole(frame, SIZE_MAX))
        return false;
    if (frame->units >= SWRT_FRAME_CLASSES)
        return true; /* a large one stays until the block ends */
    frame->next = frames->free[frame->units];
    frames->free[frame->units] = frame;
    return true;
}

/* The first frame tells: what stands in those behind it may have been written over. */
static int64_t overrun_in(const char *low, const char *end) {
    while (low < end) {
        const struct swrt_frame *frame = (const struct swrt_frame *)low;
        if (!is_whole(frame, (size_t)(end - low) / FRAME_ALIGN))
            return frame->tid;
        low += frame->units * FRAME_ALIGN;
    }
    return -1;
}

int64_t swrt_frames_overrun(const struct swrt_frames *frames) {
    for (unsigned i = 0; i < frames->count; i++) {
        const struct swrt_frame_piece *piece = &frames->pieces[i];
        int64_t tid = overrun_in(piece->memory.low,
                                 i + 1 == frames->count ? frames->at : piece->memory.low + piece->used);
        if (tid >= 0)
            return tid;
    }
    return -1;
}

enum swrt_beyond swrt_frames_beyond(const struct swrt_frames *frames, uintptr_t address) {
    enum swrt_beyond beyond = SWRT_NOT_BEYOND;
    for (unsigned i = 0; i < frames->count && beyond == SWRT_NOT_BEYOND; i++)
        if (frames->pieces[i].memory.guard)
            beyond = swrt_guarded_beyond(&frames->pieces[i].memory, address);
    return beyond;
}
