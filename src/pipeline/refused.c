/* What nvcc refuses and clang takes, told as errors of strict files, as warnings of others:
 *
 *   [=] __device__ (int i) { .. }        without --extended-lambda
 *   constexpr int table[3] = {1, 2, 3};  of the host, where device code uses the object and not only its value
 *
 * In: the preprocessed source, in which __device__ is __attribute__((device)); the device's bitcode, in which a constant
 * of the host's that device code uses is a variable like the device's own. Out: nvcc's errors, or warnings with nvcc's words. */
#include "pipeline/pipeline.h"

#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ir/remark.h"
#include "pipeline/source.h"
#include "ptx/ptx.h"

enum { MOST_WORDS = 256 };

static void tell(bool is_error, struct sw_place place, const char *format, const char *name) {
    char words[MOST_WORDS];
    snprintf(words, sizeof words, format, name);
    if (is_error)
        sw_error(place, "%s", words);
    else
        sw_warning(place, "nvcc refuses this: %s", words);
}

/* A lambda's captures end with ], what is declared like this does not: int a[3], [[maybe_unused]] int b. */
static bool is_annotated_lambda(const struct sw_source_words *words, size_t at) {
    bool is_one = sw_is_attribute(words, at, "device") || sw_is_attribute(words, at, "host");
    return is_one && at >= 2 && sw_word_is(&words->at[at - 1], "]") && !sw_word_is(&words->at[at - 2], "]");
}

static void tell_lambdas(const struct sw_source_words *words, bool is_error) {
    for (size_t i = 0; i < words->count; i++)
        if (is_annotated_lambda(words, i) && !words->at[i].is_system)
            tell(is_error, (struct sw_place){words->at[i].file, words->at[i].line, 0},
                 "__host__ or __device__ annotation on lambda requires --extended-lambda nvcc flag%s", "");
}

/* The first word of the declaration that the word stands in. */
static size_t declaration_of(const struct sw_source_words *words, size_t at) {
    while (at && !sw_word_is(&words->at[at - 1], ";") && !sw_word_is(&words->at[at - 1], "}") &&
           !sw_word_is(&words->at[at - 1], "{"))
        at--;
    return at;
}

/* const .. NAME [, = or {: the start of a constant. */
static bool declares(const struct sw_source_words *words, size_t at, size_t start) {
    static const char *const behind[] = {"[", "=", "{"};
    bool is_start = false, is_const = false;
    for (size_t i = 0; i < sizeof behind / sizeof *behind && at + 1 < words->count; i++)
        is_start |= sw_word_is(&words->at[at + 1], behind[i]);
    for (size_t i = start; i < at; i++)
        is_const |= sw_word_is(&words->at[i], "const") || sw_word_is(&words->at[i], "constexpr");
    return is_start && is_const;
}

static bool is_of_device(const struct sw_source_words *words, size_t at, size_t start) {
    for (size_t i = start; i < at; i++)
        if (sw_is_attribute(words, i, "device") || sw_is_attribute(words, i, "constant") ||
            sw_is_attribute(words, i, "shared"))
            return true;
    return false;
}

/* Whether user's code declares such a constant, and none of that name is the device's. */
static bool is_of_host(const struct sw_source_words *words, const char *name) {
    bool is_found = false;
    for (size_t i = 0; i < words->count; i++) {
        if (!sw_word_is(&words->at[i], name))
            continue;
        size_t start = declaration_of(words, i);
        if (!declares(words, i, start))
            continue;
        if (is_of_device(words, i, start))
            return false;
        is_found |= !words->at[i].is_system;
    }
    return is_found;
}

/* Constraint "C" of inline PTX: only what is in the constant counts. */
static bool is_inserted(struct sw_arena *arena, LLVMValueRef user, LLVMValueRef value) {
    bool is_assembly = sw_is_call(user) && LLVMIsAInlineAsm(LLVMGetCalledValue(user));
    return is_assembly && sw_ptx_takes_text(arena, user, value);
}

/* An instruction that uses the constant, or an address in it; null: none. */
static LLVMValueRef user_of(struct sw_arena *arena, LLVMValueRef value) {
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (is_inserted(arena, user, value))
            continue;
        user = LLVMIsAInstruction(user) ? user : user_of(arena, user);
        if (user && LLVMInstructionGetDebugLoc(user))
            return user;
    }
    return NULL;
}

/* "A::table" of _ZN1A5tableE.const; null for what no declaration outside of functions made. */
static const char *source_name(struct sw_arena *arena, const char *name) {
    size_t length = strlen(name) - (sw_ends_with(name, ".const") ? strlen(".const") : 0);
    const char *plain = sw_arena_strndup(arena, name, length);
    if (!length || sw_starts_with(plain, "_ZZ") || strchr(plain, '.'))
        return NULL;
    const char *text = sw_demangled(arena, plain);
    return strchr(text, '(') ? NULL : text;
}

/* The last name of A<int>::table<3>. */
static const char *last_name(struct sw_arena *arena, const char *name) {
    const char *start = name, *end = name + strcspn(name, "<");
    for (const char *at = name; (at = strstr(at, "::")); at += 2)
        start = at + 2;
    if (start > end)
        end = start + strcspn(start, "<");
    return sw_arena_strndup(arena, start, (size_t)(end - start));
}

static void tell_constant(struct sw_ir *ir, const struct sw_source_words *words, LLVMValueRef global, bool is_error) {
    const char *name = LLVMIsGlobalConstant(global) ? source_name(ir->arena, sw_name(global)) : NULL;
    LLVMValueRef user = name ? user_of(ir->arena, global) : NULL;
    if (!user || !is_of_host(words, last_name(ir->arena, name)))
        return;
    LLVMMetadataRef at = LLVMInstructionGetDebugLoc(user);
    struct sw_place place = {sw_path_of_scope(ir->arena, LLVMDILocationGetScope(at)), LLVMDILocationGetLine(at),
                             LLVMDILocationGetColumn(at)};
    tell(is_error, place, "identifier \"%s\" is undefined in device code", name);
}

bool sw_tell_refused(struct sw_ir *ir, const char *text_file, const char *device, bool has_lambdas, bool is_error) {
    struct sw_source_words words = {0};
    const char *text = sw_read_file(ir->arena, text_file, NULL);
    if (!text || !sw_ir_load(ir, device))
        return false;
    sw_source_words(ir->arena, text, &words);
    if (!has_lambdas)
        tell_lambdas(&words, is_error);
    for (LLVMValueRef g = LLVMGetFirstGlobal(ir->module); g; g = LLVMGetNextGlobal(g))
        tell_constant(ir, &words, g, is_error);
    return !sw_error_count();
}
