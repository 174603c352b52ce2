/* Two results of a launch: words of 4 bytes (or 8, where double is said), bit by bit or with a tolerance. What is left
 * at the end of a piece is compared as it is.
 *
 * Where only fingerprints of W = 1's result are known and do not match, W = 1 runs once more, and its words are
 * compared with those that lockstep gave. */
#include <math.h>
#include <string.h>

#include "verify/verify_internal.h"

static struct {
    const char *base;
    size_t bytes;
} heap; /* the device heap */

static size_t word_bytes(void) {
    return swrt_verify_options.type == SWRT_VERIFY_DOUBLE ? 8 : 4;
}

/* So that neighbours of either sign are neighbours. */
static int64_t place_of(int64_t bits, int64_t sign) {
    return bits < 0 ? sign - bits : bits;
}

static uint64_t ulps_between(uint64_t a, uint64_t b, size_t bytes) {
    int64_t left = bytes == 8 ? place_of((int64_t)a, INT64_MIN) : place_of((int32_t)a, INT32_MIN);
    int64_t right = bytes == 8 ? place_of((int64_t)b, INT64_MIN) : place_of((int32_t)b, INT32_MIN);
    return left > right ? (uint64_t)left - (uint64_t)right : (uint64_t)right - (uint64_t)left;
}

static double number(uint64_t bits, size_t bytes) {
    float narrow;
    double wide;
    uint32_t low = (uint32_t)bits;
    memcpy(&narrow, &low, sizeof narrow);
    memcpy(&wide, &bits, sizeof wide);
    return bytes == 8 ? wide : (double)narrow;
}

/* The NaNs that operations give, whatever their sign. Others are more likely integers: -2 is one. */
static bool is_usual_nan(uint64_t bits, size_t bytes) {
    uint64_t plain = bits & (bytes == 8 ? INT64_MAX : INT32_MAX);
    return bytes == 8 ? plain == 0x7ff8000000000000u || plain == INT64_MAX : plain == 0x7fc00000 || plain == INT32_MAX;
}

/* Numbers that are not normal are more likely integers, too, and compared bit by bit; but 0 is 0. */
static bool is_near(uint64_t a, uint64_t b, size_t bytes) {
    const struct swrt_verify_options *o = &swrt_verify_options;
    double x = number(a, bytes), y = number(b, bytes);
    double least = bytes == 8 ? 0x1p-1022 : 0x1p-126;
    if (is_usual_nan(a, bytes) && is_usual_nan(b, bytes))
        return true;
    if (!isfinite(x) || !isfinite(y) || (x != 0 && fabs(x) < least) || (y != 0 && fabs(y) < least))
        return false;
    if (ulps_between(a, b, bytes) <= o->ulp)
        return true;
    return fabs(x - y) <= o->tolerance * fmax(fabs(x), fabs(y));
}

static bool is_same(uint64_t a, uint64_t b, size_t bytes) {
    return a == b || (swrt_verify_options.type && bytes == word_bytes() && is_near(a, b, bytes));
}

static uint64_t load(const char *at, size_t bytes) {
    uint64_t value = 0;
    memcpy(&value, at, bytes);
    return value;
}

/* A part of memory: at W = 1, and in lockstep. */
struct results {
    const struct swrt_copy_of *copy;
    const char *reference, *value;
};

/* Whether the word at i is the upper half of a double, whose lower half is 0. */
static bool is_above_zero(const struct results *r, size_t i) {
    return i >= 4 && (uintptr_t)(r->copy->at + i) % 8 == 4 && !load(r->reference + i - 4, 4) &&
           !load(r->value + i - 4, 4);
}

/* The NaN that an operation makes has a sign that nobody promises: the processor's own has one, the compiler's none, and
 * it depends on the instruction whether one that is subtracted changes it. */
static bool is_sign_of_nan(const struct results *r, size_t i, size_t bytes) {
    uint64_t was = load(r->reference + i, bytes), is = load(r->value + i, bytes);
    uint64_t sign = (uint64_t)1 << (8 * bytes - 1);
    uint64_t plain = is & ~sign;
    if ((was ^ is) != sign)
        return false;
    if (bytes == 4)
        return plain == 0x7fc00000 || (plain == 0x7ff80000 && is_above_zero(r, i));
    return plain == 0x7ff8000000000000u;
}

