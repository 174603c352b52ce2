/* A search by graphs that several processes share (divided.c), and what its files share:
 *
 *     division.c   which process takes which part
 *     answer.c     what a twin has found, as bytes
 *     merge.c      what several have found, as one would have found it
 */
#ifndef SWRT_SEARCH_DIVIDED_H
#define SWRT_SEARCH_DIVIDED_H

#include "explore/engine/parts.h"

/* --- divided.c ---------------------------------------------------------------------------------------------------- */

/* The same as swrt_explore_graphs, by options->workers processes where that pays. */
struct swrt_outcomes *swrt_explore_divided(const struct swrt_explore_program *program,
                                           const struct swrt_explore_options *options);

/* --- division.c --------------------------------------------------------------------------------------------------- */

enum { SWRT_DIVISION_WORKERS = 64, SWRT_DIVISION_PARTS = 1 << 16 };

/* What the processes share, in memory that all of them see. owner: of each part, the number of its process and 1; 0:
 * nobody's yet. graphs, beats: of each process, how far it is, and a number that moves as long as it does. */
struct swrt_division {
    _Atomic bool is_over;
    _Atomic uint64_t graphs[SWRT_DIVISION_WORKERS], beats[SWRT_DIVISION_WORKERS];
    uint32_t parts;
    unsigned depth;
    _Atomic uint8_t owner[SWRT_DIVISION_PARTS];
};

/* Finds a depth at which there are some parts for each process; null: there is none, or no memory to share. */
struct swrt_division *swrt_division_open(const struct swrt_explore_program *program,
                                         const struct swrt_explore_options *options);
void swrt_division_close(struct swrt_division *division);

/* A twin may not write to what it shares unless it says so. */
bool swrt_division_keep(struct swrt_division *division);

/* Searches all parts that nobody has taken. worker: its number; 0, the process that the others are twins of. */
struct swrt_outcomes *swrt_division_search(struct swrt_division *division, const struct swrt_explore_program *program,
                                           const struct swrt_explore_options *options, unsigned worker);

/* Tells of progress in the name of all; false: nobody is to go on. */
bool swrt_division_goes_on(struct swrt_division *division, const struct swrt_explore_options *options,
                           unsigned outcomes);

/* Gives back what a process had taken, of which nothing is known. */
void swrt_division_give_back(struct swrt_division *division, unsigned worker);

/* --- answer.c ----------------------------------------------------------------------------------------------------- */

/* file: a number, as in os/file.h. False: not all of it could be written. */
bool swrt_answer_write(int file, const struct swrt_outcomes *outcomes);
/* Null: it is not there, or not whole. program, options: of the search. */
struct swrt_outcomes *swrt_answer_read(int file, const struct swrt_explore_program *program,
                                       const struct swrt_explore_options *options);

/* --- merge.c ------------------------------------------------------------------------------------------------------ */

/* Adds what another search of the same program has found in its parts; `from` is closed. */
void swrt_outcomes_merge(struct swrt_outcomes *into, struct swrt_outcomes *from);
/* Puts all in the order in which one search finds them. */
void swrt_outcomes_order(struct swrt_outcomes *outcomes);

#endif
