/* __host__ __device__ void f() { h(); } with h of the host: nvcc warns.
 *       clang compiles f for the device because other files may call it; it gets internal linkage (host_defines.h), and
 *       what is left are the functions that device code may come to: by a call, a table of virtual functions, or, of
 *       relocatable code, another file's. There nvcc makes no code of the call. It becomes one that stops the kernel, with
 *       nvcc's warning:
 *
 *       h(x)          "__sw_host_call<decltype(h(x))>()" in its place        (softwarp/language/host_call.h)
 *
 *       Where a member of the result is called, an object of the host's would be left: the call around it goes as well,
 *       `puts(text(x).c_str())`, if all of it is evaluated. Of what is no call of a function by its name the error is left,
 *       unless it stands in one that is. */
#include "driver/repair/repair.h"

#include <string.h>

#define INTERNAL "-DSW_INTERNAL_HOST_DEVICE"
#define NUMBER "20011"

static const char *before_space(const char *text, const char *at) {
    while (at > text && strchr(" \t\r\n", at[-1]))
        at--;
    return at;
}

/* The beginning of a::b::h, from h on; null: it is a member of an object. */
static const char *qualified(const char *text, const char *at) {
    while (at > text + 2 && at[-1] == ':' && at[-2] == ':')
        for (at -= 2; at > text && sw_is_of_name(at[-1]);)
            at--;
    const char *before = before_space(text, at);
    bool is_member = before > text && (before[-1] == '.' || before[-1] == '>' || before[-1] == ':');
    return is_member || (at > text && sw_is_of_name(at[-1])) ? NULL : at;
}

/* Behind the parenthesis that closes the one here; null: none does. */
static const char *behind_arguments(const char *text, const char *at) {
    int depth = 0;
    while (*at) {
        const char *behind = sw_behind_other(text, at);
        size_t length = behind > at ? (size_t)(behind - at) : sw_word_length(at);
        depth += *at == '(';
        depth -= *at == ')';
        at += length ? length : 1;
        if (!depth)
            return at;
    }
    return NULL;
}

struct call {
    const char *start, *end;
};

/* The call of the function whose name is here. */
static bool find_call(const char *text, const char *name, struct call *call) {
    size_t length = sw_word_length(name);
    const char *arguments = sw_skip_space(name + length);
    call->start = length ? qualified(text, name) : NULL;
    call->end = call->start && *arguments == '(' ? behind_arguments(text, arguments) : NULL;
    return call->end != NULL;
}

static bool is_statement(const char *word, size_t length) {
    static const char *const words[] = {"if", "while", "for", "switch", "return", "sizeof", "decltype", "noexcept"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == length && !strncmp(words[i], word, length))
            return true;
    return false;
}

/* Whether nothing in the text decides what else of it is evaluated. */
static bool is_straight(const char *at, const char *end) {
    for (; at < end; at++)
        if (strchr("?{;", *at) || (strchr("&|", *at) && at[1] == *at))
            return false;
    return true;
}

/* The call in whose arguments this one is. */
static bool find_outer(const char *text, const struct call *inner, struct call *outer) {
    const char *at = inner->start, *name;
    for (int depth = 0; at > text && depth >= 0; at--)
        depth += (at[-1] == ')') - (at[-1] == '(');
    for (name = at = before_space(text, at); name > text && sw_is_of_name(name[-1]);)
        name--;
    return !is_statement(name, (size_t)(at - name)) && find_call(text, name, outer) && outer->end > inner->end &&
           is_straight(outer->start, outer->end);
}

static bool has_member_called(const struct call *call) {
    const char *behind = sw_skip_space(call->end);
    return *behind == '.' || sw_starts_with(behind, "->");
}

static const char *put_stop(struct sw_arena *arena, const char *text, const char *at, const struct sw_patch *patch) {
    struct call call, outer;
    if (!find_call(text, at, &call))
        return NULL;
    while (has_member_called(&call) && find_outer(text, &call, &outer))
        call = outer;
    return sw_arena_printf(arena, "%.*s__sw_host_call<decltype(%.*s)>()%s", (int)(call.start - text), text,
                           (int)(call.end - call.start), call.start, call.end);
}

static void add_stop(struct sw_repair *r, const char *line) {
    struct sw_patch patch = {.put = put_stop};
    if (!sw_read_place(r->arena, line, ": error: ", &patch))
        return;
    const char *text = sw_read_file(r->arena, sw_read_now(r->step, patch.path), NULL);
    const char *at = text ? sw_find_place(text, &patch) : NULL;
    if (at && put_stop(r->arena, text, at, &patch))
        sw_add_patch(r, NULL, patch);
}

/* Templates without a side go back to the host before that: device code that calls one is an error. */
bool sw_repair_host_call(struct sw_repair *r, const char *line, const char *rest) {
    const struct sw_strings *argv = &r->step->argv;
    if (!sw_has(line, "reference to __host__ function '") || !sw_has(line, "' in __host__ __device__ function"))
        return false;
    bool is_first = !sw_has_word(argv, INTERNAL) && !sw_has_word(argv, "-fgpu-rdc");
    if (is_first || sw_has_word(argv, SW_BOTH_SIDED_TEMPLATES))
        r->wants_internal = true;
    else if (sw_add_place(r, &r->host_calls, line))
        add_stop(r, line);
    return true;
}

bool sw_make_internal(struct sw_job *job, struct sw_step *step, const struct sw_repair *r) {
    if (r->host_calls.count)
        return r->patches.count &&
               (step->has_twin || /* which has told it */
                sw_tell(
                    job->options, &r->host_calls, NUMBER,
                    "calling a __host__ function from a __host__ __device__ function is not allowed: the call stops "
                    "the kernel in device code"));
    if (!r->wants_internal)
        return true;
    if (sw_has_word(&step->argv, INTERNAL) || sw_has_word(&step->argv, "-fgpu-rdc"))
        return sw_make_templates_host(step);
    sw_add_word(job, step, INTERNAL);
    return true;
}
