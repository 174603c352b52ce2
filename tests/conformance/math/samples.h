/* Where functions are tested: special values, bit patterns from end to end (each exponent gets its share), evenly spread
 * values where a row says that something happens, and both sides of places where functions begin or cease to be ordinary.
 *
 * All of it is made by integer arithmetic and exact operations: every machine has the same samples.
 */
#ifndef SAMPLES_H
#define SAMPLES_H

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

/* -DDENSE=100: a test of some minutes. */
#ifndef DENSE
#define DENSE 1
#endif

template <typename T> struct number;
template <> struct number<float> {
    typedef uint32_t bits;
    enum { SWEEP = 100003 * DENSE, EVEN = 30011 * DENSE };
};
template <> struct number<double> {
    typedef uint64_t bits;
    enum { SWEEP = 30011 * DENSE, EVEN = 20011 * DENSE };
};

template <typename T> T from_bits(typename number<T>::bits bits) {
    T x;
    std::memcpy(&x, &bits, sizeof x);
    return x;
}
template <typename T> typename number<T>::bits to_bits(T x) {
    typename number<T>::bits bits;
    std::memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* The place of x among all numbers in order: neighbours differ by one; both zeros are 0, infinity follows the largest. */
template <typename T> int64_t place_of(T x) {
    typename number<T>::bits bits = to_bits(x), top = (typename number<T>::bits)1 << (8 * sizeof x - 1);
    return bits & top ? -(int64_t)(bits & ~top) : (int64_t)bits;
}

/* A generator whose numbers are the same everywhere. */
struct random_bits {
    uint64_t state;
    explicit random_bits(uint64_t seed) : state(seed * 0x9e3779b97f4a7c15u + 1) {}
    uint64_t next() {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        return state * 0x2545f4914f6cdd1du;
    }
    double unit() { return (double)(next() >> 11) * 0x1p-53; } /* [0, 1) */
    double within(double from, double to) { return from + (to - from) * unit(); }
    template <typename T> T pattern() { return from_bits<T>((typename number<T>::bits)(next() >> 7)); }
};

/* Values at which results are determined whatever the algorithm, or not ordinary. */
template <typename T> std::vector<T> special_values() {
    typedef std::numeric_limits<T> limits;
    const T positive[] = {
        0, limits::infinity(), 1, 2, 3, (T)0.5, limits::max(), limits::min(), limits::denorm_min(), (T)1.5};
    std::vector<T> all;
    for (T x : positive) {
        all.push_back(x);
        all.push_back(-x);
    }
    all.push_back(limits::quiet_NaN());
    return all;
}

/* x and those around it. */
template <typename T> void add_neighbours(std::vector<T> &to, T x, int reach) {
    int64_t middle = place_of(x);
    for (int64_t at = middle - reach; at <= middle + reach; at++) {
        T y = from_bits<T>((typename number<T>::bits)(at < 0 ? -at : at));
        to.push_back(at < 0 ? -y : y);
    }
}

/* Ends of domains, thresholds of overflow and underflow of exponentials and gamma functions, zeros and extrema,
 * multiples of pi/2 that are close to floats or doubles, where common implementations change formulas. */
template <typename T> void add_places(std::vector<T> &to) {
    const double places[] = {
        0,
        0.25,
        0.5,
        0.6931471805599453,
        0.7853981633974483,
        1,
        1.4142135623730951,
        1.4616321449683623,
        1.5,
        2,
        3,
        4,
        8,
        16,
        32,
        64,
        128,
        1.5707963267948966,
        3.141592653589793,
        4.71238898038469,
        6.283185307179586,
        31.41592653589793,
        117.80972450961724,
        16367173.0 * 0x1p72,
        6381956970095103.0 * 0x1p797,
        1e5,
        1e6,
        1e10,
        1e22,
        1e38,
        1e300,
        88.72283935546875,
        103.972084,
        87.33654,
        127,
        126,
        149,
        150,
        38.53183,
        44.8534,
        37.929779,
        709.782712893384,
        745.1332191019412,
        708.3964185322641,
        1022,
        1023,
        1024,
        1074,
        1075,
        308.25471555991675,
        323.3062153431158,
        35.04009,
        42.0,
        171.624376956302725,
        177.8,
        184.0,
        9.194549,
        10.054,
        26.543258,
        27.226,
        37.677,
        38.4674,
        13.0,
        14.17,
        0x1p23,
        0x1p24,
        0x1p31,
        0x1p32,
        0x1p52,
        0x1p53,
        0x1p62,
        0x1p63,
        0x1p64,
        0x1p100,
        0x1p127,
        0x1p1000,
        0x1p20,
        0x1p-126,
        0x1p-1022,
        0x1p-14,
        0x1p-27,
        0x1p-54,
        1e-5,
        0.01,
        0.1,
        5.0,
        6.0,
        7.0,
        20.0,
        22.0,
        710.4758600739439,
        89.415985,
        713.9876,
        91.9,
    };
    for (double place : places)
        for (int sign = -1; sign <= 1; sign += 2)
            if (std::fabs(place) <= std::numeric_limits<T>::max()) add_neighbours(to, (T)(sign * place), 8);
}

/* Samples of one argument; the special values come first. sparse: for what takes long. */
template <typename T> std::vector<T> samples_of(double from, double to, int sparse = 1) {
    std::vector<T> all = special_values<T>();
    typedef typename number<T>::bits bits;
    const int sweep = number<T>::SWEEP / sparse, even = number<T>::EVEN / sparse;
    const bits stride = std::numeric_limits<bits>::max() / sweep;
    for (int i = 0; i < sweep; i++) all.push_back(from_bits<T>((bits)(stride * (bits)i + (bits)i % 1021)));
    for (int i = 0; i <= even; i++) all.push_back((T)(from + (to - from) * i / even));
    add_places(all);
    add_neighbours(all, (T)from, 8);
    add_neighbours(all, (T)to, 8);
    return all;
}

template <typename T> struct several { T x, y, z, w; };

/* Samples of several arguments: all pairs of special values first; then any bit patterns, numbers of like size, numbers
 * from the rectangle, and x close to 1 with y of any size. */
template <typename T> std::vector<several<T>> several_samples(double xfrom, double xto, double yfrom, double yto) {
    std::vector<several<T>> all;
    const std::vector<T> special = special_values<T>();
    for (T x : special)
        for (T y : special) all.push_back({x, y, special[(all.size() * 7 + 3) % special.size()], (T)1});
    random_bits random(1);
    for (int i = 0; i < 20000; i++)
        all.push_back({random.pattern<T>(), random.pattern<T>(), random.pattern<T>(), random.pattern<T>()});
    for (int i = 0; i < 20000; i++) {
        T x = random.pattern<T>();
        all.push_back({x, (T)(x * random.within(-4, 4)), (T)(x * random.within(-4, 4)), (T)(x * random.within(-4, 4))});
    }
    for (int i = 0; i < 20000; i++)
        all.push_back({(T)random.within(xfrom, xto), (T)random.within(yfrom, yto), (T)random.within(xfrom, xto),
                       (T)random.within(yfrom, yto)});
    for (int i = 0; i < 10000; i++) {
        double size = std::ldexp(1, -(int)(random.next() % 24));
        all.push_back({(T)(1 + random.within(-1, 1) * size), (T)(random.within(-700, 700) / size), (T)1, (T)size});
    }
    return all;
}

#endif
