/* A pass of clang that starts more than once: attempts.c says when. */
#ifndef SW_ATTEMPTS_H
#define SW_ATTEMPTS_H

#include "driver/driver.h"

/* What is known of a pass's attempts so far. Zero: there was none. */
struct sw_attempts {
    const char *headers;   /* those that it uses, or that are being made before it starts; null: it reads them itself */
    const char *useless;   /* those that it failed with */
    unsigned repairs_then; /* the step's repairs when it did */
    bool is_making, reads_itself, is_for_words;
    bool has_told;               /* its last repair has said what is wrong: there is nothing to ask */
    unsigned made;               /* how often some were made */
    const char *said_first;      /* what a user reads if it fails in the end; null: what it says then */
    struct sw_strings asked;     /* the command that was answered so, if that was with precompiled headers */
    struct sw_strings asked_for; /* and the files that it read in place of others */
};

/* Whether it has started and is to start again because of its headers: what it has to say nobody knows yet. */
bool sw_has_begun(const struct sw_attempts *attempts);
/* The step's command: a pass takes precompiled headers where there are some, or these are made first. */
struct sw_strings sw_attempt_command(struct sw_job *job, const struct sw_step *step, struct sw_attempts *attempts);
/* Whether the step, which has ended so and said this, is to start again; its command line and files are then ready. */
bool sw_attempt_again(struct sw_job *job, struct sw_step *step, struct sw_attempts *attempts, int status,
                      const char *said);

#endif
