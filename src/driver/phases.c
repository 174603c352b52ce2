/* From a job to steps: what is done to each file.
 *
 *   .cu   device pass ──► middle end ──┐        (-rdc: the device code is only wrapped, and compiled at the link)
 *         identity ──► host pass ──────┴─► merge ──► .o      (compiling only; a link takes both objects as they are)
 *                      (the middle end is told what the host object registers)
 *   .c .cpp .s   host compiler ──► .o */
#include "driver/phases.h"

#include <string.h>

const char *sw_work_file(const struct sw_job *job, const struct sw_input *input, const char *suffix) {
    return FORMAT("%s/%s.%s", job->work_dir, input->stem, suffix);
}

static const char *in_output_dir(const struct sw_job *job, const char *name) {
    const char *dir = job->options->output_dir;
    return dir ? FORMAT("%s/%s", dir, name) : name;
}

/* The object of a source file that -c makes, or that a link takes. */
static const char *object_of(const struct sw_job *job, const struct sw_input *input) {
    if (job->action == SW_LINK || job->action == SW_DEVICE_LINK || job->action == SW_LIBRARY)
        return sw_work_file(job, input, "o");
    if (job->action == SW_COMPILE && job->output)
        return job->output;
    return in_output_dir(job, FORMAT("%s.o", sw_path_stem(job->arena, input->path)));
}

/* -x of gcc and clang; null for CUDA. */
static const char *host_language(const struct sw_input *input) {
    const char *extension = sw_path_extension(input->path);
    switch (input->language) {
    case SW_C:
        return sw_equal(extension, ".i") ? "cpp-output" : "c";
    case SW_CXX:
        return sw_equal(extension, ".ii") ? "c++-cpp-output" : "c++";
    case SW_ASSEMBLER:
        return sw_equal(extension, ".S") ? "assembler-with-cpp" : "assembler";
    default:
        return NULL;
    }
}

/* Name of the make rule's file: -MF; else the result's with .d; else the source's. */
static const char *depend_file(const struct sw_job *job, const struct sw_input *input) {
    const struct sw_options *o = job->options;
    if (o->depend_file)
        return o->depend_file;
    if (!o->output)
        return in_output_dir(job, FORMAT("%s.d", sw_path_stem(job->arena, input->path)));
    size_t length = strlen(o->output) - strlen(sw_path_extension(o->output));
    return FORMAT("%.*s.d", (int)length, o->output);
}

static const char *depend_target(const struct sw_job *job, const struct sw_input *input) {
    if (job->options->depend_target)
        return job->options->depend_target;
    return job->action == SW_LINK ? job->output : object_of(job, input);
}

/* A target that is typed (-MT) is make's text already; one that we name gets its spaces and $ escaped for make. */
static void push_depend_target(struct sw_strings *words, const struct sw_job *job, const struct sw_input *input) {
    sw_vec_push(job->arena, words, job->options->depend_target ? "-MT" : "-MQ");
    sw_vec_push(job->arena, words, depend_target(job, input));
}

/* The clang options that make it write the make rule while compiling. */
static struct sw_strings depend_words(const struct sw_job *job, const struct sw_input *input) {
    const struct sw_options *o = job->options;
    struct sw_strings words = {0};
    if (!o->depend_too && !o->depend_user_too)
        return words;
    const char *list[] = {o->depend_too ? "-MD" : "-MMD", "-MF", depend_file(job, input)};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        sw_vec_push(job->arena, &words, list[i]);
    push_depend_target(&words, job, input);
    if (o->depend_phony)
        sw_vec_push(job->arena, &words, "-MP");
    return words;
}

struct step_list {
    size_t *at;
    size_t count, capacity;
};

/* What clang reads in a file's place: where special registers in inline PTX are not escaped, the text with them escaped;
 * without words that nvcc ignores, with deduction guides of both sides, and concepts and clauses that see both (asking null:
 * there are none); of what came through a pipe a copy, for every pass reads it. Null: the file itself. */
static const char *text_instead(struct sw_arena *arena, const struct sw_source_file *file,
                                const struct sw_strings *asking, size_t *size) {
    const char *escaped = sw_escape_registers(arena, file->text, size);
    const char *text = escaped ? sw_arena_strndup(arena, escaped, *size) : file->text;
    const char *blanked = sw_without_ignored_words(arena, text);
    text = blanked ? blanked : text;
    const char *guided = sw_with_open_guides(arena, text);
    text = guided ? guided : text;
    bool may_ask = asking && !file->is_of_cccl;
    const char *opened = may_ask ? sw_with_open_concepts(arena, file, text, asking) : NULL;
    text = opened ? opened : text;
    const char *moved = may_ask ? sw_with_open_clauses(arena, file, text, asking) : NULL;
    text = moved ? moved : text;
    *size = blanked || guided || opened || moved ? strlen(text) : escaped ? *size : file->size;
    return text != file->text || file->is_gone ? text : NULL;
}

