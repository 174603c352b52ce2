/* What device code asks the runtime for, by number: a row of cuda/softwarp/device/calls.def. An error that it gets is its
 * thread's last one, as in the runtime API. */
#include "execute/dynamic/family.h"
#include "report/error.h"

static cudaError_t (*const calls[])(struct swrt_block *block, uint64_t *word) = {
#define CALL(name, words) swrt_device_##name,
#include "softwarp/device/calls.def"
#undef CALL
};

cudaError_t swrt_device_last_error(struct swrt_block *block, uint64_t *word) {
    return swrt_family_last_error(block, word[0]);
}

uint32_t swrt_device_call(struct swrt_block *block, uint32_t what, uint64_t *word) {
    struct swrt_slot *slot = block->runtime;
    if (slot->steering)
        slot->steering->refuse(slot, "a launch, stream or event in device code");
    if (what >= sizeof calls / sizeof *calls)
        return cudaErrorNotSupported;
    cudaError_t error = calls[what](block, word);
    if (error && calls[what] != swrt_device_last_error)
        swrt_family_note_error(block, error);
    swrt_error_done(); /* a host thread that works along has calls of its own */
    return error;
}
