/* Inline PTX: asm("...") in device code, read as the PTX ISA defines it and translated to LLVM IR.
 *
 *   insert.c   what constraint "C" puts into the text
 *   text.c     the characters: words, numbers, comments, where a line begins
 *   parse.c    text -> statements
 *   type.c     PTX's types
 *   match.c    a statement's name and modifiers -> a row of instructions.def
 *   register.c registers, operands, constants -> values
 *   emit_*.c   the instructions, by kind
 *   function.c one asm statement -> one function
 *
 * Rules that whoever adds an instruction keeps:
 *   1. An instruction is a row of instructions.def. What it takes is said there and checked in match.c and register.c.
 *   2. What is hard to say in IR is a function of the device library, __nv_ptx_*, and the row names it (the emitter
 * LIB).
 *   3. Registers are bits: integers of their width. Emitters ask for the type in which they want them.
 *   4. A row that may be done and thrown away where its guard is false is PURE; others are branched around. */
#ifndef SW_PTX_H
#define SW_PTX_H

#include "analysis/analysis.h"

/* type.c. kind: 'u' 's' 'b' 'f' (IEEE) 'h' (bfloat) 'p' (predicate); count: elements in the register. */
struct sw_ptx_type {
    const char *name;
    char kind;
    unsigned bits, count;
};
const struct sw_ptx_type *sw_ptx_type(const char *name);                /* null: there is none */
const struct sw_ptx_type *sw_ptx_twice(const struct sw_ptx_type *type); /* u16 -> u32 */
LLVMTypeRef sw_ptx_llvm_type(struct sw_ir *ir, const struct sw_ptx_type *type);

enum sw_ptx_operand_kind {
    SW_PTX_PLACE,   /* %0 */
    SW_PTX_NAME,    /* a register, a special register, a label */
    SW_PTX_INTEGER, /* also 0f..., 0d... */
    SW_PTX_NUMBER,  /* 1.5 */
    SW_PTX_VECTOR,  /* {a, b} */
    SW_PTX_ADDRESS, /* [a+4]: parts: a; bits: 4 */
    SW_PTX_PAIR,    /* d|p */
    SW_PTX_NOTHING, /* _ */
};
struct sw_ptx_operand {
    enum sw_ptx_operand_kind kind;
    bool is_inverted, is_exact_float, is_exact_double; /* !p; 0f...; 0d... */
    unsigned place;
    uint64_t bits;
    double number;
    const char *name, *selector, *text; /* selector: of video instructions, "b0", "h1" */
    SW_VEC(struct sw_ptx_operand) parts;
};

enum sw_ptx_statement_kind {
    SW_PTX_INSTRUCTION,
    SW_PTX_LABEL,
    SW_PTX_REGISTERS,
    SW_PTX_OPEN,
    SW_PTX_CLOSE,
    SW_PTX_PRAGMA,
};
struct sw_ptx_statement {
    enum sw_ptx_statement_kind kind;
    const char *text;            /* as written, one line */
    unsigned line;               /* of the asm's text, from 0 */
    const char *name;            /* instruction, label; registers: their type */
    struct sw_strings words;     /* behind the dots; registers: their names */
    struct sw_ptx_operand guard; /* name null: none */
    bool has_guard;
    SW_VEC(struct sw_ptx_operand) operands;
};
struct sw_ptx_statements {
    struct sw_ptx_statement *at;
    size_t count, capacity;
};

/* insert.c */
/* The text of an asm call, with what constraint "C" puts into it; null: that is not known, which is an error to be told. */
const char *sw_ptx_text_of(struct sw_ir *ir, LLVMValueRef call, bool is_told);
/* Whether the value is such a text, and not used otherwise. */
bool sw_ptx_takes_text(struct sw_arena *arena, LLVMValueRef call, LLVMValueRef value);

/* text.c */
struct sw_ptx_text {
    struct sw_arena *arena;
    const char *at;
    unsigned line;
};
void sw_ptx_skip(struct sw_ptx_text *t); /* blanks, comments */
bool sw_ptx_take(struct sw_ptx_text *t, char c);
const char *sw_ptx_word(struct sw_ptx_text *t); /* a name; null: there is none */
bool sw_ptx_number(struct sw_ptx_text *t, struct sw_ptx_operand *into);

/* parse.c: false, and *message, on an error. */
bool sw_ptx_parse(struct sw_arena *arena, const char *text, struct sw_ptx_statements *into, const char **message);

