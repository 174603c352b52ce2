/* The layouts that a step's clang has told of, and the records of what it reads, by its syntax tree: that is asked for once,
 * and only where layouts give reason to. */
#include "driver/repair/records.h"
#include "driver/repair/repair.h"

static const char *dump_of(struct sw_repair *r) {
    static const char *const words[] = {
        "-w", "-fno-color-diagnostics", "-ferror-limit=0", "-fsyntax-only", "-Xclang", "-ast-dump", NULL};
    const char *path = sw_arena_printf(r->arena, "%s.tree", r->step->output);
    int status;
    return sw_ask_clang(r, words, path, "/dev/null", path, &status);
}

const char *sw_layouts_told(const struct sw_repair *r) {
    const char *told = r->step->stdout_file ? sw_read_file(r->arena, r->step->stdout_file, NULL) : NULL;
    return told ? told : "";
}

const struct sw_records *sw_records_of(struct sw_repair *r) {
    if (!r->records) {
        struct sw_records *records = sw_arena_alloc(r->arena, sizeof *records);
        *records = sw_read_records(r->arena, dump_of(r));
        r->records = records;
    }
    return r->records;
}
