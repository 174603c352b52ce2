/* Kernels that device code launches, with relocatable device code: clang refuses to name a kernel there.
 *
 *   kernel<<<1, 32>>>(to)     __sw_launch([&](__sw_side)SW_LAUNCHES{kernel<<<1, 32>>>(to);})
 *   call(kernel<int>)         call(__sw_kernel([&](__sw_side)SW_LAUNCHES{return kernel<int>;}))
 *
 * A lambda without a side is of both, where clang only notes what is wrong and says it if the device calls the lambda in
 * a way that it sees; the two functions (include/cuda/softwarp/device/launch.h) call it in another. Overloads, template
 * arguments and conversions are clang's work as ever. transform/launches.c makes a launch of what it generates. Text
 * that is no launch as the language has it (macros with parts of one) stays refused. */
#include "driver/repair/repair.h"

#include <ctype.h>
#include <string.h>

#define CHEVRONS "<<<"
#define KERNEL "error: reference to __global__ function '"
#define CONFIGURE "reference to __host__ function '__cudaPushCallConfiguration' in "
#define NO_LIMIT "-ferror-limit=0"
#define SEPARATE "kernel launch from __device__ or __global__ functions requires separate compilation mode (-rdc=true)"

/* Behind what begins here: a comment, a raw string, another literal, which ends in its line; the place itself: none. */
static char *end_of_opaque(const char *text, char *at) {
    char *end = NULL;
    if (sw_starts_with(at, "//"))
        return at + strcspn(at, "\n");
    if (sw_starts_with(at, "/*"))
        return (end = strstr(at + 2, "*/")) ? end + 2 : at + strlen(at);
    if (*at == '"' && at > text && at[-1] == 'R' && strchr(at, '(')) {
        size_t length = strcspn(at + 1, "(");
        for (end = strchr(at, ')'); end && (strncmp(end + 1, at + 1, length) || end[length + 1] != '"');)
            end = strchr(end + 1, ')');
        return end ? end + length + 2 : at;
    }
    bool is_separator = *at == '\'' && at > text && isdigit((unsigned char)at[-1]);
    if ((*at != '"' && *at != '\'') || is_separator)
        return at;
    for (end = at + 1; *end && *end != *at && *end != '\n'; end++)
        end += *end == '\\' && end[1];
    return *end == *at ? end + 1 : at;
}

/* The text with spaces where comments and literals are. */
static const char *code_of(struct sw_arena *arena, const char *text) {
    char *code = sw_arena_strdup(arena, text);
    for (char *at = code, *end; *at; at = end > at ? end : at + 1) {
        end = end_of_opaque(code, at);
        for (char *c = at; c < end; c++)
            *c = *c == '\n' ? '\n' : ' ';
    }
    return code;
}

static const char *back_over_space(const char *text, const char *at) {
    while (at > text && (isspace((unsigned char)at[-1]) || at[-1] == '\\'))
        at--;
    return at;
}

/* Whether the word that ends here is this one. */
static bool ends_word(const char *text, const char *end, const char *word) {
    size_t length = strlen(word);
    return (size_t)(end - text) >= length && !strncmp(end - length, word, length) &&
           ((size_t)(end - text) == length || !sw_is_of_name(end[-(long)length - 1]));
}