struct sw_ptx;
struct sw_ptx_op;
/* A row: what it is called and followed by, what it takes, whether it is pure, how it is made. */
struct sw_ptx_row {
    const char *pattern, *operands;
    bool is_pure;
    LLVMValueRef (*emit)(struct sw_ptx_op *op);
    const char *argument;
};
enum { SW_PTX_SLOTS = 12, SW_PTX_TYPES = 4, SW_PTX_OPERANDS = 8 };

/* An instruction while it is translated. */
struct sw_ptx_op {
    struct sw_ptx *ptx;
    struct sw_ir *ir;
    LLVMBuilderRef b;
    const struct sw_ptx_statement *statement;
    const struct sw_ptx_row *row;
    const char *slot[SW_PTX_SLOTS];                        /* the word in each of the pattern's slots, or null */
    const struct sw_ptx_type *type[SW_PTX_TYPES];          /* the words that are types, in order */
    const struct sw_ptx_operand *operand[SW_PTX_OPERANDS]; /* as written; null: not given */
    LLVMValueRef value[SW_PTX_OPERANDS];                   /* of those that the row gives a type */
    unsigned count;                                        /* operands given */
};

/* match.c */
/* Fills row, slots, types. Says what is wrong and returns false when there is no such row. */
bool sw_ptx_match(struct sw_ptx_op *op);
/* Reads the operands that have a type. */
bool sw_ptx_read_operands(struct sw_ptx_op *op);
bool sw_ptx_write_result(struct sw_ptx_op *op, LLVMValueRef result);
bool sw_ptx_has(const struct sw_ptx_op *op, const char *word); /* among the words behind the name */

/* register.c */
/* A register, and what is written to where. */
struct sw_ptx_register {
    const char *name;
    const struct sw_ptx_type *type;
    LLVMValueRef slot;
    LLVMValueRef constant;
};
struct sw_ptx_register *sw_ptx_declare(struct sw_ptx *ptx, const char *name, const struct sw_ptx_type *type);
struct sw_ptx_register *sw_ptx_find(struct sw_ptx *ptx, const struct sw_ptx_operand *operand); /* null: no register */
/* Null and an error when the operand is not of that type. is_loose: the register may be wider. */
LLVMValueRef sw_ptx_read(struct sw_ptx_op *op, const struct sw_ptx_operand *operand, const struct sw_ptx_type *type,
                         bool is_loose);
bool sw_ptx_write(struct sw_ptx_op *op, const struct sw_ptx_operand *operand, const struct sw_ptx_type *type,
                  LLVMValueRef value, bool is_loose);
LLVMValueRef sw_ptx_as(struct sw_ptx_op *op, LLVMValueRef value, LLVMTypeRef type); /* the same bits */
/* The number of an operand that must be a constant; false and an error otherwise. */
bool sw_ptx_constant(struct sw_ptx_op *op, const struct sw_ptx_operand *operand, uint64_t *number);
LLVMValueRef sw_ptx_special(struct sw_ptx_op *op, const char *name); /* special.c; null: there is no such register */
LLVMValueRef sw_ptx_read_carry(struct sw_ptx_op *op);
void sw_ptx_write_carry(struct sw_ptx_op *op, LLVMValueRef carry);

/* function.c */
struct sw_ptx_label {
    const char *name;
    LLVMBasicBlockRef bb;
    unsigned scope;
    bool is_placed;
};
struct sw_ptx {
    struct sw_unit *unit;
    LLVMValueRef call, function, carry;
    struct sw_place place;
    LLVMValueRef guard;
    LLVMBasicBlockRef entry;
    SW_VEC(struct sw_ptx_register) registers;
    SW_VEC(struct sw_ptx_label) labels;
    SW_VEC(size_t) scopes; /* how many registers there were when each was opened */
    struct sw_ptx_register *places;
    unsigned num_places;
    bool is_wrong, is_impure; /* there was an error; it does more than compute */
};
/* What the names of the functions begin with that are made of asm calls. */
#define SW_PTX_FUNCTION "sw.ptx"
/* Translates an asm call; false when that was an error, which has been told. */
bool sw_ptx_translate(struct sw_unit *unit, LLVMValueRef call, LLVMValueRef carry);
bool sw_ptx_uses_carry(const char *text);
void sw_ptx_error(struct sw_ptx_op *op, const char *format, ...) __attribute__((format(printf, 2, 3)));
LLVMBasicBlockRef sw_ptx_new_bb(struct sw_ptx *ptx, const char *name);
LLVMBasicBlockRef sw_ptx_label_bb(struct sw_ptx *ptx, const char *name);

