/* Which sizes of blocks a kernel gets code for whole blocks for (whether it gets any transform/lockstep.c decides): those
 * that the program launches it with, where host code says so with constants (pipeline/launches.c). Where one of its launches
 * may have any size, or none is known, also the sizes that most launches of public programs have, and what its launch bounds
 * say (docs/decisions/0022). */
#include "lockstep/sizes.h"

enum { WIDEST = 32, NARROWEST = 8, MOST_THREADS = 1024, MOST_ROWS = 32, MOST_SIZES = 6 };

static const struct sw_block_size lines[] = {{256, 1, 1}, {128, 1, 1}}, planes[] = {{16, 16, 1}, {8, 8, 1}, {32, 8, 1}};

unsigned sw_row_of(struct sw_block_size size) {
    unsigned width = WIDEST;
    while (width >= NARROWEST && size.x % width)
        width /= 2;
    return width >= NARROWEST ? width : 0;
}

/* Into two at least; or one, for a kernel whose barriers are nothing then. */
static bool is_cut_in_rows(struct sw_block_size size, bool has_barriers) {
    unsigned width = sw_row_of(size), most = MOST_THREADS;
    if (!width || !size.x || size.x > most || size.y > most || size.z > most)
        return false;
    unsigned rows = size.x / width * size.y;
    unsigned least = has_barriers ? 1 : 2;
    return rows <= MOST_ROWS && rows * size.z >= least && rows * size.z <= MOST_ROWS;
}

static void add(struct sw_unit *unit, struct sw_block_sizes *sizes, struct sw_block_size size) {
    bool is_there = sizes->count == MOST_SIZES || !is_cut_in_rows(size, sizes->has_barriers);
    for (size_t i = 0; i < sizes->count && !is_there; i++)
        is_there = sizes->at[i].x == size.x && sizes->at[i].y == size.y && sizes->at[i].z == size.z;
    if (!is_there)
        sw_vec_push(unit->ir.arena, sizes, size);
}

static void add_usual(struct sw_unit *unit, const struct sw_kernel *kernel, bool has_planes,
                      struct sw_block_sizes *sizes) {
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if (!kernel->max_threads || lines[i].x <= kernel->max_threads)
            add(unit, sizes, lines[i]);
    if (kernel->max_threads)
        add(unit, sizes, (struct sw_block_size){kernel->max_threads, 1, 1});
    for (size_t i = 0; has_planes && i < sizeof planes / sizeof *planes; i++)
        add(unit, sizes, planes[i]);
}

void sw_find_sizes(struct sw_unit *unit, const struct sw_kernel *kernel, const struct sw_launches *launches,
                   bool has_planes, struct sw_block_sizes *sizes) {
    bool is_known = false, may_be_any = false;
    for (size_t i = 0; i < launches->count; i++) {
        const struct sw_launch *launch = &launches->at[i];
        bool is_own = sw_equal(launch->kernel, kernel->name), may_be_own = is_own || !*launch->kernel;
        is_known |= is_own;
        may_be_any |= may_be_own && !launch->size.x;
        if (may_be_own)
            add(unit, sizes, launch->size);
    }
    if (may_be_any || !is_known)
        add_usual(unit, kernel, has_planes, sizes);
}
