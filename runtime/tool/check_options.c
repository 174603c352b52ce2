/* Options of `softwarp check`: the rows of check_options.def. */
#define _DEFAULT_SOURCE
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fatal.h"
#include "check.h"
#include "system.h"

static const char *const tools[] = {
#define TOOL(name) #name,
#include "check/tools.def"
#undef TOOL
};
enum { NUM_TOOLS = sizeof tools / sizeof *tools, MOST_SEEDS = 1000, MOST_NUMBER = 1 << 30 };

/* All but `trace`, which finds nothing. */
static const char *all_tools(void) {
    static char text[256];
    text[0] = 0;
    for (size_t i = 0; i < NUM_TOOLS; i++) {
        if (!strcmp(tools[i], "trace"))
            continue;
        if (*text)
            strcat(text, ",");
        strcat(text, tools[i]);
    }
    return text;
}

static const char *command; /* as it was called, for messages */

static bool fail(const char *what, const char *word) {
    fprintf(stderr, "%s: %s%s%s (%s --help shows the options)\n", command, what, word ? ": " : "", word ? word : "",
            command);
    return false;
}

static bool is_tool(const char *name, size_t length) {
    for (size_t i = 0; i < NUM_TOOLS; i++)
        if (strlen(tools[i]) == length && !strncmp(tools[i], name, length))
            return true;
    return false;
}

/* The first --tool takes the place of the default, others add to it. */
static void add_tool(struct check_options *o, const char *name, size_t length) {
    static char list[256]; /* has room for each tool once */
    if (o->tools != list)
        *list = 0;
    o->tools = list;
    for (const char *at = list; *at; at += strcspn(at, ","), at += *at == ',')
        if (strcspn(at, ",") == length && !strncmp(at, name, length))
            return;
    size_t used = strlen(list);
    snprintf(list + used, sizeof list - used, "%s%.*s", used ? "," : "", (int)length, name);
}

static bool set_tools(struct check_options *o, const char *list) {
    if (!strcmp(list, "all"))
        list = all_tools();
    for (const char *name = list;; name++) {
        size_t length = strcspn(name, ",");
        if (!is_tool(name, length))
            return fail("there is no such tool", list);
        add_tool(o, name, length);
        name += length;
        if (!*name)
            return true;
    }
}

bool check_read_number(const char *text, unsigned most, unsigned *number) {
    char *end;
    unsigned long value = strtoul(text, &end, 10);
    *number = (unsigned)value;
    return *text >= '0' && *text <= '9' && !*end && value <= most;
}

/* compute-sanitizer writes kernel_substring=TEXT (kns=TEXT). */
const char *check_kernel_text(const char *value) {
    static const char *const prefixes[] = {"kernel_substring=", "kns="};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (!strncmp(value, prefixes[i], strlen(prefixes[i])))
            return value + strlen(prefixes[i]);
    return value;
}

static bool read_number(const char *option, const char *value, unsigned least, unsigned most, unsigned *number) {
    if (check_read_number(value, most, number) && *number >= least)
        return true;
    fprintf(stderr, "%s: %s wants a whole number from %u to %u: %s (%s --help shows the options)\n", command, option,
            least, most, value, command);
    return false;
}

/* The place of the word in a list that null ends; -1: it is not there, which has been said. */
static int choose(const char *option, const char *const *words, const char *value) {
    for (int i = 0; words[i]; i++)
        if (!strcmp(words[i], value))
            return i;
    fprintf(stderr, "%s: %s wants ", command, option);
    for (int i = 0; words[i]; i++)
        fprintf(stderr, "%s%s", i ? words[i + 1] ? ", " : " or " : "", words[i]);
    fprintf(stderr, ": %s (%s --help shows the options)\n", value, command);
    return -1;
}

static bool set_error_exit(struct check_options *o, const char *value) {
    unsigned number = 0;
    bool is_fine = read_number("--error-exitcode", value, 0, 255, &number);
    o->error_exit = (int)number;
    return is_fine;
}

