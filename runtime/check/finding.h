/* What checkers find, on its way to `softwarp check`, which joins, prints and counts it.
 *
 * A finding is known by its rule and by the one or two sites that it is about. The first of each is written out, at
 * once, so that it survives whatever happens to the program; those like it are counted, and the counts are written
 * when the program ends. The way out is the file that SOFTWARP_CHECK_OUTPUT names (finding.c), lines of UTF-8:
 *
 *      finding NUMBER TOOL RULE SEVERITY           "finding 1 memcheck invalid-write error"
 *      title TEXT
 *      kernel NAME                                 where there is one
 *      block X,Y,Z | thread X,Y,Z
 *      at WHAT <tab> FILE <tab> LINE <tab> COLUMN <tab> FUNCTION
 *      host FILE <tab> LINE <tab> FUNCTION
 *      note TEXT
 *      mends                                       where the line that `mend` brings belongs
 *      fact NAME VALUE                             for programs, not printed: address 0x.., size N, allocation 0x.. N,
 *                                                  leaked BYTES ALLOCATIONS
 *      end
 *      count NUMBER TIMES
 *      mend NUMBER RANK TEXT                       at the end: what would mend it; of several runs' the highest counts
 *      order                                       once: threads learn from each other, so their order may matter
 *      checked                                     once: checkers have started
 *      called                                      once: the program has called the API
 *      leaks                                       at the end: what is never freed has been looked for
 *      verified NUMBER ...                         at the end of `softwarp verify`: launches by kinds
 *
 * Processes that the program starts write there too: a number's upper half is the process's own.
 *
 * Lines between `title` and `end` come in the order in which people read them. In texts a backslash stands before what
 * is not itself: \n, \t, \\. */
#ifndef SWRT_FINDING_H
#define SWRT_FINDING_H

#include <stdbool.h>
#include <stdint.h>

#include "softwarp/check_abi.h"

struct swrt_call_stack;
struct swrt_finding; /* one that is being written */

enum swrt_severity { SWRT_FINDING_ERROR, SWRT_FINDING_WARNING };

/* tool: the option's word; rule: a stable name in lower case, "invalid-write". Both live for ever. site, other: numbers
 * of sites, or 0; detail: what else tells findings of one rule apart. */
struct swrt_finding_key {
    const char *tool, *rule;
    enum swrt_severity severity;
    uint32_t site, other;
    uint64_t detail;
};

/* Begins a finding, title being a format; null when it is one more of a kind that is known: that has been counted.
 * Every finding begun must be ended; between, the caller must begin no other. */
struct swrt_finding *swrt_finding_begin(struct swrt_finding_key key, const char *title, ...)
    __attribute__((format(printf, 2, 3)));
void swrt_finding_note(struct swrt_finding *f, const char *text, ...) __attribute__((format(printf, 2, 3)));
/* What would mend it is said here, when it is known. */
void swrt_finding_mends(struct swrt_finding *f);
/* It is known; or, with an empty text, unknown for good. rank: what a higher one says holds where a lower one does. */
void swrt_finding_mend(const struct swrt_finding_key *key, unsigned rank, const char *text);
/* What the text says too, for programs: the names are finding.h's own list above. */
void swrt_finding_fact(struct swrt_finding *f, const char *name, const char *value, ...)
    __attribute__((format(printf, 3, 4)));
/* A place in device code, and the calls that led there; what: "at", "and write access at". */
void swrt_finding_at(struct swrt_finding *f, const char *what, const struct swrt_site *site);
/* The kernel, by its mangled name, and which of its threads. */
void swrt_finding_thread_of(struct swrt_finding *f, const char *kernel, const uint32_t *thread, const uint32_t *block);
/* Only the kernel, by its mangled name. */
void swrt_finding_kernel(struct swrt_finding *f, const char *kernel);
/* Host code: a heading, then the calls; nothing when the stack is empty. */
void swrt_finding_stack(struct swrt_finding *f, const char *heading, const struct swrt_call_stack *stack);
void swrt_finding_end(struct swrt_finding *f);
/* A thread reads atomically what others may write: another order of threads may do something else. */
void swrt_findings_depend_on_order(void);
/* How to know whether the calling thread runs a block of a launch that nothing is told of (--kernel-name). */
void swrt_findings_pass_over(bool (*is_passed_over)(void));
/* A record of another kind than findings, which it begins like: a word and fields, with tabs between them; then lines of
 * that form, and those that findings have, up to swrt_finding_end. explore/launch/tell.h says which records there are. */
struct swrt_finding *swrt_finding_record(const char *word, const char *const *fields, unsigned count);
void swrt_finding_line(struct swrt_finding *f, const char *word, const char *const *fields, unsigned count);
/* Some tool is on. In a forked child, if one is: what has been found is the parent's. At the end the counts are written. */
void swrt_findings_begin(void);
void swrt_findings_forked(void);
void swrt_findings_end(void);
/* Whether somebody reads lines (`softwarp check`), and not a person what is printed. */
bool swrt_findings_have_tool(void);
/* The program ends, and what it has never freed has been told. */
void swrt_findings_leaks(void);
/* A module has been registered that was built with --check. */
void swrt_findings_instrumented(void);
void swrt_findings_called(void); /* the program has called the API */
/* A kernel has run that was or was not built with --check; its name for people. */
void swrt_findings_kernel(const char *name, bool is_checked);
/* A launch was verified, and found right or wrong. */
void swrt_findings_compared(void);
/* Launches that were verified: how many of each kind (verify/verify_internal.h). */
void swrt_findings_verified(const uint64_t *counts, unsigned count);

#endif