/* emit.c: what emitters share. */
LLVMValueRef sw_ptx_call(struct sw_ptx_op *op, const char *name, LLVMTypeRef result, LLVMValueRef *args,
                         unsigned count);
LLVMValueRef sw_ptx_pure_call(struct sw_ptx_op *op, const char *name, LLVMTypeRef result, LLVMValueRef *args,
                              unsigned count);
LLVMValueRef sw_ptx_overloaded(struct sw_ptx_op *op, const char *name, LLVMValueRef *args, unsigned count);

/* emit_memory.c */
/* In the numbers of __ATOMIC_*. */
enum sw_ptx_order { SW_PTX_RELAXED, SW_PTX_ACQUIRE = 2, SW_PTX_RELEASE, SW_PTX_BOTH, SW_PTX_SEQUENTIAL };
unsigned sw_ptx_space(struct sw_ptx_op *op); /* of an address, as the words behind the name say */
/* [a+4] as a pointer into its space; null and an error when it is no address. */
LLVMValueRef sw_ptx_pointer(struct sw_ptx_op *op, const struct sw_ptx_operand *at, unsigned space);
LLVMValueRef sw_ptx_generic(struct sw_ptx_op *op, LLVMValueRef pointer);
/* The generic address of an atomic access, which in check builds has the order about it. */
LLVMValueRef sw_ptx_ordered(struct sw_ptx_op *op, LLVMValueRef pointer, enum sw_ptx_order order);
/* The atomic operation that the words name. */
LLVMValueRef sw_ptx_atomic(struct sw_ptx_op *op, LLVMValueRef pointer, LLVMValueRef *values, unsigned count);

/* emit_cluster.c */
/* The same place in the shared memory of the cluster's block of that rank, as the same kind of pointer. */
LLVMValueRef sw_ptx_in_block(struct sw_ptx_op *op, LLVMValueRef pointer, LLVMValueRef rank);
/* A loop over the blocks that the mask names. */
void sw_ptx_each_block(struct sw_ptx_op *op, LLVMValueRef mask,
                       void (*visit)(struct sw_ptx_op *op, LLVMValueRef rank, void *data), void *data);

/* emit_mbarrier.c: bytes have arrived for which the mbarrier at an address waits. */
void sw_ptx_complete_bytes(struct sw_ptx_op *op, LLVMValueRef mbarrier, LLVMValueRef bytes);

/* The emitters that rows name. */
/* clang-format off */
#define PTX_EMITTERS(E) \
    E(lib) E(lib_word) E(lib_pairs) E(add) E(sub) E(mul_lo) E(mul_hi) E(mul_wide) E(mad_lo) E(mad_hi) \
    E(mad_wide) E(div) E(rem) E(neg) E(abs) E(min) E(max) E(add_sat) E(sub_sat) E(add_carry) E(sub_carry) \
    E(mad_carry) E(popc) E(clz) E(brev) E(and) E(or) E(xor) E(not ) E(cnot) E(shl) E(shr) E(shf_l) E(shf_r) \
    E(shf_lc) E(shf_rc) E(lop3) E(set) E(setp) E(selp) E(slct) E(testp) E(copysign) E(float_two) E(float_fma) \
    E(float_one) E(float_sign) E(float_min) E(half_op) E(half_math) E(mov) E(cvt) E(cvt_pack) E(cvta) \
    E(cvta_to) E(isspacep) E(ld) E(st) E(prefetch) E(cp_async) E(nothing) E(atom) E(atom_vector) E(red) E(fence) E(bar_sync) \
    E(bar_arrive) E(bar_red) E(bar_cluster) E(bar_warp) E(shfl) E(vote) E(match) E(redux) E(activemask) \
    E(elect) E(nanosleep) E(trap) E(brkpt) E(exit) E(bra) E(video) E(mbarrier_init) E(mbarrier_inval) \
    E(mbarrier_arrive) E(mbarrier_bytes) E(mbarrier_test) E(mbarrier_pending) E(mbarrier_copied) E(bulk_copy) \
    E(bulk_reduce) E(st_async) E(red_async) E(st_bulk) E(try_cancel) E(zero) E(zeros) E(mapa) E(getctarank) \
    E(float_pairs) E(sat_lib) E(redux_float) E(tensor_load) E(tensor_store) E(tensor_prefetch) E(tensor_replace) \
    E(tensor_publish) E(bulk_part) E(bulk_masked)
/* clang-format on */
#define PTX_DECLARE(name) LLVMValueRef sw_ptx_emit_##name(struct sw_ptx_op *op);
PTX_EMITTERS(PTX_DECLARE)
#undef PTX_DECLARE

#endif
