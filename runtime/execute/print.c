/* printf in kernels.
 *
 * A call is formatted into scratch memory of its executor first, which touches the program's strings and may therefore
 * fault; then its text is added to one buffer with the lock held, which can not. So lines of one call never interleave,
 * and a bad %s pointer is an error like any other bad access. The buffer goes to stdout where CUDA's does: when the
 * host waits for something. When it is full it goes there at once, so nothing is lost, unlike on a GPU. A host's thread
 * may hold stdout while it waits for the kernel: so that stream is locked before the buffer, and where that would take
 * waiting, the buffer grows instead.
 *
 * Arguments are packed: 32-bit ones in 4 bytes, others in 8, each at its natural alignment (float was promoted).
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/check.h"
#include "device/context.h"
#include "execute/block.h"
#include "os/output_lock.h"
#include "report/refused.h"
#include "stream/engine.h"
#include "stream/verifier.h"

enum { BUFFER_BYTES = 1 << 20, MOST_WIDTH = 4096, FORMAT_SPEC = 64, MOST_ARGUMENTS = 32 };

static struct {
    struct swrt_mutex lock;
    char *at;
    size_t capacity;
    _Atomic size_t count;
    const char *kernel; /* that printed last */
} buffer = {.lock = SWRT_MUTEX_FREE};

/* With both locks held. */
static void hand_over(void) {
    if (buffer.count)
        fwrite(buffer.at, 1, buffer.count, stdout);
    buffer.count = 0;
}

void swrt_print_flush(void) {
    if (!atomic_load(&buffer.count) || swrt_context_forked())
        return;
    FILE *stream = stdout;
    swrt_output_lock(stream);
    swrt_mutex_lock(&buffer.lock);
    hand_over();
    swrt_mutex_unlock(&buffer.lock);
    fflush(stream);
    swrt_output_unlock(stream);
}

const char *swrt_print_left(void) {
    return atomic_load(&buffer.count) ? buffer.kernel : NULL;
}

/* What nobody has waited for is lost on a GPU. */
void swrt_print_end(void) {
    if (swrt_is_strict() && !swrt_check_is_on())
        buffer.count = 0;
    swrt_print_flush();
}

/* With the buffer's lock held: room for so much more. */
static bool make_room(size_t more) {
    FILE *stream = stdout;
    if (buffer.count && buffer.count + more > BUFFER_BYTES && swrt_output_try(stream)) {
        hand_over();
        swrt_output_unlock(stream);
    }
    size_t needed = buffer.count + more;
    if (needed <= buffer.capacity)
        return true;
    size_t capacity = needed > BUFFER_BYTES ? 2 * needed : BUFFER_BYTES;
    char *at = realloc(buffer.at, capacity);
    if (!at)
        return false;
    buffer.at = at;
    buffer.capacity = capacity;
    return true;
}

static void append(const struct swrt_text *text, const char *kernel) {
    swrt_mutex_lock(&buffer.lock);
    buffer.kernel = kernel;
    if (make_room(text->count)) {
        memcpy(buffer.at + buffer.count, text->at, text->count);
        buffer.count += text->count;
    } else {
        fwrite(text->at, 1, text->count, stdout);
    }
    swrt_mutex_unlock(&buffer.lock);
}

/* Room for `more` bytes; false: out of memory. */
static bool reserve(struct swrt_text *text, size_t more) {
    if (text->count + more <= text->capacity)
        return true;
    size_t capacity = (text->count + more) * 2 + 256;
    char *at = realloc(text->at, capacity);
    if (!at)
        return false;
    text->at = at;
    text->capacity = capacity;
    return true;
}

static bool put(struct swrt_text *text, const char *bytes, size_t count) {
    if (!count)
        return true;
    if (!reserve(text, count))
        return false;
    memcpy(text->at + text->count, bytes, count);
    text->count += count;
    return true;
}

struct cursor {
    const char *at;
};

static uint64_t take(struct cursor *args, size_t size) {
    args->at = (const char *)(((uintptr_t)args->at + size - 1) & ~(uintptr_t)(size - 1));
    uint64_t wide = 0;
    memcpy(&wide, args->at, size);
    args->at += size;
    return wide;
}

/* One conversion: flags, width and precision as given, `*` replaced by its argument. */
struct conversion {
    char flags[8];
    int width, precision; /* -1: none */
    bool wide;            /* 64 bits: l, ll, j, z, t */
    int narrow;           /* h: 1, hh: 2 */
    char type;
    int args; /* how many were used for it */
};

static int read_number(const char **at, struct cursor *args, int *used) {
    if (**at == '*') {
        ++*at;
        ++*used;
        return (int)take(args, 4);
    }
    int n = 0;
    for (; isdigit((unsigned char)**at); ++*at)
        n = n < MOST_WIDTH ? n * 10 + **at - '0' : MOST_WIDTH;
    return n;
}

static const char *read_length(const char *at, struct conversion *c) {
    for (;; at++) {
        if (*at == 'h')
            c->narrow++;
        else if (*at == 'l' || *at == 'j' || *at == 'z' || *at == 't')
            c->wide = true;
        else
            return at;
    }
}

static void add_flag(struct conversion *c, char flag) {
    size_t n = strlen(c->flags);
    if (!strchr(c->flags, flag) && n + 1 < sizeof c->flags)
        c->flags[n] = flag;
}

