/* Kernels that device code launches, with relocatable device code: clang refuses to name a kernel there.
 *
 *   kernel<<<1, 32>>>(to)     __sw_launch([&](__sw_side)SW_LAUNCHES{kernel<<<1, 32>>>(to);SW_LAUNCHED})
 *   call(kernel<int>)         call(__sw_kernel([&](__sw_side)SW_LAUNCHES{return kernel<int>;SW_LAUNCHED}))
 *
 * A lambda without a side is of both, where clang only notes what is wrong and says it if the device calls the lambda in
 * a way that it sees; the two functions (include/cuda/softwarp/device/launch.h) call it in another. Overloads, template
 * arguments and conversions are clang's work as ever. transform/launches.c makes a launch of what it generates. A
 * macro may be a part of a launch, if its body has nothing else; what is put together otherwise stays refused. */
#include "driver/repair/repair.h"

#include <ctype.h>
#include <string.h>

#define KERNEL "error: reference to __global__ function '"
#define NO_LIMIT "-ferror-limit=0"
#define SEPARATE "kernel launch from __device__ or __global__ functions requires separate compilation mode (-rdc=true)"

static const char *put_launch(struct sw_arena *arena, const char *text, const char *at, const struct sw_patch *patch) {
    const char *code = sw_code_of(arena, text), *chevrons = code + (at - text);
    const char *begin = sw_begin_of_expression(code, chevrons), *end = sw_end_of_launch(chevrons);
    if (!begin || !end)
        return NULL;
    return sw_put_launches(arena, text, text + (begin - code), text + (end - code));
}

/* The & of an address that is taken here belongs to it. */
const char *sw_with_address(const char *code, const char *begin) {
    const char *sign = sw_back_over_space(code, begin);
    return sign > code && sign[-1] == '&' && (sign == code + 1 || sign[-2] != '&') ? sign - 1 : begin;
}

static const char *put_kernel(struct sw_arena *arena, const char *text, const char *at, const struct sw_patch *patch) {
    const char *code = sw_code_of(arena, text), *begin = sw_begin_of_expression(code, code + (at - text));
    if (!begin)
        return NULL;
    return sw_put_around(arena, text, text + (sw_with_address(code, begin) - code), at, SW_KERNEL_BEGINS,
                         ";SW_LAUNCHED})");
}

/* Whether a macro with arguments is named there, which makes the kernel's name. */
static bool is_macro_call(struct sw_repair *r, const char *at) {
    size_t length = sw_word_length(at);
    const char *line = *sw_skip_space(at + length) == '(' ? sw_find_definition(r, at, length) : NULL;
    return line && line[strlen("#define ") + length] == '(';
}

/* Behind what is launched: a name, brackets and what is called or indexed by them, a macro. */
static const char *end_of_kernel(struct sw_repair *r, const char *at) {
    if (sw_starts_with(at, SW_CHEVRONS))
        return at;
    if (*at == '(')
        return sw_end_of_brackets(at);
    const char *end = sw_end_of_name(at);
    return is_macro_call(r, at) ? sw_end_of_brackets(sw_skip_space(end)) : end;
}

/* Whether a name goes on in the next line, behind a backslash. */
static bool is_spliced(const char *end) {
    return *end == '\\' && sw_is_of_name(end[1 + strspn(end + 1, "\r\n")]);
}

/* What stands at the place, as a patch: a launch, or a kernel's name. */
static bool find_patch(struct sw_repair *r, struct sw_patch *patch) {
    const char *text = sw_read_code(r, patch->path), *at = sw_find_place(text, patch);
    if (!at)
        return false;
    at = *at == '&' ? sw_skip_space(at + 1) : at;
    const char *end = end_of_kernel(r, at), *next = sw_skip_space(end);
    bool is_launch = sw_starts_with(next, SW_CHEVRONS);
    if (is_spliced(end))
        return false;
    patch->put = is_launch ? put_launch : put_kernel;
    sw_set_place(patch, text, is_launch ? next : end);
    return is_launch ? sw_begin_of_expression(text, next) && sw_end_of_launch(next) : end > at;
}

/* Whether the notes behind an error say that kernels were passed over because device code asks. */
static bool has_unviable_kernel(const char *rest) {
    const char *end = strstr(rest, ": error: "),
               *at = strstr(rest, "candidate function not viable: call to __global__");
    const char *other = strstr(rest, "candidate template ignored: call to __global__");
    at = at ? at : other;
    return at && (!end || at < end);
}

static bool is_of_kernel(const char *line, const char *rest) {
    if (sw_has(line, KERNEL) || sw_has(line, SW_CONFIGURE))
        return true;
    return sw_has(line, "error: no matching function for call to '") && has_unviable_kernel(rest);
}