static bool set_allow_unchecked(struct check_options *o, const char *value) {
    return o->allows_unchecked = !value;
}

static bool set_require_cuda(struct check_options *o, const char *value) {
    static const char *const words[] = {"yes", "no", NULL};
    int choice = choose("--require-cuda-init", words, value ? value : "yes");
    o->allows_nothing = choice == 1;
    return choice >= 0;
}

static bool add_filter(struct check_options *o, const char *value, bool is_regex, bool excludes) {
    if (swrt_kernel_filters_add(&o->filters, value, is_regex, excludes))
        return true;
    bool is_empty = !*value || strchr("=:", value[strlen(value) - 1]);
    return fail(is_empty ? "an empty name, which all kernels have in theirs" : "no regular expression",
                *value ? value : NULL);
}

static bool set_kernel_name(struct check_options *o, const char *value) {
    return add_filter(o, value, false, false);
}

static bool set_kernel_regex(struct check_options *o, const char *value) {
    return add_filter(o, value, true, false);
}

static bool set_kernel_name_exclude(struct check_options *o, const char *value) {
    return add_filter(o, value, false, true);
}

static bool set_kernel_regex_exclude(struct check_options *o, const char *value) {
    return add_filter(o, value, true, true);
}

static bool set_launch_skip(struct check_options *o, const char *value) {
    return read_number("--launch-skip", value, 0, MOST_NUMBER, &o->skip);
}

static bool set_launch_count(struct check_options *o, const char *value) {
    return read_number("--launch-count", value, 0, MOST_NUMBER, &o->launches);
}

static void tell_number(FILE *to, const char *option, unsigned number) {
    if (number)
        fprintf(to, " %s=%u", option, number);
}

const char *check_options_wanted(const struct check_options *o) {
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    if (!to)
        swrt_fatal("out of memory");
    swrt_kernel_filters_tell(&o->filters, to);
    tell_number(to, "--launch-skip", o->skip);
    tell_number(to, "--launch-count", o->launches);
    fclose(to);
    if (size)
        return text;
    free(text);
    return NULL;
}

static bool set_leaks(struct check_options *o, const char *value) {
    static const char *const words[] = {"full", "no", NULL};
    int choice = choose("--leak-check", words, value);
    o->leaks = choice == 0;
    return choice >= 0;
}

static bool set_api_errors(struct check_options *o, const char *value) {
    static const char *const words[] = {"no", "explicit", "all", NULL};
    o->api_errors = value;
    return choose("--report-api-errors", words, value) >= 0;
}

static bool set_policy(struct check_options *o, const char *value) {
    static const char *const words[] = {"pragmatic", "strict", NULL};
    o->policy = value;
    return choose("--policy", words, value) >= 0;
}

static bool set_seeds(struct check_options *o, const char *value) {
    return read_number("--seeds", value, 1, MOST_SEEDS, &o->seeds);
}

static bool set_seed(struct check_options *o, const char *value) {
    return read_number("--seed", value, 0, MOST_NUMBER, &o->first_seed);
}

static bool set_print_limit(struct check_options *o, const char *value) {
    return read_number("--print-limit", value, 0, MOST_NUMBER, &o->print.limit);
}

static bool set_print_level(struct check_options *o, const char *value) {
    static const char *const words[] = {"info", "warn", "error", "fatal", NULL};
    int choice = choose("--print-level", words, value);
    o->print.omits_warnings = choice >= 2;
    return choice >= 0;
}

static bool set_backtrace(struct check_options *o, const char *value) {
    static const char *const words[] = {"yes", "host", "device", "no", NULL};
    int choice = choose("--show-backtrace", words, value);
    o->print.omits_host = choice >= 2;
    o->print.omits_device = choice == 1 || choice == 3;
    return choice >= 0;
}

