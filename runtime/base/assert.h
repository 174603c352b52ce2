/* assert(condition): what a function requires of its callers, and promises them. One that does not hold is a bug of ours:
 * the program says where and stops. Builds that are given to others leave them out (-DSOFTWARP_ASSERTS=OFF). Not the C
 * library's, which goes away with NDEBUG, which CMake defines for most builds. */
#ifndef SWRT_ASSERT_H
#define SWRT_ASSERT_H

/* assert.c: writes "softwarp: FILE:LINE: assertion 'condition' failed", and aborts. */
_Noreturn void swrt_assert_failed(const char *file, unsigned line, const char *condition);

#ifdef SOFTWARP_NO_ASSERTS
#define assert(condition) ((void)sizeof !(condition)) /* what it names is used, and not computed */
#else
#define assert(condition) ((condition) ? (void)0 : swrt_assert_failed(__FILE__, __LINE__, #condition))
#endif

#endif
