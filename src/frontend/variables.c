/* Whether source files declare variables of the device, allocate device memory, or launch kernels, as far as words tell:
 * __constant__, and __device__ in a declaration in which `;`, `=`, `[` or `{` comes before the parenthesis of a function;
 * cudaMalloc and its kin; <<< and cudaLaunchKernel and its kin. To be wrong costs time only: who finds none does not look
 * into host code (softwarp-cc --tell-host, --host). */
#include "frontend/frontend.h"

#include <string.h>

/* Behind the parenthesis that closes the one here. */
static const char *skip_group(const char *at) {
    int depth = 0;
    for (; *at; at++) {
        depth += (*at == '(') - (*at == ')');
        if (!depth)
            return at + 1;
    }
    return at;
}

/* __align__(16), alignas(16), __attribute__((..)), __launch_bounds__(..): no function's parenthesis. */
static bool is_specifier(const char *word, size_t length) {
    static const char *const words[] = {"__align__", "alignas", "__attribute__", "decltype", "__launch_bounds__"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == length && !strncmp(word, words[i], length))
            return true;
    return false;
}

/* at: behind __device__. */
static bool declares_variable(const char *at) {
    while (*at) {
        size_t length = 0;
        while (sw_is_of_name(at[length]))
            length++;
        const char *behind = at + length + strspn(at + length, " \t\r\n");
        if (length == strlen("operator") && !strncmp(at, "operator", length))
            return false;
        if (length && *behind == '(' && is_specifier(at, length))
            at = skip_group(behind);
        else if (length)
            at = behind;
        else if (*at == '(')
            return false;
        else if (strchr(";=[{", *at))
            return true;
        else
            at++;
    }
    return false;
}

static bool has_variable(const char *text) {
    static const char device[] = "__device__";
    if (strstr(text, "__constant__"))
        return true;
    for (const char *at = strstr(text, device); at; at = strstr(at + 1, device))
        if (declares_variable(at + sizeof device - 1))
            return true;
    return false;
}

bool sw_has_device_variables(const struct sw_source_files *files) {
    for (size_t i = 0; i < files->count; i++)
        if (has_variable(files->at[i].text))
            return true;
    return false;
}

/* cudaMalloc, cudaMallocAsync, .., but not cudaMallocManaged or cudaMallocHost. */
static bool allocates(const char *text) {
    static const char *const names[] = {"cudaMalloc", "cuMemAlloc"}, *const others[] = {"Managed", "Host"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        for (const char *at = text; (at = strstr(at, names[i]));) {
            at += strlen(names[i]);
            if (!sw_starts_with(at, others[0]) && !sw_starts_with(at, others[1]))
                return true;
        }
    return false;
}

bool sw_has_device_memory(const struct sw_source_files *files) {
    for (size_t i = 0; i < files->count; i++)
        if (allocates(files->at[i].text))
            return true;
    return false;
}

bool sw_has_launches(const struct sw_source_files *files) {
    for (size_t i = 0; i < files->count; i++)
        if (strstr(files->at[i].text, "<<<") || strstr(files->at[i].text, "cudaLaunch"))
            return true;
    return false;
}
