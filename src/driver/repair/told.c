/* What nvcc warns of where a repair lets clang pass it, by nvcc's numbers. */
#include "driver/repair/repair.h"

bool sw_add_place(struct sw_repair *r, struct sw_places *places, const char *error) {
    struct sw_patch place = {0};
    if (!sw_read_place(r->arena, error, ": error: ", &place))
        return false;
    for (size_t i = 0; i < places->count; i++)
        if (places->at[i].line == place.line && sw_equal(places->at[i].path, place.path))
            return true;
    sw_vec_push(r->arena, places, place);
    return true;
}

bool sw_tell(const struct sw_options *o, const struct sw_places *places, const char *number, const char *text) {
    bool is_error = sw_has_word(&o->diag_errors, number) || sw_has_word(&o->errors, "all-warnings");
    if (o->no_warnings || sw_has_word(&o->diag_suppressed, number))
        return true;
    for (size_t i = 0; i < places->count; i++) {
        const struct sw_patch *p = &places->at[i];
        struct sw_place place = {p->path, (unsigned)p->line, (unsigned)p->column};
        (is_error ? sw_error : sw_warning)(place, "%s [#%s-D]", text, number);
    }
    return !is_error || !places->count;
}
