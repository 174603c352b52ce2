/* assert(condition): what a function requires of its callers, and promises them. One that does not hold is a bug of ours
 * and ends the compiler as sw_bug does (diag.c): it says the file, the pass, and where the IR has been written.
 *
 * Not the C library's, which says nothing of passes and goes away with NDEBUG, which CMake defines for most builds. These
 * are there unless the build says SOFTWARP_ASSERTS=OFF. What input can bring about is no matter of theirs. */
#ifndef SW_ASSERT_H
#define SW_ASSERT_H

_Noreturn void sw_assert_failed(const char *file, unsigned line, const char *condition); /* diag.c */

#ifdef SOFTWARP_NO_ASSERTS
#define assert(condition) ((void)sizeof !(condition)) /* what it names is used, and not computed */
#else
#define assert(condition) ((condition) ? (void)0 : sw_assert_failed(__FILE__, __LINE__, #condition))
#endif

#endif
