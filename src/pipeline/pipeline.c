/* The pipeline: load, the passes of passes.def in order, the table, LLVM's optimisation, output. Every stage is verified;
 * --keep-stages dumps it. */
#include "pipeline/pipeline.h"

#include "analysis/shape.h"
#include "codegen/codegen.h"
#include "transform/transform.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

struct pass {
    const char *name, *text;
    void (*run)(struct sw_unit *unit);
};
static const struct pass passes[] = {
#define SW_PASS(name, text) {#name, text, sw_pass_##name},
#include "transform/passes.def"
#undef SW_PASS
};
enum { PASS_COUNT = sizeof passes / sizeof *passes };

static void keep_stage(struct sw_unit *unit, unsigned number, const char *name) {
    if (unit->options.keep_stages)
        sw_ir_print(&unit->ir,
                    sw_arena_printf(unit->ir.arena, "%s%02u-%s.ll", unit->options.keep_stages, number, name));
}

/* Of one of several parts: its number is in the name. */
static void keep_part_stage(struct sw_unit *unit, unsigned number, const char *name, unsigned part, unsigned parts) {
    keep_stage(unit, number, parts > 1 ? sw_arena_printf(unit->ir.arena, "%s-%u", name, part) : name);
}

/* Whether the comma-separated list names the pass. */
static bool names_pass(const char *list, const char *name) {
    char pattern[64], text[1024];
    snprintf(pattern, sizeof pattern, ",%s,", name);
    snprintf(text, sizeof text, ",%s,", list);
    return strstr(text, pattern) != NULL;
}

static bool run_passes(struct sw_unit *unit) {
    for (unsigned i = 0; i < PASS_COUNT; i++) {
        if (unit->options.only_pass && !names_pass(unit->options.only_pass, passes[i].name))
            continue;
        sw_ir_enter(&unit->ir, passes[i].name);
        passes[i].run(unit);
        assert(!unit->options.fail_pass ||
               !sw_equal(unit->options.fail_pass, passes[i].name)); /* for tests of asserts */
        keep_stage(unit, i + 1, passes[i].name);
        if (sw_error_count())
            return false;
        sw_ir_verify(&unit->ir, passes[i].name);
        if (unit->options.stop_after && sw_equal(unit->options.stop_after, passes[i].name))
            break;
    }
    return true;
}

/* The block shapes that --print= names. */
static bool named_threads(const char *name, struct sw_thread_shapes *threads) {
    enum { LANES = 32 };
    if (sw_equal(name, "shapes"))
        *threads = sw_threads_in_rows(LANES, false);
    else if (sw_equal(name, "shapes-full"))
        *threads = sw_threads_in_rows(LANES, true);
    else if (sw_equal(name, "shapes-anyhow"))
        *threads = sw_threads_anyhow(LANES);
    else
        return false;
    return true;
}

/* Facts about the functions as they are, in LCSSA form. */
static bool print_facts(struct sw_unit *unit) {
    struct sw_thread_shapes threads;
    struct sw_values functions;
    if (!named_threads(unit->options.print, &threads))
        return sw_error(SW_NOWHERE, "there is no '%s' to print (see --help)", unit->options.print), false;
    sw_ir_run_passes(&unit->ir, "function(loop-simplify,lcssa)", NULL);
    sw_functions(&unit->ir, &functions);
    for (size_t i = 0; i < functions.count; i++) {
        struct sw_shapes shapes;
        sw_shapes_find(unit, functions.at[i], threads, &shapes);
        sw_shapes_print(&shapes, stdout);
    }
    return true;
}

/* From the last pass to the output, of one part of the module. */
static bool finish(struct sw_unit *unit, unsigned part, unsigned parts, int64_t *frames) {
    sw_ir_enter(&unit->ir, "table");
    if (part == 0)
        sw_emit_table(unit);
    else if (unit->options.strict)
        sw_place_constants(unit);
    if (parts > 1)
        sw_ir_run_passes(&unit->ir, "globaldce", unit->machine);
    sw_ir_verify(&unit->ir, "table");
    keep_part_stage(unit, PASS_COUNT + 1, "table", part, parts);
    sw_ir_enter(&unit->ir, "optimise");
    sw_optimise(unit);
    keep_part_stage(unit, PASS_COUNT + 2, "optimise", part, parts);
    sw_part_locals(unit);
    keep_part_stage(unit, PASS_COUNT + 3, "locals", part, parts);
    sw_copy_for_full_masks(unit);
    keep_part_stage(unit, PASS_COUNT + 4, "full", part, parts);
    sw_expand_masked(unit);
    keep_part_stage(unit, PASS_COUNT + 5, "masked", part, parts);
    sw_ir_verify(&unit->ir, "masked");
    sw_remarks_measure(unit, frames);
    sw_place_code(unit);
    return sw_emit(unit);
}

bool sw_wants_remarks(const struct sw_options *o) {
    return o->tell_remarks || o->keep_remarks || o->remarks;
}

static bool write_remarks(const struct sw_unit *unit, const char *path) {
    FILE *to = fopen(path, "w");
    if (to)
        sw_remarks_write(unit, to);
    if (to && fclose(to) == 0)
        return true;
    return sw_error((struct sw_place){path, 0, 0}, "cannot write the remarks: %s", strerror(errno)), false;
}

/* Behind the output. */
static bool give_remarks(struct sw_unit *unit) {
    sw_remarks_finish(unit);
    if (unit->options.tell_remarks)
        sw_remarks_tell(unit, stderr);
    if (unit->options.remarks && !write_remarks(unit, unit->options.remarks))
        return false;
    return !unit->options.keep_remarks || sw_remarks_keep(unit);
}

/* For one processor. */
static bool compile(struct sw_unit *unit) {
    sw_create_machine(unit);
    if (unit->options.print)
        return print_facts(unit);
    keep_stage(unit, 0, "input");
    if (!run_passes(unit))
        return false;
    if (unit->options.only_pass || unit->options.stop_after)
        return sw_emit(unit) && give_remarks(unit);
    int64_t *frames = sw_shared_numbers(sw_remarks_variants(unit));
    if (!sw_finish_parts(unit, finish, frames))
        return false;
    sw_remarks_take_frames(unit, frames);
    return give_remarks(unit);
}

bool sw_compile(struct sw_unit *unit, const struct sw_strings *inputs) {
    struct sw_strings names = {0};
    if (!sw_load(unit, inputs) || !sw_settle_processors(unit, &names))
        return false;
    unit->options.cpu = names.at[0];
    return names.count > 1 ? sw_compile_versions(unit, &names, compile) : compile(unit);
}

bool sw_compile_embed(struct sw_unit *unit, const struct sw_strings *inputs, const char *register_name) {
    struct sw_strings names = {0};
    if (!sw_load(unit, inputs) || (unit->options.cpu && !sw_settle_processors(unit, &names)))
        return false;
    const char *wanted = unit->options.cpu;
    unit->options.cpu = "x86-64"; /* what is compiled now runs before it is known what there is */
    sw_create_machine(unit);
    unit->options.cpu = wanted;
    sw_embed(unit, register_name);
    return sw_emit(unit);
}