/* A row of check_options.def. */
struct row {
    enum { OPTION, TEXT, SKIP, LACK } kind;
    const char *name, *short_name, *metavar;
    const char *text;                                        /* help, or the reason */
    bool (*set)(struct check_options *o, const char *value); /* OPTION */
    size_t field;                                            /* TEXT: its offset */
};
static const struct row rows[] = {
#define OPTION(name, short, metavar, setter, help) {OPTION, name, short, metavar, help, .set = setter},
#define TEXT(name, metavar, member, help) \
    {TEXT, name, NULL, metavar, help, .field = offsetof(struct check_options, member)},
#define SKIP(name, metavar, reason) {SKIP, name, NULL, metavar, .text = reason},
#define LACK(name, metavar, reason) {LACK, name, NULL, metavar, .text = reason},
#include "check_options.def"
};
enum { NUM_ROWS = sizeof rows / sizeof *rows, HELP_COLUMN = 27 };

static bool is_ignored(const struct row *row) {
    return row->kind == SKIP || row->kind == LACK;
}

/* The option, its value and, from a column on, what there is to say, a line break being one. */
static void print_row(const struct row *row) {
    char text[1024];
    int used = printf("  %s%s%s", row->name, row->metavar ? " " : "", row->metavar ? row->metavar : "");
    if (row->short_name)
        used += printf(", %s", row->short_name);
    bool lists_tools = row->set == set_tools;
    snprintf(text, sizeof text, lists_tools ? row->text : "%s", lists_tools ? all_tools() : row->text);
    char *rest = text;
    for (char *line; (line = strsep(&rest, "\n")); used = 0) {
        if (used >= HELP_COLUMN - 1)
            used = printf("\n") - 1;
        printf("%*s%s\n", HELP_COLUMN - used, "", line);
    }
}

static void print_help(void) {
    printf("usage: %s [options] PROGRAM [arguments]\n\n"
           "Runs a CUDA program that was built with swcc --check, and says what is wrong in it.\n\n",
           command);
    for (size_t i = 0; i < NUM_ROWS; i++)
        if (!is_ignored(&rows[i]))
            print_row(&rows[i]);
    puts("  --version, -v            show the version\n  --help, -h               show this text\n\n"
         "Accepted and ignored, since compute-sanitizer has them:\n");
    for (size_t i = 0; i < NUM_ROWS; i++)
        if (is_ignored(&rows[i]))
            print_row(&rows[i]);
}

/* In the style of compute-sanitizer, whose place this takes. */
static void print_version(void) {
    puts("Softwarp Compute Sanitizer (softwarp check)\nVersion " SOFTWARP_VERSION);
}

static const struct row *find_row(const char *name, size_t length) {
    for (size_t i = 0; i < NUM_ROWS; i++) {
        const char *names[] = {rows[i].name, rows[i].short_name};
        for (size_t k = 0; k < 2; k++)
            if (names[k] && strlen(names[k]) == length && !strncmp(names[k], name, length))
                return &rows[i];
    }
    return NULL;
}

static bool is_yes_no(const char *word) {
    return word && (!strcmp(word, "yes") || !strcmp(word, "no"));
}

/* Of an option that is ignored: its metavar says which values it has. A name that is free has no rule. */
static bool is_fine(const struct row *row, const char *value) {
    const char *words[8] = {0};
    char text[128];
    unsigned ignored;
    bool is_number = !strcmp(row->metavar, "N") || !strcmp(row->metavar, "BYTES") || !strcmp(row->metavar, "SECONDS");
    if (is_number)
        return read_number(row->name, value, 0, MOST_NUMBER, &ignored);
    if (!strchr(row->metavar, '|'))
        return *value || fail("a value is missing behind", row->name);
    snprintf(text, sizeof text, "%s", row->metavar);
    char *rest = text;
    for (size_t i = 0; rest && i < 7; i++)
        words[i] = strsep(&rest, "|");
    return choose(row->name, words, value) >= 0;
}

