/* swcc: compiles and links CUDA C programs for this CPU. */
#include "driver/driver.h"

#include <stdio.h>
#include <string.h>

/* The services of swcc to its own steps, and to the scripts that --dryrun prints: what happens between steps inside
 * swcc itself, and what a step needs to know of an object. */
static int serve(struct sw_arena *arena, int argc, char **argv) {
    if (sw_equal(argv[1], "--registration-of")) {
        const char *symbol = sw_register_symbol(arena, argv[2]);
        if (symbol)
            printf("--register=%s\n", symbol);
        return 0;
    }
    if (sw_equal(argv[1], "--registered-by")) {
        struct sw_stub_wishes wishes = {
            .hidden = !sw_equal(argv[4], "seen"), .id = argv[5] + strlen("--id="), .own = argc > 6 ? argv[6] : NULL};
        return !sw_write_registered(arena, argv[2], argv[3], &wishes);
    }
    struct sw_strings objects = {0}, files = {0};
    for (int i = 3; i < argc; i++)
        sw_vec_push(arena, &objects, argv[i]);
    return !sw_collect_device_code(arena, &objects, argv[2], &files);
}

static bool is_service(int argc, char **argv) {
    return (argc > 2 && (sw_equal(argv[1], "--registration-of") || sw_equal(argv[1], "--collect-device-code"))) ||
           ((argc == 6 || argc == 7) && sw_equal(argv[1], "--registered-by") && sw_starts_with(argv[5], "--id="));
}

static void tell_ignored(const struct sw_options *options) {
    for (size_t i = 0; i < options->ignored.count; i++)
        sw_note(SW_NOWHERE, "%s", options->ignored.at[i]);
}

static int do_job(struct sw_arena *arena, struct sw_options *options, const struct sw_strings *words) {
    struct sw_job job;
    struct sw_plan plan;
    bool show = options->verbose || options->dry_run;
    if (show)
        /* before any error: CMake asks with a file that does not exist */
        sw_show_tree(arena, sw_root(arena), options->dry_run);
    if (!sw_job_settle(&job, arena, options, words))
        return 1;
    if (show) {
        sw_show_arch(&job.frontend.arch);
        tell_ignored(options);
    }
    if (options->print_clangd) {
        sw_print_clangd(&job);
        return 0;
    }
    sw_plan_job(&plan, &job);
    if (sw_error_count())
        return 1;
    if (!options->dry_run)
        return sw_run_steps(&job, &plan.steps);
    sw_show_steps(&job, &plan.steps);
    return 0;
}

static int run(struct sw_arena *arena, int argc, char **argv) {
    struct sw_options options = {0};
    struct sw_strings words = {0};
    sw_expand_words(arena, &words, argc, argv);
    sw_options_parse(arena, &options, &words);
    if (options.help)
        sw_print_help();
    else if (options.version)
        sw_print_version();
    else if (options.list_code || options.list_arch)
        sw_list_archs(options.list_arch, options.list_code);
    else
        return sw_error_count() ? 1 : do_job(arena, &options, &words);
    return sw_error_count() != 0;
}

int main(int argc, char **argv) {
    sw_diag_set_program("swcc");
    sw_interrupt_install();
    struct sw_arena *arena = sw_arena_create();
    int status = is_service(argc, argv) ? serve(arena, argc, argv) : run(arena, argc, argv);
    sw_arena_destroy(arena);
    return status;
}