/* Says which steps write these texts, and of each such file the path and where its contents are. */
static void plan_texts(struct sw_plan *plan, struct sw_cuda_file *u, struct step_list *written,
                       struct sw_strings *replaced) {
    struct sw_job *job = plan->job;
    struct sw_strings asking = {0};
    const char *roots = NULL;
    bool has_concepts = sw_has_concepts(&u->frontend);
    if (has_concepts)
        sw_asking_aliases(job->arena, &u->files, &asking);
    for (size_t i = 0; i < u->files.count; i++) {
        size_t size;
        const char *text = text_instead(job->arena, &u->files.at[i], has_concepts ? &asking : NULL, &size);
        if (!text)
            continue;
        const char *contents = sw_work_file(job, u->input, FORMAT("escaped%zu.cu", i));
        const char *root = sw_overlay_root(job->arena, u->files.at[i].path, contents);
        roots = roots ? FORMAT("%s, %s", roots, root) : root;
        sw_vec_push(job->arena, written, sw_plan_write(plan, contents, text, size));
        sw_vec_push(job->arena, replaced, u->files.at[i].path);
        sw_vec_push(job->arena, replaced, contents);
    }
    if (!roots)
        return;
    const char *overlay = sw_overlay_of(job->arena, roots);
    u->frontend.overlay = sw_work_file(job, u->input, "escaped.json");
    sw_vec_push(job->arena, written, sw_plan_write(plan, u->frontend.overlay, overlay, strlen(overlay)));
}

void sw_push_words(struct sw_plan *plan, size_t step, const char *const *words) {
    for (; *words; words++)
        sw_vec_push(plan->job->arena, sw_plan_argv(plan, step), *words);
}

void sw_may_be_repaired(struct sw_plan *plan, size_t step, const struct sw_strings *replaced) {
    assert(step < plan->steps.count && replaced->count % 2 == 0); /* paths, and where their contents are */
    plan->steps.at[step].is_repairable = true;
    sw_push_all(plan->job->arena, &plan->steps.at[step].repaired, replaced);
}

/* Whether the middle end looks into the host's code for the sizes of blocks that it launches: code for whole blocks is
 * made for these, of optimised kernels that are given no number of lanes. */
static bool looks_for_launches(const struct sw_job *job, const struct sw_source_files *files) {
    const struct sw_frontend *f = &job->frontend;
    bool is_automatic = !f->lanes || sw_equal(f->lanes, "auto");
    return is_automatic && !f->device_unoptimized && !f->check && sw_can_carry(job) && sw_has_launches(files);
}

static void plan_passes(struct sw_plan *plan, struct sw_cuda_file *u) {
    const char *source = u->input->path;
    struct step_list texts = {0};
    struct sw_strings replaced = {0};
    u->frontend.system_libcu = sw_wants_system_libcu(plan->job->arena, &u->files, u->frontend.headers);
    if (u->frontend.system_libcu)
        sw_add_system_libcu(plan->job->arena, &u->files);
    plan_texts(plan, u, &texts, &replaced);
    bool is_to_be_told = sw_is_to_be_told(plan->job, &u->files);
    u->host_code = looks_for_launches(plan->job, &u->files) ? u->host_object : NULL;
    u->frontend.carry_host = is_to_be_told || u->host_code;
    u->frontend.asks_calls = sw_asks_about_calls(&u->files);
    u->frontend.tell_layouts = true;
    size_t identity = sw_plan_write(plan, u->fatbin, u->identity.fatbin, sizeof u->identity.fatbin);
    u->device_pass = sw_plan_step(plan, "device pass", source, u->bitcode);
    sw_device_pass(&u->frontend, sw_plan_argv(plan, u->device_pass), source, u->identity.id, u->bitcode);
    u->host_pass = sw_plan_step(plan, "host pass", source, u->host_object);
    sw_host_pass(&u->frontend, sw_plan_argv(plan, u->host_pass), source, u->identity.id, u->fatbin, u->host_object);
    plan->steps.at[u->device_pass].stdout_file = u->device_layouts;
    plan->steps.at[u->host_pass].stdout_file = u->host_layouts;
    plan->steps.at[u->device_pass].has_gxx_layouts = plan->steps.at[u->host_pass].has_gxx_layouts =
        !u->frontend.has_clang_layouts;
    u->frontend.tell_layouts = false;
    sw_plan_need(plan, u->host_pass, identity);
    for (size_t i = 0; i < texts.count; i++) {
        sw_plan_need(plan, u->device_pass, texts.at[i]);
        sw_plan_need(plan, u->host_pass, texts.at[i]);
    }
    sw_may_be_repaired(plan, u->device_pass, &replaced);
    sw_may_be_repaired(plan, u->host_pass, &replaced);
    plan->steps.at[u->host_pass].has_twin = true;
    plan->steps.at[u->host_pass].twin = u->device_pass;
    plan->steps.at[u->device_pass].has_doubtful_guides = sw_has_doubtful_guides(plan->job->arena, &u->files,
                                                                                &u->frontend.preprocessor);
    if (is_to_be_told)
        sw_plan_told(plan, u);
    if (sw_is_doubtful(plan->job, &u->files))
        sw_plan_refused(plan, u, &replaced);
}

