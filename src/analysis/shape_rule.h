/* Among the files that hold the rules of shapes (shape_rule.c). */
#ifndef SW_SHAPE_RULE_H
#define SW_SHAPE_RULE_H

#include "analysis/shape.h"

/* A rule at work: one instruction with at least one affine operand and no varying one. */
struct rule {
    struct sw_shapes *s;
    LLVMValueRef at;
    struct sw_shape a, b; /* of the first two operands; b is uniform where there is none */
    unsigned width;       /* of the result */
    unsigned lanes;
};

/* shape_rule.c */
struct sw_shape sw_rule_affine(const struct rule *r, int64_t stride); /* with the bits that the operation gives */

/* shape_known.c */
struct sw_bits sw_rule_bits(const struct rule *r); /* of a uniform result, or of lane 0's */
int sw_rule_shift(const struct rule *r);           /* the constant by which it shifts; -1: none, or too far */
int sw_rule_log2(const struct rule *r);            /* k when the second operand is the constant 2^k, else -1 */

/* shape_limit.c: an affine value and a mask. */
struct sw_shape sw_rule_segment(const struct rule *r);

/* shape_sum.c, shape_extend.c, shape_divide.c */
struct sw_shape sw_rule_sum(const struct rule *r, int sign);
struct sw_shape sw_rule_product(const struct rule *r);
struct sw_shape sw_rule_address(const struct rule *r);
struct sw_shape sw_rule_cast(const struct rule *r);
struct sw_shape sw_rule_freeze(const struct rule *r);
struct sw_shape sw_rule_quotient(const struct rule *r);
struct sw_shape sw_rule_bitwise(const struct rule *r);
struct sw_shape sw_rule_compare(const struct rule *r);

#endif