static bool is_keyword(const char *text, const char *end) {
    static const char *const words[] = {"return", "else", "do", "case", "throw", "if", "while", "for", "switch"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (ends_word(text, end, words[i]))
            return true;
    return false;
}

/* The bracket that the one before `end` closes; null: there is none in the same statement. */
static const char *opener(const char *text, const char *end) {
    int round = 0, angle = 0;
    for (const char *at = end; at > text; at--) {
        char c = at[-1];
        bool is_arrow = c == '>' && at - 1 > text && at[-2] == '-';
        round += (strchr(")]}", c) != NULL) - (strchr("([{", c) != NULL);
        if (!round && !is_arrow)
            angle += (c == '>') - (c == '<');
        if (!round && angle <= 0)
            return at - 1;
        if (round < 0 || (!round && c == ';'))
            return NULL;
    }
    return NULL;
}

/* Where a name begins, or what stands in brackets with what is before them: f(x), a[i], name<int>. */
static const char *begin_of_part(const char *text, const char *end) {
    const char *at = end;
    while (at && at > text && strchr(">)]", at[-1])) {
        at = opener(text, at);
        const char *before = at ? back_over_space(text, at) : text;
        if (before == text || is_keyword(text, before) || !(sw_is_of_name(before[-1]) || strchr(">]", before[-1])))
            return at;
        at = before;
    }
    while (at && at > text && sw_is_of_name(at[-1]))
        at--;
    return at;
}

/* Where the expression begins that ends here, of names, members and what stands in brackets; null: there is none. */
static const char *begin_of_expression(const char *text, const char *end) {
    const char *at = back_over_space(text, end);
    for (;;) {
        const char *begin = begin_of_part(text, at);
        if (!begin || begin == at)
            return NULL;
        const char *before = back_over_space(text, begin);
        if (ends_word(text, before, "template"))
            before = back_over_space(text, before - strlen("template"));
        bool is_member = before > text && before[-1] == '.';
        bool is_of_scope = before > text + 1 && before[-1] == ':' && before[-2] == ':';
        bool is_arrow = before > text + 1 && before[-1] == '>' && before[-2] == '-';
        if (!is_member && !is_of_scope && !is_arrow)
            return begin;
        at = back_over_space(text, before - (is_member ? 1 : 2));
        bool is_outermost = at == text || !(sw_is_of_name(at[-1]) || at[-1] == '>') || is_keyword(text, at);
        if (is_of_scope && is_outermost)
            return before - 2;
    }
}

/* The first place from here on, outside of brackets, that begins with the word; null: the bracket around it ends
 * before. */
static const char *find_outside(const char *at, const char *word) {
    for (int depth = 0; *at && depth >= 0; at++) {
        if (!depth && sw_starts_with(at, word))
            return at;
        depth += (strchr("([{", *at) != NULL) - (strchr(")]}", *at) != NULL);
    }
    return NULL;
}

/* Behind the arguments of a launch; null: they do not follow. */
static const char *end_of_launch(const char *chevrons) {
    const char *at = find_outside(chevrons + strlen(CHEVRONS), ">>>");
    at = at ? at + strlen(">>>") + strspn(at + strlen(">>>"), " \t\r\n\\") : NULL;
    at = at && *at == '(' ? find_outside(at + 1, ")") : NULL;
    return at ? at + 1 : NULL;
}

static const char *put_around(struct sw_arena *arena, const char *text, const char *from, const char *to,
                              const char *before, const char *behind) {
    return sw_arena_printf(arena, "%.*s%s%.*s%s%s", (int)(from - text), text, before, (int)(to - from), from, behind,
                           to);
}

static const char *put_launch(struct sw_arena *arena, const char *text, const char *at, const struct sw_patch *patch) {
    const char *code = code_of(arena, text), *chevrons = code + (at - text);
    const char *begin = begin_of_expression(code, chevrons), *end = end_of_launch(chevrons);
    if (!begin || !end)
        return NULL;
    return put_around(arena, text, text + (begin - code), text + (end - code), "__sw_launch([&](__sw_side)SW_LAUNCHES{",
                      ";})");
}

/* The & of an address that is taken here belongs to it. */
static const char *with_address(const char *text, const char *begin) {
    const char *sign = back_over_space(text, begin), *before;
    if (sign == text || sign[-1] != '&')
        return begin;
    before = back_over_space(text, sign - 1);
    return before > text && strchr("(,=?:{;", before[-1]) ? sign - 1 : begin;
}

static const char *put_kernel(struct sw_arena *arena, const char *text, const char *at, const struct sw_patch *patch) {
    const char *code = code_of(arena, text), *begin = begin_of_expression(code, code + (at - text));
    if (!begin)
        return NULL;
    return put_around(arena, text, text + (with_address(code, begin) - code), at,
                      "__sw_kernel([&](__sw_side)SW_LAUNCHES{return ", ";})");
}

/* Behind template arguments, from behind their <; null: these are none. */
static const char *end_of_template_arguments(const char *at) {
    int round = 0, angle = 1;
    for (; *at && *at != ';'; at++) {
        round += (strchr("([{", *at) != NULL) - (strchr(")]}", *at) != NULL);
        angle += round ? 0 : (*at == '<') - (*at == '>');
        if (round < 0 || !angle)
            return round < 0 ? NULL : at + 1;
    }
    return NULL;
}

/* Behind the name that begins here, with its template arguments. */
static const char *end_of_name(const char *at) {
    for (;;) {
        while (sw_is_of_name(*at))
            at++;
        const char *next = sw_skip_space(at);
        if (*next == '<' && !sw_starts_with(next, CHEVRONS)) {
            next = end_of_template_arguments(next + 1);
            if (!next)
                return at;
            at = next;
            next = sw_skip_space(at);
        }
        if (!sw_starts_with(next, "::"))
            return at;
        at = sw_skip_space(next + 2);
    }
}

static void set_place(struct sw_patch *patch, const char *text, const char *at) {
    patch->line = patch->column = 1;
    for (const char *c = text; c < at; c++) {
        patch->line += *c == '\n';
        patch->column = *c == '\n' ? 1 : patch->column + 1;
    }
}

/* What stands at the place, as a patch: a launch, or a kernel's name. */
static bool find_patch(struct sw_repair *r, struct sw_patch *patch) {
    const char *file = sw_read_file(r->arena, sw_read_now(r->step, patch->path), NULL);
    const char *text = file ? code_of(r->arena, file) : "", *at = sw_find_place(text, patch);
    if (!at)
        return false;
    at = *at == '&' ? sw_skip_space(at + 1) : at;
    const char *end = sw_starts_with(at, CHEVRONS) ? at : end_of_name(at), *next = sw_skip_space(end);
    bool is_launch = sw_starts_with(next, CHEVRONS);
    patch->put = is_launch ? put_launch : put_kernel;
    set_place(patch, text, is_launch ? next : end);
    return is_launch ? begin_of_expression(text, next) && end_of_launch(next) : end > at;
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
    if (sw_has(line, KERNEL) || sw_has(line, CONFIGURE))
        return true;
    return sw_has(line, "error: no matching function for call to '") && has_unviable_kernel(rest);
}

/* In a macro the launch stands where notes behind the error say. */
static bool add_place(struct sw_repair *r, const char *line, const char *rest) {
    struct sw_patch patch = {0};
    const char *kind = ": error: ";
    bool is_name = sw_has(line, KERNEL);
    for (size_t length;; rest += length + 1, kind = ": note: expanded from macro ") {
        if (sw_read_place(r->arena, line, kind, &patch) && find_patch(r, &patch) &&
            (patch.put == put_launch || is_name))
            return sw_add_patch(r, line, patch);
        length = strcspn(rest, "\n");
        line = sw_arena_strndup(r->arena, rest, length);
        if (!rest[length] || sw_has(line, ": error: "))
            return false;
    }
}

bool sw_repair_launch(struct sw_repair *r, const char *line, const char *rest) {
    return is_of_kernel(line, rest) && add_place(r, line, rest);
}

/* Clang's errors without those of launches, as they are before anything is repaired; null: there is no other. */
const char *sw_said_beside_launches(struct sw_repair *r, const char *said) {
    const char *kept = "";
    bool keeps = true, has_errors = false;
    for (size_t length; *said; said += length + (said[length] != '\0')) {
        length = strcspn(said, "\n");
        const char *line = sw_arena_strndup(r->arena, said, length);
        if (sw_has(line, " error: ")) {
            keeps = !is_of_kernel(line, said + length);
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
    return p->put == put_launch || p->put == put_kernel;
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

/* With relocatable device code clang is to say of all launches at once that it refuses them; without there are none. */
bool sw_permit_launches(struct sw_job *job, struct sw_step *step, const struct sw_repair *r) {
    bool has_some = false;
    for (size_t i = 0; i < r->patches.count; i++)
        has_some |= is_ours(&r->patches.at[i]);
    step->is_refused = has_some && !sw_has_word(&step->argv, "-fgpu-rdc");
    if (step->is_refused)
        refuse(step, r);
    else if (has_some && !sw_has_word(&step->argv, NO_LIMIT))
        sw_vec_push(job->arena, &step->argv, NO_LIMIT);
    return !step->is_refused;
}

void sw_launches_first(struct sw_repair *r) {
    size_t launches = 0, kept = 0;
    for (size_t i = 0; i < r->patches.count; i++)
        launches += r->patches.at[i].put == put_launch;
    for (size_t i = 0; i < r->patches.count; i++)
        if (!launches || r->patches.at[i].put != put_kernel)
            r->patches.at[kept++] = r->patches.at[i];
    r->patches.count = kept;
}