/* The host object as it is linked: without the bitcode that it carries, and the stubs of templates' kernels are its own
 * (frontend/symbols.c). */
static void plan_object(struct sw_plan *plan, struct sw_cuda_file *u) {
    struct sw_job *job = plan->job;
    const char *object = sw_work_file(job, u->input, "own.o");
    size_t step = sw_plan_step(plan, "host object", u->input->path, object);
    sw_push_words(plan, step, (const char *[]){"objcopy", NULL});
    if (u->frontend.carry_host)
        sw_push_words(plan, step, (const char *[]){"--remove-section=.llvmbc", "--remove-section=.llvmcmd", NULL});
    if (u->own_stubs)
        sw_push_words(plan, step, (const char *[]){FORMAT("@%s", u->own_stubs), NULL});
    sw_push_words(plan, step, (const char *[]){u->host_object, object, NULL});
    sw_plan_need(plan, step, u->names);
    u->host_object = object;
    u->host_pass = step;
}

/* What the host object registers, for the middle end. */
static void plan_names(struct sw_plan *plan, struct sw_cuda_file *u) {
    struct sw_job *job = plan->job;
    const struct sw_options *o = job->options;
    bool is_own = !job->relocatable && o->own_stubs != SW_FALSE;
    u->own_stubs = is_own ? sw_work_file(job, u->input, "stubs") : NULL;
    u->names = sw_plan_step(plan, "names", u->input->path, u->registered);
    sw_push_words(plan, u->names,
                  (const char *[]){FORMAT("%s/bin/swcc", job->root), "--registered-by", u->host_object, u->registered,
                                   o->hidden_entities == SW_FALSE ? "seen" : "hidden",
                                   FORMAT("--id=%s", u->identity.id), u->own_stubs, NULL});
    sw_plan_need(plan, u->names, u->host_pass);
    if (is_own || u->frontend.carry_host)
        plan_object(plan, u);
}

static void push_host_code(struct sw_plan *plan, size_t step, const struct sw_cuda_file *u) {
    struct sw_job *job = plan->job;
    if (u->host_code)
        sw_push_words(plan, step, (const char *[]){FORMAT("--host=%s", u->host_code), NULL});
}

/* What the middle end compares the two sides by. */
static void push_sides(struct sw_plan *plan, size_t step, const struct sw_cuda_file *u) {
    struct sw_job *job = plan->job;
    sw_push_words(plan, step,
                  (const char *[]){FORMAT("--host-layouts=%s", u->host_layouts),
                                   FORMAT("--device-layouts=%s", u->device_layouts), NULL});
    if (sw_sides_differ(&u->files))
        sw_push_words(plan, step, (const char *[]){"--sides-differ", NULL});
    if (sw_includes_cccl(job->arena, &u->files))
        sw_push_words(plan, step, (const char *[]){"--headers-differ", NULL});
}

