/* Whether source files may be another text to one run of clang than to the other, as far as words tell: they name a macro
 * that is not the same in both. Where none does, both runs see the same lambdas and number them alike. */
#include "frontend/frontend.h"

#include <string.h>

/* Each is the beginning of a macro's name. */
static const char *const apart[] = {"__CUDA_ARCH__",
                                    "__CUDA_ARCH_FEAT",
                                    "__CUDA_ARCH_SPECIFIC",
                                    "__CUDA_ARCH_FAMILY",
                                    "NV_IF_",
                                    "NV_IS_",
                                    "NV_DISPATCH",
                                    "NV_PROVIDES",
                                    "__NVPTX__",
                                    "__PTX__",
                                    "__CUDA_FTZ",
                                    "__OPTIMIZE__",
                                    "__NO_INLINE__",
                                    "__NO_MATH_ERRNO__",
                                    "math_errhandling",
                                    "__BIGGEST_ALIGNMENT__",
                                    "__BITINT_MAXWIDTH__",
                                    "__PIC__",
                                    "__pic__",
                                    "__PIE__",
                                    "__pie__",
                                    "__code_model",
                                    "__SANITIZE_",
                                    "__has_feature",
                                    "__has_builtin",
                                    "__has_attribute",
                                    "__SSE",
                                    "__AVX",
                                    "__FMA__",
                                    "__F16C__",
                                    "__BMI",
                                    "__LZCNT__",
                                    "__POPCNT__",
                                    "__SSP_",
                                    "__FAST_MATH__",
                                    "__GCC_HAVE_SYNC_COMPARE_"};

static bool tells_sides_apart(const char *text) {
    for (size_t i = 0; i < sizeof apart / sizeof *apart; i++)
        if (strstr(text, apart[i]))
            return true;
    return false;
}

bool sw_sides_differ(const struct sw_source_files *files) {
    for (size_t i = 0; i < files->count; i++)
        if (tells_sides_apart(files->at[i].text))
            return true;
    return false;
}
