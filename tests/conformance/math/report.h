/* One row's results against exact ones: within so many ulps of the correctly rounded result, and the same where that is
 * a special value. A line says what was tested; with WORST in the environment also how far off the worst result was.
 */
#ifndef REPORT_H
#define REPORT_H

#include "../check.h"
#include "../rows.h"
#include "samples.h"

/* Zeros, infinities and NaNs are results that do not depend on an algorithm. */
template <typename T> bool is_determined(T exact) { return exact == 0 || exact - exact != 0; }

template <typename T> class report {
  public:
    explicit report(const char *label) : label(label) {}

    /* got is a result at x (and y), exact what it should be: at most ulps from the rounded one. */
    void near(long double exact, T got, double ulps, double x, double y = 0) {
        T rounded = (T)exact;
        count++;
        if (rounded != rounded || got != got) {
            if (got == got || rounded == rounded) fail(rounded, got, ulps, 1e30, x, y);
            return;
        }
        double error =
            (double)(place_of(rounded) > place_of(got) ? (uint64_t)place_of(rounded) - (uint64_t)place_of(got)
                                                       : (uint64_t)place_of(got) - (uint64_t)place_of(rounded));
        note(error, x, y);
        if (!(error <= ulps)) fail(rounded, got, ulps, error, x, y);
    }

    /* At most so far from it, for functions whose bound is absolute. */
    void within(long double exact, T got, double distance, double x, double y = 0) {
        T rounded = (T)exact;
        count++;
        if (rounded - rounded != 0 || got - got != 0) {
            if (!check_same(rounded, got)) fail(rounded, got, distance, 1e30, x, y);
            return;
        }
        double error = (double)fabsl(exact - (long double)got);
        note(error, x, y);
        if (!(error <= distance)) fail(rounded, got, distance, error, x, y);
    }

    /* A result at a special value: the same where it is determined, and then part of what is printed. */
    void special(long double exact, T got, double x, double y = 0) {
        T rounded = (T)exact;
        if (!is_determined(rounded)) return;
        if (!check_same(rounded, got)) fail(rounded, got, 0, 1e30, x, y);
        row_add(digest, got);
        specials++;
    }

    void print(const char *bound) {
        std::printf("%s: %d samples, %s; %d special results %016llx\n", label, count, bound, specials, digest.state);
        if (std::getenv("WORST")) std::printf("    worst %g at %.17g (%a), %.17g\n", worst, worst_x, worst_x, worst_y);
    }
    void print(double ulps) {
        char bound[40];
        std::snprintf(bound, sizeof bound, "within %g ulp", ulps);
        print(bound);
    }

  private:
    const char *label;
    int count = 0, specials = 0;
    double worst = 0, worst_x = 0, worst_y = 0;
    row_digest digest;

    void note(double error, double x, double y) {
        if (error > worst) worst = error, worst_x = x, worst_y = y;
    }
    void fail(T expected, T got, double allowed, double error, double x, double y) {
        if (std::getenv("WORST") && error < 1e30) return;
        std::printf("%s at %.17g (%a), %.17g (%a): error %g, %g allowed\n", label, x, x, y, y, error, allowed);
        check_failed(__FILE__, __LINE__, label, -1, expected, got);
    }
};

/* The argument of the table is the plain name: expf and exp. */
template <typename T> const char *suffix_of();
template <> inline const char *suffix_of<float>() { return "f"; }
template <> inline const char *suffix_of<double>() { return ""; }
template <typename T> const char *type_name();
template <> inline const char *type_name<float>() { return "float"; }
template <> inline const char *type_name<double>() { return "double"; }

/* In the file scope of memory that kernels read. */
template <typename T> T *shared_copy(const std::vector<T> &values) {
    T *memory = managed<T>(values.size());
    std::memcpy(memory, values.data(), values.size() * sizeof(T));
    return memory;
}

#endif