/* Device code to a device object. */
static size_t plan_middle_end(struct sw_plan *plan, struct sw_cuda_file *u) {
    struct sw_job *job = plan->job;
    size_t step = sw_plan_step(plan, "middle end", u->input->path, u->device_object);
    sw_push_middle_end(job, sw_plan_argv(plan, step));
    sw_push_words(plan, step,
                  (const char *[]){FORMAT("--id=%s", u->identity.id), FORMAT("--source=%s", u->input->path),
                                   FORMAT("--arch=%u", job->frontend.arch.number),
                                   FORMAT("--registered=%s", u->registered), NULL});
    if (job->options->keep || job->options->keep_dir)
        sw_push_words(plan, step,
                      (const char *[]){FORMAT("--keep-stages=%s", sw_work_file(job, u->input, "stage")), NULL});
    if (job->frontend.drop_lines)
        sw_push_words(plan, step, (const char *[]){"--drop-lines", NULL});
    push_sides(plan, step, u);
    push_host_code(plan, step, u);
    sw_plan_remarks(plan, step, u->device_object);
    sw_push_words(plan, step, (const char *[]){u->bitcode, "-o", u->device_object, NULL});
    sw_plan_need(plan, step, u->device_pass);
    sw_plan_need(plan, step, u->names);
    return step;
}

/* Relocatable device code to an object that carries it, with the function that the host object registers through. */
static size_t plan_embed(struct sw_plan *plan, struct sw_cuda_file *u) {
    struct sw_job *job = plan->job;
    const struct sw_frontend *f = &job->frontend;
    const char *mark = f->check ? "--check" : f->fast_atomics ? "--fast-atomics" : NULL; /* checked code has one lane */
    size_t step = sw_plan_step(plan, "embed", u->input->path, u->device_object);
    sw_push_words(plan, step,
                  (const char *[]){sw_middle_end(job), "--embed", u->bitcode, FORMAT("--id=%s", u->identity.id),
                                   FORMAT("--source=%s", u->input->path), FORMAT("--registered=%s", u->registered),
                                   "-o", u->device_object, mark, NULL});
    sw_push_processors(job, sw_plan_argv(plan, step));
    push_sides(plan, step, u);
    push_host_code(plan, step, u);
    if (f->device_debug && f->device_unoptimized) /* the device link is to know, though it be told nothing */
        sw_push_words(plan, step, (const char *[]){"-O0", "-g", NULL});
    plan->steps.at[step].late = SW_LATE_REGISTER_SYMBOL;
    plan->steps.at[step].late_source = u->host_object;
    sw_plan_need(plan, step, u->device_pass);
    sw_plan_need(plan, step, u->host_pass); /* it is read here, as it is when nobody changes it any more */
    sw_plan_need(plan, step, u->names);
    return step;
}

static size_t plan_merge(struct sw_plan *plan, struct sw_cuda_file *u, size_t device_step, const char *object) {
    size_t step = sw_plan_step(plan, "merge", u->input->path, object);
    sw_push_words(plan, step, (const char *[]){"ld", "-r", u->host_object, u->device_object, "-o", object, NULL});
    sw_plan_need(plan, step, u->host_pass);
    sw_plan_need(plan, step, device_step);
    return step;
}

/* clang names the registration function after the path of the source as typed: two files of one name, compiled in
 * different folders, would clash. Nobody else calls it, so it becomes local to the object. */
static void plan_localize(struct sw_plan *plan, struct sw_cuda_file *u, size_t merge, const char *merged,
                          const char *object) {
    size_t step = sw_plan_step(plan, "hide registration", u->input->path, object);
    sw_push_words(plan, step,
                  (const char *[]){"objcopy", "--wildcard", "--localize-symbol=__cudaRegisterLinkedBinary*",
                                   "--localize-symbol=__fatbinwrap_*", merged, object, NULL});
    sw_plan_need(plan, step, merge);
}

static void plan_cuda(struct sw_plan *plan, const struct sw_input *input) {
    struct sw_job *job = plan->job;
    const char *object = object_of(job, input);
    struct sw_cuda_file u = {.input = input, .frontend = job->frontend};
    u.frontend.dependencies = depend_words(job, input);
    sw_included_files(job->arena, input->path, &u.frontend.preprocessor, &u.files);
    u.identity = sw_identity_of(input->path, job->words, &u.files, object);
    u.fatbin = sw_work_file(job, input, "fatbin");
    u.bitcode = sw_work_file(job, input, "device.bc");
    u.host_object = sw_work_file(job, input, "host.o");
    u.registered = sw_work_file(job, input, "registered");
    u.device_layouts = sw_work_file(job, input, "device.layouts");
    u.host_layouts = sw_work_file(job, input, "host.layouts");
    u.device_object = sw_work_file(job, input, "device.o");
    plan_passes(plan, &u);
    plan_names(plan, &u);
    size_t device_step = job->relocatable ? plan_embed(plan, &u) : plan_middle_end(plan, &u);
    if (job->relocatable || job->action != SW_LINK) {
        const char *merged = job->relocatable ? sw_work_file(job, input, "merged.o") : object;
        size_t merge = plan_merge(plan, &u, device_step, merged);
        if (job->relocatable)
            plan_localize(plan, &u, merge, merged, object);
        sw_vec_push(job->arena, &plan->objects, object);
    } else {
        sw_vec_push(job->arena, &plan->objects, u.host_object);
        sw_vec_push(job->arena, &plan->objects, u.device_object);
    }
}

