/* Versions: a unit compiled for several processors (--cpu=portable), by a process for each, forked off once the unit is
 * loaded; ld -r makes one object of theirs (codegen/version.c). The one with the most instructions speaks for all: the
 * remarks are about it, and what the others have to say is shown only if they alone have failed. */
#include "codegen/codegen.h"
#include "pipeline/pipeline.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* "a,b,c", so that two lists can be compared. */
static const char *spelt(struct sw_arena *arena, const char *list) {
    struct sw_strings names = {0};
    const char *text = "";
    if (!sw_processors_of(arena, list, &names))
        return NULL;
    for (size_t i = 0; i < names.count; i++)
        text = sw_arena_printf(arena, "%s%s%s", text, i ? "," : "", names.at[i]);
    return text;
}

/* What the objects of a device link were compiled for, if that was said and the link says nothing. Their code is made
 * only now, so those that say nothing follow; but of two that were meant for different processors one would be wrong. */
static bool take_wishes(struct sw_unit *unit) {
    const struct sw_wish *first = unit->wishes.count ? &unit->wishes.at[0] : NULL;
    for (size_t i = 1; i < unit->wishes.count; i++) {
        const struct sw_wish *other = &unit->wishes.at[i];
        const char *a = spelt(unit->ir.arena, first->list), *b = spelt(unit->ir.arena, other->list);
        if (!a || !b)
            return false;
        if (!sw_equal(a, b))
            return sw_error(SW_NOWHERE,
                            "'%s' was compiled with --cpu=%s (or -march), '%s' with --cpu=%s: give one "
                            "--cpu= to the link",
                            first->file, first->list, other->file, other->list),
                   false;
    }
    unit->options.cpu = first ? first->list : "native";
    return true;
}

bool sw_settle_processors(struct sw_unit *unit, struct sw_strings *names) {
    const struct sw_options *o = &unit->options;
    if (!o->cpu && !take_wishes(unit))
        return false;
    if (!sw_processors_of(unit->ir.arena, o->cpu, names))
        return false;
    bool wants_one = !sw_equal(o->emit, "obj") || o->print || o->stop_after || o->only_pass;
    if (names->count > 1 && wants_one)
        return sw_error(SW_NOWHERE, "--cpu=%s: only objects can be made for several processors", o->cpu), false;
    return true;
}

struct maker {
    struct sw_unit *unit;
    const struct sw_strings *names;
    struct sw_strings objects, said;
    unsigned speaker;
    int64_t *speaker_failed; /* memory that the processes share */
    bool (*compile)(struct sw_unit *unit);
};

static unsigned count_features(struct sw_arena *arena, const char *name) {
    return (unsigned)__builtin_popcountll(sw_processor_of(arena, name).features);
}

static unsigned best_of(struct sw_arena *arena, const struct sw_strings *names) {
    unsigned best = 0;
    for (unsigned i = 1; i < names->count; i++)
        if (count_features(arena, names->at[i]) >= count_features(arena, names->at[best]))
            best = i;
    return best;
}

static void be_silent(struct sw_options *o, const char *file) {
    int to = open(file, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (to >= 0) {
        dup2(to, STDERR_FILENO);
        close(to);
    }
    o->tell_remarks = o->keep_remarks = false;
    o->remarks = NULL;
}

/* The speaker comes first: once a version has failed no other is started. */
static unsigned version_of(const struct maker *m, unsigned child) {
    return child == 0 ? m->speaker : child <= m->speaker ? child - 1 : child;
}

static bool make_version(void *data, unsigned child) {
    struct maker *m = data;
    unsigned version = version_of(m, child);
    struct sw_options *o = &m->unit->options;
    unsigned jobs = sw_jobs_of(m->unit) / (unsigned)m->names->count;
    o->cpu = m->names->at[version];
    o->version = version;
    o->output = m->objects.at[version];
    o->jobs = jobs ? jobs : 1;
    if (o->keep_stages)
        o->keep_stages = sw_arena_printf(m->unit->ir.arena, "%s%s-", o->keep_stages, o->cpu);
    if (version != m->speaker)
        be_silent(o, m->said.at[version]);
    m->unit->remarks.is_wanted = sw_wants_remarks(o);
    bool is_made = m->compile(m->unit) && !sw_error_count();
    if (version == m->speaker)
        *m->speaker_failed = !is_made;
    return is_made;
}

/* What a silent one said that has failed alone. */
static void show_said(const struct maker *m) {
    size_t size = 0;
    for (size_t i = 0; i < m->said.count && !*m->speaker_failed; i++) {
        const char *text = sw_read_file(m->unit->ir.arena, m->said.at[i], &size);
        if (!text || !size)
            continue;
        sw_note(SW_NOWHERE, "for %s:", m->names->at[i]);
        fputs(text, stderr);
        return;
    }
}

static void clean_up(const struct maker *m) {
    for (size_t i = 0; i < m->objects.count; i++) {
        unlink(m->objects.at[i]);
        unlink(m->said.at[i]);
    }
}

bool sw_compile_versions(struct sw_unit *unit, const struct sw_strings *names, bool (*compile)(struct sw_unit *unit)) {
    struct sw_arena *arena = unit->ir.arena;
    struct maker m = {.unit = unit, .names = names, .compile = compile, .speaker = best_of(arena, names)};
    unit->options.versions = (unsigned)names->count;
    m.speaker_failed = sw_shared_numbers(1);
    for (size_t i = 0; i < names->count; i++) {
        sw_vec_push(arena, &m.objects, sw_arena_printf(arena, "%s.version%zu", unit->options.output, i));
        sw_vec_push(arena, &m.said, sw_arena_printf(arena, "%s.said%zu", unit->options.output, i));
    }
    int status = sw_run_children(unit->options.versions, sw_jobs_of(unit), make_version, &m);
    bool is_made = !status && sw_join_objects(arena, &m.objects, unit->options.output);
    if (status)
        show_said(&m);
    clean_up(&m);
    if (status == 70) /* a bug, which has been said */
        exit(status);
    return is_made;
}
