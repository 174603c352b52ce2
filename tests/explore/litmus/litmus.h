/* Litmus tests as programs to explore: PTX in columns, as Dartagnan writes it.
 *
 *     PTX name
 *     { x=0; P0:r2=1; y @ generic aliases x; }
 *      P0@cta 0,gpu 0   | P1@cta 1,gpu 0       ;
 *      st.weak x, 1     | ld.acquire.gpu r0, x ;
 *     exists (P1:r0 == 1)
 *
 * Dependencies are exact: each register knows which reads its value comes from. A jump back is a turn of a loop that
 * waits. Beyond Dartagnan's: ld.volatile and st.volatile; bar.sync N[, threads], PTX's own barrier (bar.cta.sync is
 * Dartagnan's, at which all wait that come to it); fail and trap. What of the condition are registers, its thread stores at its end into a place of their own.
 */
#ifndef LITMUS_H
#define LITMUS_H

#include "explore/engine/explore.h"

struct litmus;

/* Reads a test; null: error says what is wrong with it. The text is not kept. */
struct litmus *litmus_parse(const char *text, const char **error);
void litmus_close(struct litmus *litmus);

const char *litmus_name(const struct litmus *litmus);
const struct swrt_explore_program *litmus_program(const struct litmus *litmus);

/* What its condition is about, or what a comment (* watch: A,B *) names. */
const struct swrt_explore_watch *litmus_watch(const struct litmus *litmus, unsigned *count);

/* Adds a variable to what is watched, "x" or "P0:r1" (before it is explored). */
void litmus_watch_name(struct litmus *litmus, const char *name);
bool litmus_has_proxies(const struct litmus *litmus);

/* Whether the outcomes, explored with litmus_watch, are as it says. */
bool litmus_holds(const struct litmus *litmus, const struct swrt_outcomes *outcomes);

#endif
