// printf in kernels: every conversion of device/printf.def with its sizes, flags, widths and precisions, from formats in
// device memory. The host prints the same rows with its own printf, to compare here. What C has and CUDA's guide does not
// (the size hh, a precision that is an argument) is in printf_more.cu: an H200 prints such conversions as they are.
#include <cstdio>
#include <cstring>
#include <string>
#include <unistd.h>
#include <cuda_runtime.h>

/* What is passed: to conversions of 32 and of 64 bits, of a double, of a string, of a pointer; with one `*`, with two. */
enum kind { SIGNED, UNSIGNED, REAL, CHARACTER, STRING, POINTER };
struct row {
    const char *format;
    kind type;
    bool wide;
    int stars, width, precision;
    long long integer;
    double real;
    const char *text;
};

#define ROW(format, type, wide, stars, width, precision, integer, real, text) \
    {format, type, wide, stars, width, precision, integer, real, text},
#define INTEGER(format, type, bits, value) ROW(format, type, bits == 64, 0, 0, 0, value, 0, "")
#define STARRED(format, type, bits, value) ROW(format, type, bits == 64, STARS_COUNT, 8, 3, value, 0, "")
#define FLOATING(format, value) ROW(format, REAL, false, 0, 0, 0, 0, value, "")
#define TEXT(format, value) ROW(format, STRING, false, 0, 0, 0, 0, 0, value)

#ifdef PRINTF_MORE
#define STARS "%*.*"
#define STARS_COUNT 2
#define SHORTEST(letter, type) SIZED(letter, type, "hh", 8)
#else
#define STARS "%*"
#define STARS_COUNT 1
#define SHORTEST(letter, type)
#endif
#define SIZED(letter, type, size, bits)                                                                            \
    INTEGER("%" size letter, type, bits, -123) INTEGER("%9" size letter, type, bits, 45)                           \
    INTEGER("%.5" size letter, type, bits, 67) STARRED(STARS size letter, type, bits, 8)                           \
    INTEGER("%" size letter, type, bits, bits == 64 ? 1ll << 40 : 3000000000) INTEGER("%-12.4" size letter "|", type, bits, 0)
#define ROWS_SIGNED(letter) SHORTEST(letter, SIGNED) SIZED(letter, SIGNED, "h", 16) SIZED(letter, SIGNED, "", 32) \
    SIZED(letter, SIGNED, "l", 64) SIZED(letter, SIGNED, "ll", 64)
#define ROWS_UNSIGNED(letter) SHORTEST(letter, UNSIGNED) SIZED(letter, UNSIGNED, "h", 16)                      \
    SIZED(letter, UNSIGNED, "", 32) SIZED(letter, UNSIGNED, "l", 64) SIZED(letter, UNSIGNED, "ll", 64)
#define ROWS_REAL(letter)                                                                                          \
    FLOATING("%" letter, 3.25) FLOATING("%14" letter, -1234.5) FLOATING("%.3" letter, 2.0 / 3)                     \
    FLOATING("%16.2" letter, 1e-7) FLOATING("%.0" letter, 6.0) FLOATING("%" letter, 1e20) FLOATING("%" letter, 0.0) \
    ROW(STARS letter, REAL, false, STARS_COUNT, 12, 1, 0, 1e5, "")
#define ROWS_CHARACTER(letter)                                                                                     \
    INTEGER("%" letter, CHARACTER, 32, 'A') INTEGER("%5" letter, CHARACTER, 32, 'B') INTEGER("%-5" letter "|", CHARACTER, 32, 'C')
#define ROWS_STRING(letter)                                                                                        \
    TEXT("%" letter, "text") TEXT("%8" letter, "right") TEXT("%-8" letter "|", "left") TEXT("%.2" letter, "cut")   \
    TEXT("%7.3" letter, "both") ROW(STARS letter, STRING, false, STARS_COUNT, 9, 4, 0, 0, "starred") TEXT("%" letter, "")
#define ROWS_POINTER(letter)                                                                                       \
    INTEGER("%" letter, POINTER, 64, 0x1234) INTEGER("%20" letter, POINTER, 64, 0xabcdef0123)

/* Flags with one signed, one unsigned, two real conversions, and text where it matters. */
#define FLAG_ROWS(flag)                                                                                            \
    INTEGER("%" flag "7d|", SIGNED, 32, 42) INTEGER("%" flag "ld|", SIGNED, 64, -42)                               \
    INTEGER("%" flag "7x|", UNSIGNED, 32, 42) INTEGER("%" flag "lo|", UNSIGNED, 64, 42)                            \
    FLOATING("%" flag "10.2f|", 2.5) FLOATING("%" flag "g|", 100.0) FLOATING("%" flag "12.1e|", -3.5)              \
    FLOATING("%" flag "a|", 1.0)

#define CONVERSION(letter, kind) ROWS_##kind(#letter)
#define FLAG(flag) FLAG_ROWS(flag)
__device__ const row device_rows[] = {
#include <softwarp/device/printf.def>
};
#define CONVERSION(letter, kind) ROWS_##kind(#letter)
#define FLAG(flag) FLAG_ROWS(flag)
static const row host_rows[] = {
#include <softwarp/device/printf.def>
};
enum { ROWS = sizeof host_rows / sizeof *host_rows };

#define SAY_WITH(value)                                                               \
    if (r.stars == 2) SAY(r.format, r.width, r.precision, value)                      \
    else if (r.stars == 1) SAY(r.format, r.width, value)                              \
    else SAY(r.format, value)
#define SAY_ROW                                                                       \
    SAY("%s -> [", r.format + 1)                                                      \
    if (r.type == STRING) { SAY_WITH(r.text) }                                        \
    else if (r.type == REAL) { SAY_WITH(r.real) }                                     \
    else if (r.wide) { SAY_WITH(r.integer) }                                          \
    else { SAY_WITH((int)r.integer) }                                                 \
    SAY("%s", "]\n")

#define SAY(...) { printf(__VA_ARGS__); }
__global__ void on_device() {
    for (int i = 0; i < ROWS; i++) {
        const row &r = device_rows[i];
        SAY_ROW
    }
    printf("100%%\n");
}
#undef SAY
#define SAY(...) { std::snprintf(line, sizeof line, __VA_ARGS__); text += line; }
static std::string on_host() {
    char line[256];
    std::string text;
    for (const row &r : host_rows) { SAY_ROW }
    return text + "100%\n";
}

/* Runs the kernel with standard output in a file, and gives what it printed. */
static std::string printed() {
    std::string text;
    FILE *file = std::tmpfile();
    std::fflush(stdout);
    int saved = dup(1);
    dup2(fileno(file), 1);
    on_device<<<1, 1>>>();
    cudaError_t error = cudaDeviceSynchronize();
    std::fflush(stdout);
    dup2(saved, 1);
    if (error != cudaSuccess) return cudaGetErrorString(error);
    std::rewind(file);
    for (int c; (c = std::fgetc(file)) != EOF;) text += (char)c;
    return text;
}

int main() {
    std::string device = printed(), host = on_host();
    std::fputs(device.c_str(), stdout);
    if (device != host) {
        size_t at = 0;
        while (at < device.size() && at < host.size() && device[at] == host[at]) at++;
        std::printf("%s:%d: different at byte %zu; the host says\n%.80s\n", __FILE__, __LINE__, at, host.c_str() + at);
        return 1;
    }
    std::printf("ok\n");
    return 0;
}
