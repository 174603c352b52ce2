/* Text -> statements. LLVM writes an operand of the asm as $0 or ${0:modifier}, a dollar sign as $$, and %= as ${:uid}.
 *
 *      { .reg .pred p; setp.ne.s32 p, $1, 0; @p mov.u32 $0, %laneid; }
 *  =>  OPEN, REGISTERS pred: p, INSTRUCTION setp: ne s32: p, place 1, 0, ... */
#include "ptx/ptx.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct parser {
    struct sw_ptx_text text;
    const char *message;
};

static bool fail(struct parser *p, const char *message) {
    if (!p->message)
        p->message = message;
    return false;
}

/* Text for a message: on one line, operands as they were written. */
static const char *one_line(struct sw_arena *arena, const char *from, const char *to) {
    char *copy = sw_arena_strndup(arena, from, (size_t)(to - from)), *out = copy;
    for (const char *at = copy; *at; at++) {
        bool is_blank = isspace((unsigned char)*at);
        if (!is_blank || (out > copy && out[-1] != ' '))
            *out++ = is_blank ? ' ' : *at == '$' ? '%' : *at;
    }
    while (out > copy && out[-1] == ' ')
        out--;
    *out = '\0';
    return copy;
}

/* $0, ${0:d} */
static bool parse_place(struct parser *p, struct sw_ptx_operand *into) {
    struct sw_ptx_text *t = &p->text;
    bool is_braced = t->at[1] == '{';
    const char *digits = t->at + 1 + is_braced;
    char *end;
    if (!isdigit((unsigned char)*digits))
        return false;
    into->kind = SW_PTX_PLACE;
    into->place = (unsigned)strtoul(digits, &end, 10);
    if (is_braced)
        end += strcspn(end, "}") + 1;
    t->at = end;
    return true;
}

/* Behind a name: .x of a special register; .b0, .h1 and the like of a video instruction's operand. */
static void parse_suffixes(struct parser *p, struct sw_ptx_operand *into) {
    struct sw_ptx_text *t = &p->text;
    while (t->at[0] == '.' && isalpha((unsigned char)t->at[1])) {
        t->at++;
        const char *word = sw_ptx_word(t);
        bool is_selector = (*word == 'b' || *word == 'h') && isdigit((unsigned char)word[1]);
        if (is_selector)
            into->selector = word;
        else
            into->name = into->name ? sw_arena_printf(t->arena, "%s.%s", into->name, word) : NULL;
    }
}

static bool parse_operand(struct parser *p, struct sw_ptx_operand *into);

static bool parse_parts(struct parser *p, struct sw_ptx_operand *into) {
    do {
        struct sw_ptx_operand part;
        if (!parse_operand(p, &part))
            return false;
        sw_vec_push(p->text.arena, &into->parts, part);
    } while (sw_ptx_take(&p->text, ','));
    return true;
}

/* [a], [a+4], [a+-4], [a-4]; [a, {b}] of a tensor, which no instruction here takes. */
static bool parse_address(struct parser *p, struct sw_ptx_operand *into) {
    into->kind = SW_PTX_ADDRESS;
    struct sw_ptx_operand base, offset = {0};
    if (!parse_operand(p, &base))
        return false;
    sw_vec_push(p->text.arena, &into->parts, base);
    if (sw_ptx_take(&p->text, ',')) {
        if (!parse_operand(p, &offset) || offset.kind != SW_PTX_VECTOR)
            return fail(p, "']' expected");
        sw_vec_push(p->text.arena, &into->parts, offset);
        return sw_ptx_take(&p->text, ']') || fail(p, "']' expected");
    }
    bool plus = sw_ptx_take(&p->text, '+'), minus = sw_ptx_take(&p->text, '-');
    if (plus || minus) {
        sw_ptx_skip(&p->text);
        if (*p->text.at == '$' ? !parse_place(p, &offset) : !sw_ptx_number(&p->text, &offset))
            return fail(p, "an address's offset must be a number");
        into->bits = minus ? 0 - offset.bits : offset.bits;
        if (offset.kind == SW_PTX_PLACE)
            sw_vec_push(p->text.arena, &into->parts, offset);
    }
    return sw_ptx_take(&p->text, ']') || fail(p, "']' expected");
}

