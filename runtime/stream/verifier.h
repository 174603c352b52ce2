/* Verification as those see it who run launches, copies and memory; verify/verify.h says what each of these does. */
#ifndef SWRT_VERIFIER_H
#define SWRT_VERIFIER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct swrt_fault;
struct swrt_grid;
struct swrt_text;
struct swrt_waiter;

struct swrt_verifier {
    /* With the engine's lock held. */
    void (*handed)(void);
    bool (*help)(struct swrt_waiter *waiter);
    void (*host_sleeps)(const struct swrt_waiter *waiter);
    void (*host_waits)(bool begins);
    void (*call_begins)(void);
    void (*call_ends)(void);
    bool (*run_ended)(struct swrt_grid *grid);
    /* By who runs blocks; the last in signal handlers. */
    uint32_t (*multiprocessor)(const struct swrt_grid *grid, uint32_t worker);
    bool (*hides_fault)(struct swrt_grid *grid, const struct swrt_fault *fault);
    bool (*hides_text)(struct swrt_grid *grid, const struct swrt_text *text);
    bool (*fault)(uintptr_t address);
    /* Memory; kind: enum swrt_memory_kind. */
    void (*allocated)(const void *base, size_t bytes, uint32_t kind);
    void (*forget)(const char *base);
    void (*memory_changes)(bool begins);
};

/* engine.c: null: it is off. That is known once swrt_check_is_on has been asked. */
extern const struct swrt_verifier *swrt_verifier;

#endif
