/* Agreement: what host code and device code share is the same on both sides, or an error.
 *
 * clang compiles the two sides by themselves, and each may choose another function where one overload is the host's and
 * another the device's, though nothing is called: in decltype, sizeof, noexcept, a trait. Or the source tells the sides
 * apart (__CUDA_ARCH__). Then one thing has two types:
 *
 *      host registers   k<long>                 and the variable `table`, of 32 bytes
 *      device has       k<char>                 and `table` of 4
 *
 * A launch of k<long> would fail, and a copy to the table would be cut off. What the host object says (frontend/symbols.c)
 * is compared here, after names that only differ by numbers are the same (pairs.c). Kernels that host code names but does
 * not launch do not count; where the source tells the sides apart, a kernel may be for architectures that this one is not,
 * and the host may ask before it launches: that is a warning. */
#include "transform/symbols/symbols.h"

#include "ir/remark.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void sw_tell_why_sides_differ(void) {
    static bool is_told;
    if (!is_told)
        sw_note(SW_NOWHERE, "the two sides choose different functions where one overload is __host__ and another "
                            "__device__ (decltype, sizeof, noexcept, a trait), or differ by __CUDA_ARCH__");
    is_told = true;
}

/* The name of a function in its demangled form, without arguments: "void k<int>(int*)" is k; its length. */
static const char *bare_name(const char *text, size_t *length) {
    const char *end = text + strcspn(text, "<("), *start = end;
    while (start > text && start[-1] != ' ')
        start--;
    *length = (size_t)(end - start);
    return start;
}

static bool is_namesake(const char *a, const char *b) {
    size_t m, n;
    const char *s = bare_name(a, &m), *t = bare_name(b, &n);
    return m && m == n && !memcmp(s, t, n);
}

/* What device code has under the same name with other arguments. */
static void tell_namesakes(struct sw_unit *unit, LLVMModuleRef module, const char *wanted) {
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        const char *text = sw_is_defined(f) ? sw_demangled(unit->ir.arena, sw_name(f)) : "";
        if (is_namesake(text, wanted))
            sw_note(sw_place_of_function(&unit->ir, f), "device code has '%s'", text);
    }
}

void sw_expect_kernel(struct sw_unit *unit, LLVMModuleRef module, const char *name) {
    static const char form[] = "host code launches the kernel '%s', which device code does not have";
    LLVMValueRef kernel = LLVMGetNamedFunction(module, name);
    struct sw_place place = {unit->options.source, 0, 0};
    if (kernel && sw_is_defined(kernel))
        return;
    const char *text = sw_demangled(unit->ir.arena, name);
    if (unit->options.sides_differ)
        sw_warning(place, form, text);
    else
        sw_error(place, form, text);
    tell_namesakes(unit, module, text);
    sw_tell_why_sides_differ();
}

/* A long double, or an array of them, where device code has doubles: warning 20208 has told that. */
static bool is_long_double(LLVMTypeRef type, uint64_t host, uint64_t device) {
    while (LLVMGetTypeKind(type) == LLVMArrayTypeKind)
        type = LLVMGetElementType(type);
    return LLVMGetTypeKind(type) == LLVMDoubleTypeKind && host == 2 * device;
}

/* An array of no elements (int nothing[0]) has a byte in objects: no two symbols are at one place. */
static bool is_nothing(uint64_t host, uint64_t device) {
    return host == 1 && device == 0;
}

void sw_expect_size(struct sw_unit *unit, LLVMModuleRef module, const char *line) {
    char *name;
    uint64_t host = strtoull(line, &name, 10);
    LLVMValueRef global = *name == ' ' ? LLVMGetNamedGlobal(module, name + 1) : NULL;
    LLVMTypeRef type = global ? LLVMGlobalGetValueType(global) : NULL;
    if (!type || !LLVMTypeIsSized(type))
        return;
    uint64_t device = LLVMABISizeOfType(LLVMGetModuleDataLayout(module), type);
    if (device == host || is_nothing(host, device) || is_long_double(type, host, device))
        return;
    sw_error((struct sw_place){unit->options.source, 0, 0},
             "the variable '%s' has %" PRIu64 " bytes in host code and %" PRIu64 " in device code",
             sw_demangled(unit->ir.arena, name + 1), host, device);
    sw_tell_why_sides_differ();
}
