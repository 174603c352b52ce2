/* Generators whose sequences take turns, one number (or pair) each: units of a generation are a table with a column for
 * each sequence, beginning with that of sequence `at`. A part has columns that lie side by side; it goes through its rows,
 * of which the last may be shorter. Sequence numbers start again at 0 somewhere, and a tile of columns ends there.
 */
#ifndef CURAND_COLUMNS_H
#define CURAND_COLUMNS_H

#include "lanes.h"

/* Columns `column` to column + width, of the sequences from `first` on. */
struct cr_columns {
    uint64_t column, units;
    uint32_t first, width;
};

static inline uint64_t cr_units(const struct cr_job *job) {
    return job->count / cr_numbers(job->words, job->form);
}

/* The tile that begins with the column, of at most until - column. */
static inline struct cr_columns cr_columns_at(const struct cr_job *job, uint64_t column, uint64_t until) {
    uint32_t first = (uint32_t)((job->at + column) % job->threads);
    uint64_t width = until - column;
    width = width < CR_TILE ? width : CR_TILE;
    width = width < job->threads - first ? width : job->threads - first;
    return (struct cr_columns){column, cr_units(job), first, (uint32_t)width};
}

/* How many columns the row has units for. */
static inline uint32_t cr_columns_width(const struct cr_job *job, const struct cr_columns *columns, uint64_t row) {
    uint64_t begin = row * job->threads + columns->column;
    uint64_t left = begin < columns->units ? columns->units - begin : 0;
    return left < columns->width ? (uint32_t)left : columns->width;
}

static inline void *cr_columns_out(const struct cr_job *job, const struct cr_columns *columns, uint64_t row) {
    uint64_t unit = row * job->threads + columns->column;
    return (char *)job->out + unit * cr_numbers(job->words, job->form) * cr_size(job->form);
}

/* The part's columns, `from` to below `until`. */
static inline void cr_columns_of_part(const struct cr_job *job, uint32_t part, uint32_t parts, uint64_t *from,
                                      uint64_t *until) {
    uint64_t units = cr_units(job), columns = units < job->threads ? units : job->threads;
    *from = columns * part / parts;
    *until = columns * (part + 1) / parts;
}

/* Makes the part's numbers, tile by tile. run_rows: makes those of rows of one width, from `row` on, and says which row is the
 * first that is not. */
static inline void cr_columns_run(const struct cr_job *job, uint32_t part, uint32_t parts,
                                  uint64_t (*run_rows)(const struct cr_job *job, const struct cr_columns *columns,
                                                       uint64_t row, uint32_t width)) {
    uint64_t column, until;
    cr_columns_of_part(job, part, parts, &column, &until);
    while (column < until) {
        struct cr_columns c = cr_columns_at(job, column, until);
        uint32_t width;
        for (uint64_t row = 0; (width = cr_columns_width(job, &c, row)) != 0;)
            row = run_rows(job, &c, row, width);
        column += c.width;
    }
}

#endif
