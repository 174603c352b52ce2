/* Names, texts and codes of errors; the thread's last error. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "cuda_runtime_api.h"
#include "report/error.h"

static void every_row_has_name_and_text(void **state) {
#define E(name, code, text)                                                    \
    assert_int_equal(cuda##name, code);                                        \
    assert_string_equal(cudaGetErrorName((cudaError_t)code), "cuda" #name);    \
    assert_string_equal(cudaGetErrorString((cudaError_t)code), text);
#include "softwarp/runtime/errors.def"
#undef E
}

static void unknown_codes_say_so(void **state) {
    assert_string_equal(cudaGetErrorName((cudaError_t)12345), "unrecognized error code");
    assert_string_equal(cudaGetErrorString((cudaError_t)-1), "unrecognized error code");
    assert_int_equal(cudaGetLastError(), cudaSuccess);
}

static void last_error_stays_until_asked_for(void **state) {
    assert_int_equal(cudaSetDevice(99), cudaErrorInvalidDevice);
    assert_int_equal(cudaSetDevice(0), cudaSuccess);
    assert_int_equal(cudaPeekAtLastError(), cudaErrorInvalidDevice);
    assert_int_equal(cudaGetLastError(), cudaErrorInvalidDevice);
    assert_int_equal(cudaGetLastError(), cudaSuccess);
}

static void the_newest_error_wins(void **state) {
    cudaSetDevice(99);
    cudaGetDeviceCount(NULL);
    assert_int_equal(cudaGetLastError(), cudaErrorInvalidValue);
}

static void not_ready_is_no_error(void **state) {
    assert_int_equal(swrt_fail(cudaErrorNotReady), cudaErrorNotReady);
    assert_int_equal(cudaGetLastError(), cudaSuccess);
}

static void *fail_in_thread(void *data) {
    cudaSetDevice(99);
    *(cudaError_t *)data = cudaPeekAtLastError();
    return NULL;
}

static void last_error_belongs_to_the_thread(void **state) {
    pthread_t thread;
    cudaError_t seen = cudaSuccess;
    assert_int_equal(pthread_create(&thread, NULL, fail_in_thread, &seen), 0);
    pthread_join(thread, NULL);
    assert_int_equal(seen, cudaErrorInvalidDevice);
    assert_int_equal(cudaGetLastError(), cudaSuccess);
}

static void sticky_errors_break_the_device_until_reset(void **state) {
    void *p;
    int count;
    swrt_set_sticky(0, cudaErrorAssert);
    swrt_set_sticky(0, cudaErrorIllegalAddress);
    assert_int_equal(cudaMalloc(&p, 4), cudaErrorAssert);
    assert_int_equal(cudaFree(NULL), cudaErrorAssert);
    assert_int_equal(cudaMemset(&p, 0, 4), cudaErrorAssert);
    assert_int_equal(cudaGetDeviceCount(&count), cudaSuccess);
    assert_int_equal(cudaGetLastError(), cudaErrorAssert);
    assert_int_equal(cudaGetLastError(), cudaSuccess);
    assert_int_equal(cudaDeviceReset(), cudaSuccess);
    assert_int_equal(cudaMalloc(&p, 4), cudaSuccess);
    assert_int_equal(cudaFree(p), cudaSuccess);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_has_name_and_text),
        cmocka_unit_test(unknown_codes_say_so),
        cmocka_unit_test(last_error_stays_until_asked_for),
        cmocka_unit_test(the_newest_error_wins),
        cmocka_unit_test(not_ready_is_no_error),
        cmocka_unit_test(last_error_belongs_to_the_thread),
        cmocka_unit_test(sticky_errors_break_the_device_until_reset),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
