/* Lanes that stop the kernel: traps and failed assertions.
 *
 *   before                       after, for the lanes that run
 *     __assertfail(...)            lane by lane: the thread is named, __sw_assert_note(...)
 *     unreachable                  then __sw_assert_stop(), and they have exited
 *     llvm.trap()                  the first of them is named, llvm.trap()
 *
 * A GPU prints a message for each thread that an assertion fails for, so all are noted before the kernel stops; of a
 * whole block those of all rows. Where no lane waits for another the runtime lets the others go on
 * (runtime/execute/trap.c). What the runtime says of the thread it reads from the block (struct swrt_block), which
 * otherwise names the first thread of a run, or nobody in particular. */
#include "lockstep/emit/serial.h"
#include "lockstep/emit/stop.h"

bool sw_is_stop(LLVMValueRef at) {
    static const char *const names[] = {
        "llvm.trap",       "llvm.debugtrap", "__sw_breakpoint", "__sw_constant_atomic", "__sw_vector_atomic_in_shared",
        "__sw_phase_ended"};
    for (unsigned i = 0; sw_is_call(at) && i < sizeof names / sizeof *names; i++)
        if (sw_equal(sw_callee_name(at), names[i]))
            return true;
    return false;
}

bool sw_is_assertion(LLVMValueRef at) {
    return sw_is_call(at) && sw_equal(sw_callee_name(at), "__assertfail");
}

static void emit_note(struct sw_serial *s, LLVMValueRef at, const struct sw_passed *in, unsigned count) {
    struct sw_ir *ir = s->l->ir;
    LLVMValueRef args[8], note = sw_declare(ir, "__sw_assert_note", LLVMGetCalledFunctionType(at));
    sw_add_attribute(ir, note, "nounwind");
    for (unsigned i = 0; i < count; i++)
        args[i] = sw_serial_get(s, &in[i]);
    sw_name_thread(s);
    sw_call(ir, note, args, count, "");
}

static void emit_stop(struct sw_lanes *l) {
    LLVMTypeRef type = LLVMFunctionType(l->ir->nothing, NULL, 0, 0);
    LLVMValueRef stop = sw_declare(l->ir, "__sw_assert_stop", type);
    sw_add_attribute(l->ir, stop, "nounwind");
    sw_call(l->ir, stop, NULL, 0, "");
}

void sw_emit_assertion(struct sw_lanes *l, LLVMValueRef at) {
    unsigned count = LLVMGetNumArgOperands(at);
    struct sw_passed *in = sw_arena_alloc(l->ir->arena, count * sizeof *in);
    struct sw_serial s;
    for (unsigned i = 0; i < count; i++)
        in[i] = sw_pass_in(l, LLVMGetOperand(at, i));
    sw_serial_open(l, &s);
    emit_note(&s, at, in, count);
    sw_serial_close(&s);
    for (unsigned i = 0; i < count; i++)
        sw_pass_end(l, &in[i]);
    if (l->row + 1 == l->end_row)
        emit_stop(l);
}