/* The number behind a minus sign. */
static bool parse_negative(struct parser *p, struct sw_ptx_operand *into) {
    if (!sw_ptx_number(&p->text, into))
        return fail(p, "a number expected behind '-'");
    into->bits = into->is_exact_float    ? into->bits ^ 0x80000000u
                 : into->is_exact_double ? into->bits ^ 1ull << 63
                                         : 0 - into->bits;
    into->number = -into->number;
    return true;
}

static bool parse_atom(struct parser *p, struct sw_ptx_operand *into) {
    struct sw_ptx_text *t = &p->text;
    sw_ptx_skip(t);
    if (*t->at == '$') {
        if (!parse_place(p, into))
            return fail(p, "an operand's number expected behind '%'");
        parse_suffixes(p, into);
        return true;
    }
    if (sw_ptx_number(t, into))
        return true;
    const char *word = sw_ptx_word(t);
    if (!word)
        return fail(p, "an operand expected");
    into->kind = sw_equal(word, "_") ? SW_PTX_NOTHING : SW_PTX_NAME;
    into->name = word;
    parse_suffixes(p, into);
    return true;
}

static bool parse_one(struct parser *p, struct sw_ptx_operand *into) {
    struct sw_ptx_text *t = &p->text;
    *into = (struct sw_ptx_operand){0};
    if (sw_ptx_take(t, '[')) {
        return parse_address(p, into);
    } else if (sw_ptx_take(t, '{')) {
        into->kind = SW_PTX_VECTOR;
        return parse_parts(p, into) && (sw_ptx_take(t, '}') || fail(p, "'}' expected"));
    } else if (sw_ptx_take(t, '!')) {
        into->is_inverted = true;
        return parse_atom(p, into);
    } else if (sw_ptx_take(t, '-')) {
        return parse_negative(p, into);
    }
    return parse_atom(p, into);
}

static bool parse_operand(struct parser *p, struct sw_ptx_operand *into) {
    sw_ptx_skip(&p->text);
    const char *start = p->text.at;
    if (!parse_one(p, into))
        return false;
    if (sw_ptx_take(&p->text, '|')) {
        struct sw_ptx_operand pair = {.kind = SW_PTX_PAIR}, second;
        if (!parse_one(p, &second))
            return false;
        sw_vec_push(p->text.arena, &pair.parts, *into);
        sw_vec_push(p->text.arena, &pair.parts, second);
        *into = pair;
    }
    into->text = one_line(p->text.arena, start, p->text.at);
    return true;
}

/* .reg .u32 a, b<4>; */
static bool parse_registers(struct parser *p, struct sw_ptx_statement *s) {
    struct sw_ptx_text *t = &p->text;
    s->kind = SW_PTX_REGISTERS;
    if (!sw_ptx_take(t, '.') || !(s->name = sw_ptx_word(t)))
        return fail(p, "a type expected behind '.reg'");
    do {
        const char *name = sw_ptx_word(t);
        struct sw_ptx_operand count = {.bits = 1};
        if (!name)
            return fail(p, "a register's name expected");
        if (!sw_ptx_take(t, '<')) {
            sw_vec_push(t->arena, &s->words, name);
            continue;
        }
        if (!sw_ptx_number(t, &count) || count.bits > 65536 || !sw_ptx_take(t, '>'))
            return fail(p, "a number of registers expected");
        for (unsigned i = 0; i < count.bits; i++)
            sw_vec_push(t->arena, &s->words, sw_arena_printf(t->arena, "%s%u", name, i));
    } while (sw_ptx_take(t, ','));
    return true;
}

