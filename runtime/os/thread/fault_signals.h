/* Faults: instructions that the processor cannot do, as the system tells of them. */
#ifndef SWRT_FAULT_SIGNALS_H
#define SWRT_FAULT_SIGNALS_H

#include <stdbool.h>
#include <stdint.h>

#include "os/thread/thread_id.h"

enum swrt_signal {
    SWRT_SIGNAL_ACCESS,      /* memory that is not there, or not for this */
    SWRT_SIGNAL_PAGE,        /* memory whose page the system cannot bring, such as that behind a file's end */
    SWRT_SIGNAL_ARITHMETIC,  /* a division, say */
    SWRT_SIGNAL_INSTRUCTION, /* none that this processor has */
    SWRT_SIGNALS
};

/* What happened, and where. */
struct swrt_fault_signal {
    enum swrt_signal signal;
    bool is_sent;            /* by somebody, and no instruction of the thread's did it; */
    bool is_interrupt;       /* by swrt_thread_interrupt */
    bool is_protected;       /* ACCESS: there is memory, but this may not be done there */
    bool general_protection; /* ACCESS: the address is no address, or not aligned; nobody knows it then */
    bool is_misaligned;      /* PAGE: the system says so */
    bool is_write;
    uintptr_t address; /* that was accessed */
    uintptr_t pc, sp;  /* of the instruction, and its stack pointer */
};

/* true: it has been seen to, and the instruction is to be repeated; false: it is somebody else's. It may as well jump to
 * where the thread goes on (longjmp). It runs in a signal handler, on the thread's signal stack, with no signal blocked
 * that was not, and calls only what such may call. */
typedef bool (*swrt_fault_handler)(const struct swrt_fault_signal *fault);

/* Has the handler asked about each fault of any thread from now on: SWRT_ASKED_FIRST before SWRT_ASKED_LAST, and then
 * whoever handled it before (the program, the system). A program that has put its own handler in place of this is asked
 * again, when somebody calls this once more. There is one handler for each turn, always the same. */
enum swrt_fault_turn { SWRT_ASKED_FIRST, SWRT_ASKED_LAST, SWRT_FAULT_TURNS };
void swrt_faults_watch(enum swrt_fault_turn turn, swrt_fault_handler handler);

/* From now on no handler of the program's that is called by this one runs with faults blocked, whatever it has asked
 * for: there is memory that it may write to, and a fault must come to the runtime first. */
void swrt_faults_stay_open(void);

/* Has a thread come to its handlers at once, whatever it does, with is_interrupt. Before: it has not ended. */
void swrt_thread_interrupt(struct swrt_thread_id thread);

/* Ends the process as an access to memory that is not there does, however the program handles that. */
_Noreturn void swrt_fault_crash(void);

#endif
