/* Executions in records (tell.h): the events of an outcome's witness, and what is between them. */
#ifndef SWRT_LAUNCH_TELL_WITNESS_H
#define SWRT_LAUNCH_TELL_WITNESS_H

#include "check/finding.h"
#include "explore/engine/explore.h"
#include "explore/launch/launch.h"

/* Lines `thread`, one for each. */
void swrt_tell_threads(struct swrt_finding *f, const struct swrt_launch_explored *launch);
/* Lines `event`, `edge`, and `order` where the witness is an interleaving. */
void swrt_tell_witness(struct swrt_finding *f, const struct swrt_launch_explored *launch,
                       const struct swrt_witness *witness, bool is_interleaving);
/* Lines `refuted` and `step`, with the execution. */
void swrt_tell_refutation(struct swrt_finding *f, const struct swrt_launch_explored *launch,
                          const struct swrt_refutation *refutation);

#endif
