/* Sobol' sequences, once for each size of words: WORD, BITS, FILL (a tile's array), the function's NAME.
 *
 * The Gray code of 16 b + j is that of 16 b and that of j together: sixteen numbers are one, of b, with the sums for
 * j = 0 .. 15 added. From b to b + 1 two bits of the first part change.
 */
struct CR_JOIN(sobol, BITS) {
    const WORD *vectors;
    WORD constant, sums[16];
};

static WORD CR_JOIN(number_of, BITS)(const struct CR_JOIN(sobol, BITS) * s, WORD i) {
    WORD x = s->constant, gray = i ^ (i >> 1);
    for (; gray; gray &= gray - 1)
        x ^= s->vectors[__builtin_ctzll(gray)];
    return x;
}

static void CR_JOIN(fill, BITS)(const struct CR_JOIN(sobol, BITS) * s, WORD i, uint32_t width, WORD *restrict out) {
    uint32_t k = 0;
    for (; k < width && i % 16; k++)
        out[k] = CR_JOIN(number_of, BITS)(s, i++);
    WORD x = CR_JOIN(number_of, BITS)(s, i);
    for (; k + 16 <= width; k += 16, i += 16) {
        for (uint32_t j = 0; j < 16; j++)
            out[k + j] = x ^ s->sums[j];
        WORD next = i / 16 + 1;
        x ^= s->vectors[3] ^ (next << 4 ? s->vectors[4 + __builtin_ctzll(next)] : 0);
    }
    for (; k < width; k++)
        out[k] = CR_JOIN(number_of, BITS)(s, i++);
}

static struct CR_JOIN(sobol, BITS) CR_JOIN(dimension, BITS)(const struct cr_job *job, uint64_t dimension) {
    const WORD *vectors = job->vectors, *constants = job->constants;
    struct CR_JOIN(sobol, BITS) s = {.vectors = vectors + dimension * BITS, .constant = 0};
    for (WORD j = 0; j < 16; j++)
        s.sums[j] = CR_JOIN(number_of, BITS)(&s, j);
    s.constant = constants ? constants[dimension] : 0;
    return s;
}

void NAME(const struct cr_job *job, uint32_t part, uint32_t parts) {
    uint64_t each = job->count / job->dimensions, at = job->count / parts * part + (job->count % parts) * part / parts;
    uint64_t until = job->count / parts * (part + 1) + (job->count % parts) * (part + 1) / parts;
    struct cr_tile tile;
    while (at < until) {
        uint64_t dimension = at / each, end = (dimension + 1) * each;
        struct CR_JOIN(sobol, BITS) s = CR_JOIN(dimension, BITS)(job, dimension);
        for (end = end < until ? end : until; at < end;) {
            uint32_t width = end - at < CR_TILE ? (uint32_t)(end - at) : CR_TILE;
            CR_JOIN(fill, BITS)(&s, (WORD)(job->at + at - dimension * each), width, FILL);
            CR_NAME(cr_form_tile)(job, &tile, width, (char *)job->out + at * cr_size(job->form));
            at += width;
        }
    }
}

#undef WORD
#undef BITS
#undef FILL
#undef NAME