/* In a macro the launch stands where notes behind the error say. */
static bool add_place(struct sw_repair *r, const char *line, const char *rest) {
    struct sw_patch patch = {0};
    const char *kind = ": error: ", *error = line;
    bool is_name = sw_has(line, KERNEL);
    for (size_t length;; rest += length + 1, kind = ": note: expanded from macro ") {
        if (sw_read_place(r->arena, line, kind, &patch) && find_patch(r, &patch) &&
            (patch.put == put_launch || is_name))
            return sw_add_patch(r, line, patch);
        if (line != error && sw_find_macro(r, error, line, &patch))
            return sw_add_patch(r, line, patch);
        if (line == error && !is_name && patch.path && sw_find_macro_behind(r, &patch))
            return sw_add_patch(r, line, patch);
        length = strcspn(rest, "\n");
        line = sw_arena_strndup(r->arena, rest, length);
        if (!rest[length] || sw_has(line, ": error: "))
            return false;
    }
}

bool sw_repair_launch(struct sw_repair *r, const char *line, const char *rest) {
    return sw_repair_overload(r, line, rest) || (is_of_kernel(line, rest) && add_place(r, line, rest));
}

/* Clang's errors without those of launches, as they are before anything is repaired; null: there is no other. */
const char *sw_said_beside_launches(struct sw_repair *r, const char *said) {
    const char *kept = "";
    bool keeps = true, has_errors = false;
    for (size_t length; *said; said += length + (said[length] != '\0')) {
        length = strcspn(said, "\n");
        const char *line = sw_arena_strndup(r->arena, said, length);
        if (sw_has(line, " error: ")) {
            keeps = !is_of_kernel(line, said + length) && !sw_is_of_overload(r, line, said + length);
            has_errors |= keeps;
        } else if (sw_has(line, ": warning: ")) {
            keeps = true;
        }
        if (keeps)
            kept = sw_arena_printf(r->arena, "%s%s\n", kept, line);
    }
    return has_errors ? kept : NULL;
}

static bool is_ours(const struct sw_patch *p) {
    return p->put == put_launch || p->put == sw_put_macro || p->put == put_kernel || sw_is_chosen(p);
}

/* As nvcc does; the device's side has all that the host's has. */
static void refuse(const struct sw_step *step, const struct sw_repair *r) {
    bool is_told = sw_has_word(&step->argv, "--cuda-device-only");
    for (size_t i = 0; i < r->patches.count && is_told; i++) {
        const struct sw_patch *p = &r->patches.at[i];
        if (is_ours(p))
            sw_error((struct sw_place){p->path, (unsigned)p->line, (unsigned)p->column}, "%s", SEPARATE);
    }
}

static void refuse_texts(const struct sw_step *step, const struct sw_repair *r) {
    bool is_told = sw_has_word(&step->argv, "--cuda-device-only");
    for (size_t i = 0; i < r->texts.count && is_told; i++) {
        const struct sw_patch *p = &r->texts.at[i];
        sw_error((struct sw_place){p->path, (unsigned)p->line, (unsigned)p->column},
                 "a launch in device code is an argument of the macro '%s', which makes a text of it (#): hand that "
                 "macro a function that launches the kernel",
                 p->name);
    }
}

/* With relocatable device code clang is to say of all launches at once that it refuses them; without there are none. */
bool sw_permit_launches(struct sw_job *job, struct sw_step *step, const struct sw_repair *r) {
    bool has_some = false;
    for (size_t i = 0; i < r->patches.count; i++)
        has_some |= is_ours(&r->patches.at[i]);
    step->is_refused = has_some && !sw_has_word(&step->argv, "-fgpu-rdc");
    if (step->is_refused) {
        refuse(step, r);
    } else if (r->texts.count) {
        step->is_refused = true;
        refuse_texts(step, r);
    } else if (has_some && !sw_has_word(&step->argv, NO_LIMIT))
        sw_add_word(job, step, NO_LIMIT);
    return !step->is_refused;
}

/* Macros make texts of what is put into their arguments. */
static void note_texts(struct sw_repair *r) {
    for (size_t i = 0; i < r->patches.count; i++) {
        struct sw_patch p = r->patches.at[i];
        const char *code = is_ours(&p) ? sw_read_code(r, p.path) : NULL, *at = code ? sw_find_place(code, &p) : NULL;
        const char *begin = at && p.put != sw_put_macro ? sw_begin_of_expression(code, at) : at;
        p.name = begin ? sw_stringised_by(r, code, begin) : NULL;
        if (p.name)
            sw_vec_push(r->arena, &r->texts, p);
    }
}

void sw_launches_first(struct sw_repair *r) {
    size_t launches = 0, kept = 0;
    for (size_t i = 0; i < r->patches.count; i++)
        launches += r->patches.at[i].put == put_launch || r->patches.at[i].put == sw_put_macro;
    for (size_t i = 0; i < r->patches.count; i++)
        if (!launches || (r->patches.at[i].put != put_kernel && !sw_is_chosen(&r->patches.at[i])))
            r->patches.at[kept++] = r->patches.at[i];
    r->patches.count = kept;
    note_texts(r);
}