static const char *read_conversion(const char *at, struct cursor *args, struct conversion *c) {
    *c = (struct conversion){.width = -1, .precision = -1};
    for (; *at && strchr("#0- +'", *at); at++)
        add_flag(c, *at);
    if (*at == '*' || isdigit((unsigned char)*at))
        c->width = read_number(&at, args, &c->args);
    if (c->width < -1) { /* a negative `*` means left-justified */
        c->width = -c->width;
        add_flag(c, '-');
    }
    if (*at == '.') {
        at++;
        c->precision = read_number(&at, args, &c->args);
    }
    c->width = c->width > MOST_WIDTH ? MOST_WIDTH : c->width;
    c->precision = c->precision > MOST_WIDTH ? MOST_WIDTH : c->precision < -1 ? -1 : c->precision;
    at = read_length(at, c);
    c->type = *at;
    return *at ? at + 1 : at;
}

static void spec_for(const struct conversion *c, const char *length, char *spec) {
    int n = snprintf(spec, FORMAT_SPEC, "%%%s", c->flags);
    if (c->width >= 0)
        n += snprintf(spec + n, FORMAT_SPEC - (size_t)n, "%d", c->width);
    if (c->precision >= 0)
        n += snprintf(spec + n, FORMAT_SPEC - (size_t)n, ".%d", c->precision);
    snprintf(spec + n, FORMAT_SPEC - (size_t)n, "%s%c", length, c->type);
}

#define PRINT_VALUE(text, spec, value)                                                                                \
    do {                                                                                                              \
        __typeof__(value) value_ = (value);                                                                           \
        int n_ = snprintf(NULL, 0, (spec), value_);                                                                   \
        if (n_ < 0 || !reserve((text), (size_t)n_ + 1))                                                               \
            return false;                                                                                             \
        snprintf((text)->at + (text)->count, (size_t)n_ + 1, (spec), value_);                                         \
        (text)->count += (size_t)n_;                                                                                  \
    } while (0)

static int64_t signed_value(const struct conversion *c, uint64_t bits) {
    if (c->wide)
        return (int64_t)bits;
    return c->narrow == 0 ? (int32_t)bits : c->narrow == 1 ? (int16_t)bits : (int8_t)bits;
}

static uint64_t unsigned_value(const struct conversion *c, uint64_t bits) {
    if (c->wide)
        return bits;
    return c->narrow == 0 ? (uint32_t)bits : c->narrow == 1 ? (uint16_t)bits : (uint8_t)bits;
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
static bool print_integer(struct swrt_text *text, struct conversion *c, struct cursor *args) {
    char spec[FORMAT_SPEC];
    uint64_t bits = take(args, c->wide ? 8 : 4);
    spec_for(c, "ll", spec);
    if (c->type == 'd' || c->type == 'i')
        PRINT_VALUE(text, spec, (long long)signed_value(c, bits));
    else
        PRINT_VALUE(text, spec, (unsigned long long)unsigned_value(c, bits));
    return true;
}

static bool print_other(struct swrt_text *text, struct conversion *c, struct cursor *args) {
    char spec[FORMAT_SPEC];
    spec_for(c, "", spec);
    if (c->type == 'c') {
        PRINT_VALUE(text, spec, (int)take(args, 4));
    } else if (c->type == 'p') {
        PRINT_VALUE(text, spec, (void *)(uintptr_t)take(args, 8));
    } else if (c->type == 's') {
        const char *string = (const char *)(uintptr_t)take(args, 8);
        PRINT_VALUE(text, spec, string ? string : "(null)");
    } else {
        uint64_t bits = take(args, 8);
        double value;
        memcpy(&value, &bits, sizeof value);
        PRINT_VALUE(text, spec, value);
    }
    return true;
}
#pragma GCC diagnostic pop

enum kind { NO_CONVERSION, SIGNED, UNSIGNED, REAL, CHARACTER, STRING, POINTER };

static enum kind kind_of(char letter) {
#define CONVERSION(known, kind) \
    if (letter == #known[0])    \
        return kind;
#include "softwarp/device/printf.def"
    return NO_CONVERSION;
}

/* Adds one conversion's text; *count grows by the arguments used. A conversion that CUDA does not know is printed as it
 * is, and takes no argument, as on an H200; so is what comes behind the 32nd argument. */
static bool print_conversion(struct swrt_text *text, const char **format, struct cursor *args, int32_t *count) {
    const char *start = *format;
    struct cursor before = *args;
    struct conversion c;
    *format = read_conversion(*format, args, &c);
    enum kind kind = kind_of(c.type);
    if (c.type == '%')
        return put(text, "%", 1);
    if (kind == NO_CONVERSION || *count + c.args + 1 > MOST_ARGUMENTS) {
        *args = before;
        return put(text, start - 1, (size_t)(*format - start) + 1);
    }
    *count += c.args + 1;
    return kind == SIGNED || kind == UNSIGNED ? print_integer(text, &c, args) : print_other(text, &c, args);
}

int32_t swrt_vprintf(struct swrt_block *block, const char *format, const void *args) {
    const struct swrt_slot *slot = block->runtime;
    struct swrt_text *text = &slot->executor->text;
    struct cursor cursor = {args};
    int32_t count = 0;
    bool fine = format != NULL;
    text->count = 0;
    while (fine && *format) {
        const char *percent = strchr(format, '%');
        size_t plain = percent ? (size_t)(percent - format) : strlen(format);
        fine = put(text, format, plain);
        format += plain;
        if (fine && percent) {
            format++;
            fine = print_conversion(text, &format, &cursor, &count);
        }
    }
    if (!fine)
        return -1;
    bool is_hidden = slot->steering || (swrt_verifier && swrt_verifier->hides_text(slot->grid, text));
    if (!is_hidden)
        append(text, slot->grid->kernel->name);
    return count;
}