static void plan_host_file(struct sw_plan *plan, const struct sw_input *input) {
    struct sw_job *job = plan->job;
    struct sw_frontend frontend = job->frontend;
    const char *object = object_of(job, input);
    frontend.dependencies = depend_words(job, input);
    frontend.tell_layouts = frontend.has_own_compiler && !frontend.has_clang_layouts && input->language == SW_CXX;
    size_t step = sw_plan_step(plan, "host compiler", input->path, object);
    sw_host_compile(&frontend, sw_plan_argv(plan, step), job->host_compiler, host_language(input), input->path, object);
    if (frontend.tell_layouts)
        plan->steps.at[step].stdout_file = sw_work_file(job, input, "layouts");
    plan->steps.at[step].has_gxx_layouts = frontend.tell_layouts;
    sw_vec_push(job->arena, &plan->objects, object);
}

static void plan_preprocess(struct sw_plan *plan, const struct sw_input *input) {
    struct sw_job *job = plan->job;
    size_t step = sw_plan_step(plan, "preprocess", input->path, job->output);
    sw_preprocess(&job->frontend, sw_plan_argv(plan, step), job->host_compiler, host_language(input), input->path,
                  job->output);
    plan->steps.at[step].foreground = true;
    sw_plan_need_all(plan, step); /* several files come out one behind the other */
}

/* -cuda of nvcc makes a file that any C++ compiler takes. clang's host side has no such form; this one is for reading,
 * and says so to a compiler. */
static void plan_show_host(struct sw_plan *plan, const struct sw_input *input) {
    struct sw_job *job = plan->job;
    if (input->language != SW_CUDA)
        return;
    const char *name = FORMAT("%s.cu.cpp.ii", sw_path_stem(job->arena, input->path));
    const char *output = job->output ? job->output : in_output_dir(job, name);
    size_t step = sw_plan_step(plan, "preprocess", input->path, output);
    sw_show_host(&job->frontend, sw_plan_argv(plan, step), input->path, output);
}

static void plan_depend(struct sw_plan *plan, const struct sw_input *input) {
    struct sw_job *job = plan->job;
    const struct sw_options *o = job->options;
    struct sw_frontend frontend = job->frontend;
    sw_vec_push(job->arena, &frontend.dependencies, o->depend ? "-M" : "-MM");
    if (o->depend_phony)
        sw_vec_push(job->arena, &frontend.dependencies, "-MP");
    push_depend_target(&frontend.dependencies, job, input);
    const char *output = o->depend_file ? o->depend_file : job->output;
    size_t step = sw_plan_step(plan, "dependencies", input->path, output);
    sw_depend(&frontend, sw_plan_argv(plan, step), job->host_compiler, host_language(input), input->path, output);
    plan->steps.at[step].foreground = true;
    sw_plan_need_all(plan, step);
}

static void plan_input(struct sw_plan *plan, const struct sw_input *input) {
    if (!sw_is_source(input->language))
        sw_vec_push(plan->job->arena, &plan->objects, input->path);
    else if (plan->job->action == SW_PREPROCESS)
        plan_preprocess(plan, input);
    else if (plan->job->action == SW_SHOW_HOST)
        plan_show_host(plan, input);
    else if (plan->job->action == SW_DEPEND)
        plan_depend(plan, input);
    else if (input->language == SW_CUDA)
        plan_cuda(plan, input);
    else
        plan_host_file(plan, input);
}

/* The steps of the job. */
void sw_plan_job(struct sw_plan *plan, struct sw_job *job) {
    *plan = (struct sw_plan){.job = job};
    for (size_t i = 0; job->action != SW_RUN && i < job->inputs.count; i++)
        plan_input(plan, &job->inputs.at[i]);
    if (job->action == SW_LINK)
        sw_plan_link(plan);
    else if (job->action == SW_DEVICE_LINK)
        sw_plan_device_link_only(plan);
    else if (job->action == SW_LIBRARY)
        sw_plan_library(plan);
    sw_plan_join_remarks(plan);
    if (job->options->run && (job->action == SW_LINK || job->action == SW_RUN))
        sw_plan_run_program(plan);
}
