/* Coroutine frames of one block: bump-allocated from a piece of memory that is emptied when the next block is set up.
 * A block that needs more gets further pieces; the next one finds a single piece that would have been large enough. */
#ifndef SWRT_FRAMES_H
#define SWRT_FRAMES_H

#include "os/memory/guarded.h"

enum {
    SWRT_FRAME_CLASSES = 64, /* frames that have been given back, by size in units of 64 bytes */
    SWRT_FRAME_PIECES = 32,  /* each as large as those before it together, at least */
};

/* What stands before a frame: its size, so that it can be given back, and then the next one that was. */
struct swrt_frame {
    struct swrt_frame *next;
    size_t units; /* of 64 bytes, this header among them */
    size_t size;  /* that was asked for; behind these bytes stands the frame's mark */
    uint32_t tid; /* the first thread of the coroutine whose it is */
    _Alignas(64) char bytes[];
};

struct swrt_frame_piece {
    struct swrt_guarded memory; /* guard: 0 where no more memory could be mapped, and the memory is the heap's */
    size_t used;                /* of all but the last piece */
};
struct swrt_frames {
    char *at, *end; /* what is left of the last piece */
    unsigned count;
    struct swrt_frame *free[SWRT_FRAME_CLASSES];
    struct swrt_frame_piece pieces[SWRT_FRAME_PIECES];
};

/* tid: the first thread of the coroutine that it is for. Null: out of memory. */
struct swrt_frame *swrt_frames_take(struct swrt_frames *frames, size_t bytes, uint32_t tid);
/* False: the frame has been overrun. */
bool swrt_frames_give(struct swrt_frames *frames, struct swrt_frame *frame);
void swrt_frames_reset(struct swrt_frames *frames);   /* of a block that has ended */
void swrt_frames_destroy(struct swrt_frames *frames); /* with their memory */

static inline struct swrt_frame *swrt_frame_of(void *bytes) {
    return (struct swrt_frame *)((char *)bytes - offsetof(struct swrt_frame, bytes));
}

/* The first thread of the coroutine whose frame has been written beyond, the first such frame; -1: of none. */
int64_t swrt_frames_overrun(const struct swrt_frames *frames);

/* As swrt_guarded_beyond, of any of the pieces. */
enum swrt_beyond swrt_frames_beyond(const struct swrt_frames *frames, uintptr_t address);

static inline bool swrt_frames_hold(const struct swrt_frames *frames, const void *address) {
    for (unsigned i = 0; i < frames->count; i++)
        if (swrt_guarded_holds(&frames->pieces[i].memory, address))
            return true;
    return false;
}

#endif