static void note(struct swrt_piece *piece, size_t offset, uint64_t reference, uint64_t value) {
    enum { MOST = sizeof piece->at / sizeof *piece->at };
    if (piece->differing < MOST) {
        piece->at[piece->differing] = offset;
        piece->values[piece->differing][0] = reference;
        piece->values[piece->differing][1] = value;
    }
    piece->differing++;
}

/* The device heap gives out its memory in the order in which threads ask. */
static bool are_heap_pointers(uintptr_t a, uintptr_t b) {
    return a - (uintptr_t)heap.base < heap.bytes && b - (uintptr_t)heap.base < heap.bytes;
}

static bool skips_pointer(const struct results *r, size_t i) {
    size_t left = r->copy->bytes - i;
    if (!heap.bytes || left < sizeof(uintptr_t) || (uintptr_t)(r->copy->at + i) % sizeof(uintptr_t))
        return false;
    return are_heap_pointers(load(r->reference + i, sizeof(uintptr_t)), load(r->value + i, sizeof(uintptr_t)));
}

static void compare_words(const struct swrt_copy_of *copy, const char *reference, const char *value) {
    const struct results r = {copy, reference, value};
    size_t bytes = copy->bytes, start = (size_t)(copy->at - copy->piece->base), word = word_bytes();
    for (size_t i = 0, size; i < bytes; i += size) {
        size = bytes - i < word ? 1 : word - (start + i) % word; /* up to the next word's start */
        size = size == word ? word : 1;
        if (skips_pointer(&r, i)) {
            size = sizeof(uintptr_t);
            continue;
        }
        uint64_t was = load(reference + i, size), is = load(value + i, size);
        if (!is_same(was, is, size) && !is_sign_of_nan(&r, i, size))
            note(copy->piece, start + i, was, is);
    }
}

static const char *reference_of(const struct swrt_copy_of *copy) {
    return copy->reference ? copy->reference : copy->original;
}

static void look(struct swrt_copy_of *copy) {
    if (copy->piece->is_heap)
        copy->differs = false;
    else if (copy->prints)
        copy->differs = !swrt_fingerprints_match(copy->at, copy->bytes, copy->prints);
    else
        copy->differs = memcmp(copy->at, reference_of(copy), copy->bytes);
    if (copy->differs && copy->zone)
        swrt_zone_note_written(copy->zone, copy->at, copy->bytes);
}

static void find_heap(void) {
    heap.bytes = 0;
    if (!swrt_pieces.heap)
        return;
    heap.base = swrt_pieces.heap->base;
    heap.bytes = swrt_pieces.heap->bytes;
}

bool swrt_compare_results(void) {
    bool differs = false;
    find_heap();
    swrt_copies_each(look);
    for (size_t i = 0; i < swrt_copies_count(); i++) {
        struct swrt_copy_of *copy = swrt_copy_number(i);
        swrt_pieces.has_findings |= copy->differs;
        copy->is_unclear = copy->differs && copy->prints;
        copy->piece->is_other |= copy->is_unclear;
        if (copy->differs && !copy->prints)
            compare_words(copy, reference_of(copy), copy->at);
        differs |= swrt_is_told(copy->piece);
    }
    return differs;
}

bool swrt_is_told(const struct swrt_piece *piece) {
    return piece->differing || piece->is_other;
}

/* With what W = 1 has left now. If that is not what it had left before, lockstep may well have given the same as it has
 * now; but then the result depends on the order, which is told unless small differences are none. */
static void clear_up(struct swrt_copy_of *copy) {
    compare_words(copy, copy->at, copy->kept ? copy->kept : copy->original);
    copy->is_unclear = false;
    copy->piece->is_other |= copy->differs && !swrt_verify_options.type;
}

void swrt_compare_orders(void) {
    swrt_copies_each(look);
    for (size_t i = 0; i < swrt_copies_count(); i++)
        if (swrt_copy_number(i)->is_unclear)
            swrt_copy_number(i)->piece->is_other = false;
    for (size_t i = 0; i < swrt_copies_count(); i++) {
        struct swrt_copy_of *copy = swrt_copy_number(i);
        if (copy->is_unclear)
            clear_up(copy);
        swrt_pieces.has_findings |= copy->differs;
        copy->piece->depends |= copy->differs;
    }
}