static bool apply(struct check_options *o, const struct row *row, const char *value) {
    if (row->kind == OPTION)
        return row->set(o, value);
    if (row->kind == TEXT) {
        memcpy((char *)o + row->field, &value, sizeof value);
        return true;
    }
    if (value && !is_fine(row, value))
        return false;
    if (row->kind == LACK && (!value || strcmp(value, "no")))
        fprintf(stderr, "%s: %s is ignored: %s\n", command, row->name, row->text);
    return true;
}

/* Whether the word behind an option that may stand alone is its value. What is neither a value nor a program would be
 * called one that cannot be run: it is a wrong value. */
static bool is_value(const struct row *row, const char *word) {
    if (!row->metavar || strcmp(row->metavar, "yes|no"))
        return row->metavar;
    return is_yes_no(word) || (word && *word != '-' && !tool_can_run(word));
}

/* "--name value" or "--name=value" at argv[*at], which moves on. */
static bool read_option(struct check_options *o, char **argv, int *at) {
    const char *word = argv[(*at)++], *equals = strchr(word, '=');
    const struct row *row = find_row(word, equals ? (size_t)(equals - word) : strlen(word));
    const char *value = equals ? equals + 1 : NULL;
    if (!row || (value && !row->metavar))
        return fail("unknown option", word);
    if (!value && is_value(row, argv[*at])) {
        value = argv[*at];
        if (!value)
            return fail("a value is missing behind", word);
        ++*at;
    }
    if (row->kind == TEXT && !*value)
        return fail("a value is missing behind", word);
    return apply(o, row, value);
}

static bool has_tool(const struct check_options *o, const char *name) {
    size_t length = strlen(name);
    for (const char *at = o->tools; *at; at += strcspn(at, ","), at += *at == ',')
        if (strcspn(at, ",") == length && !strncmp(at, name, length))
            return true;
    return false;
}

/* Options of a tool that is not on: that is said, and they want nothing. */
static void tell_idle(struct check_options *o) {
    bool has_memcheck = has_tool(o, "memcheck");
    o->asks_for_calls = o->api_errors && strcmp(o->api_errors, "no");
    const struct {
        const char *option, *tools;
        bool is_idle;
    } options[] = {
        {"--leak-check", "memcheck", o->leaks && !has_memcheck},
        {"--report-api-errors", "memcheck", o->asks_for_calls && !has_memcheck},
        {"--policy", "racecheck and synccheck", o->policy && !has_tool(o, "racecheck") && !has_tool(o, "synccheck")},
    };
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (options[i].is_idle)
            fprintf(stderr, "%s: %s changes nothing here: it is for %s (--tool %s)\n", command, options[i].option,
                    options[i].tools, o->tools);
    o->leaks &= has_memcheck;
    o->asks_for_calls &= has_memcheck;
}

bool check_options_parse(int argc, char **argv, struct check_options *o, int *status) {
    command = !strcmp(argv[0], "check") ? "softwarp check" : argv[0];
    *o = (struct check_options){.command = command, .tools = "memcheck", .print.limit = 100};
    int at = 1;
    *status = 0;
    while (at < argc && argv[at][0] == '-' && strcmp(argv[at], "--")) {
        bool is_help = !strcmp(argv[at], "--help") || !strcmp(argv[at], "-h");
        bool is_version = !strcmp(argv[at], "--version") || !strcmp(argv[at], "-v");
        if (is_help)
            print_help();
        if (is_version)
            print_version();
        if (is_help || is_version)
            return false;
        *status = 2;
        if (!read_option(o, argv, &at))
            return false;
    }
    at += at < argc && !strcmp(argv[at], "--");
    o->program = argv + at;
    tell_idle(o);
    *status = 2;
    return at < argc || fail("no program given", NULL);
}
