/* What is said of an outcome: A==1 && (B==20 || part[1] != 0), deadlock.
 *
 *      either: both { "||" both }          both: one { "&&" one }
 *      one: "!" one | "(" either ")" | "deadlock" | "assert" | "trap" | value comparison value
 *      value: [-] number (decimal, or 0x..) | a watched name, as --watch has it
 *
 * What is said of values is said of executions that end: of others it is false. */
#ifndef SWRT_EXPLORE_PREDICATE_H
#define SWRT_EXPLORE_PREDICATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How an execution ends. */
enum swrt_explore_ending { SWRT_EXPLORE_ENDS, SWRT_EXPLORE_DEADLOCKS, SWRT_EXPLORE_FAILS, SWRT_EXPLORE_TRAPS };

enum { SWRT_PREDICATE_NAMES = 64 };
struct swrt_predicate;

/* Null: the text is none, and error says why. */
struct swrt_predicate *swrt_predicate_parse(const char *text, char *error, size_t size);
void swrt_predicate_free(struct swrt_predicate *predicate);
/* The names that it speaks of, each once. */
unsigned swrt_predicate_count(const struct swrt_predicate *predicate);
const char *swrt_predicate_name(const struct swrt_predicate *predicate, unsigned number);
/* values: of the names, in that order. */
bool swrt_predicate_holds(const struct swrt_predicate *predicate, enum swrt_explore_ending ending,
                          const int64_t *values);

#endif
