/* Braced lists in launches, kernel<<<1, {2, 3}>>>(): nvcc takes them for what the place wants, clang does not; with that type's
 * name in front it does. */
#include "frontend/frontend.h"

#include <string.h>

static const char *const types[] = {"dim3", "dim3", "size_t", "cudaStream_t"};
enum { MOST = sizeof types / sizeof *types };

static const char *skip_space(const char *at) {
    return at + strspn(at, " \t\r\n\\");
}

/* Behind an argument: at the comma, the end of the list, or what shows that it is none. */
static const char *skip_argument(const char *at) {
    for (int depth = 0; *at && (depth || (!sw_starts_with(at, ">>>") && !strchr(",;", *at))); at++) {
        depth += strchr("([{", *at) != NULL;
        if (strchr(")]}", *at) && !depth--)
            break;
    }
    return at;
}

/* Whether both begin with the same list, however much space stands in it. */
static bool is_same_list(const char *a, const char *b) {
    for (int depth = 0;; a++, b++) {
        a = skip_space(a);
        b = skip_space(b);
        if (*a != *b || !*a)
            return false;
        depth += (*a == '{') - (*a == '}');
        if (!depth)
            return true;
    }
}

struct launch {
    const char *arguments[MOST];
    unsigned count, list; /* list: which of them is looked for */
};

/* at: behind <<< */
static void read_launch(struct launch *launch, const char *at) {
    launch->count = 0;
    for (bool goes_on = true; goes_on && launch->count < MOST; at++) {
        launch->arguments[launch->count++] = skip_space(at);
        at = skip_argument(skip_space(at));
        goes_on = *at == ',';
    }
}

static bool find_launch(struct launch *launch, const char *text, const char *list) {
    bool is_here = list >= text && list < text + strlen(text);
    for (const char *at = text; (at = strstr(at, "<<<")); at++) {
        read_launch(launch, at + strlen("<<<"));
        for (launch->list = 0; launch->list < launch->count; launch->list++) {
            const char *argument = launch->arguments[launch->list];
            if (*argument == '{' && (is_here ? argument == list : is_same_list(argument, list)))
                return true;
        }
    }
    return false;
}

const char *sw_launch_list_type(const char *text, const char *list) {
    struct launch launch;
    return find_launch(&launch, text, list) ? types[launch.list] : NULL;
}

const char *sw_name_launch_lists(struct sw_arena *arena, const char *text, const char *list) {
    struct launch launch;
    if (!find_launch(&launch, text, list))
        return NULL;
    const char *named = "", *done = text;
    for (unsigned i = launch.list; i < launch.count; i++) {
        const char *at = launch.arguments[i];
        if (*at == '{') {
            named = sw_arena_printf(arena, "%s%.*s%s", named, (int)(at - done), done, types[i]);
            done = at;
        }
    }
    return sw_arena_printf(arena, "%s%s", named, done);
}