/* add.cc.u32: the name, and the words behind it. "L2::128B" is one word. */
static void parse_words(struct parser *p, struct sw_ptx_statement *s) {
    struct sw_ptx_text *t = &p->text;
    while (*t->at == '.') {
        const char *start = ++t->at;
        while (isalnum((unsigned char)*t->at) || *t->at == '_' || (t->at[0] == ':' && t->at[1] == ':') ||
               (t->at[0] == ':' && t->at[-1] == ':'))
            t->at++;
        sw_vec_push(t->arena, &s->words, sw_arena_strndup(t->arena, start, (size_t)(t->at - start)));
    }
}

static bool parse_guard(struct parser *p, struct sw_ptx_statement *s) {
    if (!sw_ptx_take(&p->text, '@'))
        return true;
    s->has_guard = true;
    return parse_one(p, &s->guard);
}

static bool at_end(struct parser *p) {
    sw_ptx_skip(&p->text);
    return *p->text.at == ';' || *p->text.at == '\0';
}

static bool parse_instruction(struct parser *p, struct sw_ptx_statement *s) {
    s->kind = SW_PTX_INSTRUCTION;
    if (!parse_guard(p, s))
        return false;
    s->name = sw_ptx_word(&p->text);
    if (!s->name)
        return fail(p, "an instruction expected");
    if (!s->has_guard && sw_ptx_take(&p->text, ':')) {
        s->kind = SW_PTX_LABEL;
        return true;
    }
    parse_words(p, s);
    if (at_end(p))
        return true;
    do {
        struct sw_ptx_operand operand;
        if (!parse_operand(p, &operand))
            return false;
        sw_vec_push(p->text.arena, &s->operands, operand);
    } while (sw_ptx_take(&p->text, ','));
    return true;
}

static bool parse_statement(struct parser *p, struct sw_ptx_statement *s) {
    struct sw_ptx_text *t = &p->text;
    if (sw_ptx_take(t, '{')) {
        s->kind = SW_PTX_OPEN;
        return true;
    }
    if (sw_ptx_take(t, '}')) {
        s->kind = SW_PTX_CLOSE;
        return true;
    }
    if (sw_ptx_take(t, '.')) {
        const char *directive = sw_ptx_word(t);
        if (directive && sw_equal(directive, "pragma")) {
            s->kind = SW_PTX_PRAGMA;
            t->at += strcspn(t->at, ";");
            return true;
        }
        if (!directive || !sw_equal(directive, "reg"))
            return fail(p, sw_arena_printf(t->arena, "directive '.%s' is not supported", directive ? directive : ""));
        if (!parse_registers(p, s))
            return false;
    } else if (!parse_instruction(p, s)) {
        return false;
    }
    if (s->kind == SW_PTX_LABEL || at_end(p))
        return true;
    return fail(p, "';' expected");
}

/* $$ -> $, ${:uid} -> a letter: labels are the statement's own anyway. */
static const char *unescaped(struct sw_arena *arena, const char *text) {
    char *copy = sw_arena_strdup(arena, text), *out = copy;
    for (const char *at = text; *at; at++) {
        if (at[0] == '$' && at[1] == '$') {
            at++;
            *out++ = '_';
        } else if (sw_starts_with(at, "${:uid}")) {
            at += strlen("${:uid}") - 1;
            *out++ = '0';
        } else {
            *out++ = *at;
        }
    }
    *out = '\0';
    return copy;
}

bool sw_ptx_parse(struct sw_arena *arena, const char *text, struct sw_ptx_statements *into, const char **message) {
    struct parser p = {.text = {arena, unescaped(arena, text), 0}};
    for (;;) {
        while (sw_ptx_take(&p.text, ';'))
            ;
        sw_ptx_skip(&p.text);
        if (!*p.text.at)
            return true;
        struct sw_ptx_statement statement = {.line = p.text.line};
        const char *start = p.text.at;
        if (!parse_statement(&p, &statement)) {
            const char *end = p.text.at + strcspn(p.text.at, ";\n");
            *message = sw_arena_printf(arena, "%s: '%s'", p.message ? p.message : "cannot be read",
                                       one_line(arena, start, end));
            return false;
        }
        statement.text = one_line(arena, start, p.text.at);
        sw_vec_push(arena, into, statement);
    }
}
