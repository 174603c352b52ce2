/* Registration of modules, kernels and variables, by hand-made modules such as swcc makes; the symbol API over them.
 * Two devices: SOFTWARP_DEVICES is set before anything asks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cuda_runtime_api.h"
#include "exports.h"
#include "module/registry.h"

#define OK(call) assert_int_equal((call), cudaSuccess)
#define FAILS(call, error) assert_int_equal((call), (error))

/* The image: an int array of 10, a pointer to its element 3, and 16 floats of constant memory. */
struct image {
    int array[10];
    int *pointer;
    float constants[16];
};
static struct image image;
static const struct image init = {{1, 2, 3, 4, 5}, &image.array[3], {0}};
static const int managed_initial[4] = {7, 8, 9};
static void *managed_cell = (void *)managed_initial;
static int managed_shadow[4];
static char array_shadow[sizeof image.array], pointer_shadow[sizeof image.pointer],
    constants_shadow[sizeof image.constants];
static char kernel_stub, missing_stub;

static struct swrt_kernel kernels[] = {{.name = "_Z1kv"}};
static struct swrt_var vars[] = {
    {.name = "array", .address = image.array, .size = sizeof image.array},
    {.name = "pointer", .address = &image.pointer, .size = sizeof image.pointer},
    {.name = "constants", .address = image.constants, .size = sizeof image.constants, .flags = SWRT_VAR_CONSTANT},
    {.name = "managed",
     .address = (void *)managed_initial,
     .cell = &managed_cell,
     .size = sizeof managed_shadow,
     .flags = SWRT_VAR_MANAGED},
};
static struct swrt_reloc relocs[] = {{offsetof(struct image, pointer), 3 * sizeof(int)}};
static uint64_t ids[] = {1, 2, 3, 4};
static struct swrt_module module = {.abi_version = SWRT_ABI_VERSION,
                                    .source = (void *)"test.cu",
                                    .ids = ids,
                                    .num_ids = 2,
                                    .kernels = kernels,
                                    .num_kernels = 1,
                                    .vars = vars,
                                    .num_vars = 4,
                                    .relocs = relocs,
                                    .num_relocs = 1,
                                    .image = &image,
                                    .image_bytes = sizeof image,
                                    .init = (void *)&init,
                                    .init_bytes = sizeof init};
static struct swrt_fatbin fatbin = {SWRT_FATBIN_MAGIC, 3, 4};
static struct {
    int magic, version;
    const void *data;
    void *unused;
} wrapper = {0x466243b1, 1, &fatbin, NULL};
static void **handle;

static void register_globals(void **to) {
    handle = to;
    __cudaRegisterFunction(to, &kernel_stub, (char *)"_Z1kv", "_Z1kv", -1, NULL, NULL, NULL, NULL, NULL);
    __cudaRegisterFunction(to, &missing_stub, (char *)"gone", "gone", -1, NULL, NULL, NULL, NULL, NULL);
    __cudaRegisterVar(to, array_shadow, (char *)"array", "array", 0, sizeof image.array, 0, 0);
    __cudaRegisterVar(to, pointer_shadow, (char *)"pointer", "pointer", 0, sizeof image.pointer, 0, 0);
    __cudaRegisterVar(to, constants_shadow, (char *)"constants", "constants", 0, sizeof image.constants, 1, 0);
    __cudaRegisterVar(to, (char *)managed_shadow, (char *)"managed", "managed", 0, sizeof managed_shadow, 0, 0);
}

static int set_up(void **state) {
    memset(&image, 0, sizeof image);
    memset(managed_shadow, 0, sizeof managed_shadow);
    swrt_register_module(&module);
    swrt_register_linked(register_globals, &wrapper);
    return 0;
}

static int tear_down(void **state) {
    cudaSetDevice(0);
    __cudaUnregisterFatBinary(handle);
    return 0;
}

static void kernels_are_found_by_their_stub(void **state) {
    struct swrt_function *function = swrt_function_find(&kernel_stub);
    assert_non_null(function);
    assert_ptr_equal(function->kernel, &kernels[0]);
    assert_ptr_equal(function->module, &module);
    assert_string_equal(function->name, "_Z1kv");
    assert_ptr_equal(swrt_function_find(&kernel_stub), function);
    assert_null(swrt_function_find(&missing_stub));
    assert_null(swrt_function_find(array_shadow));
    assert_null(swrt_function_find(NULL));
}

static void registration_order_does_not_matter(void **state) {
    tear_down(state);
    memset(managed_shadow, 0, sizeof managed_shadow);
    swrt_register_linked(register_globals, &wrapper);
    assert_null(swrt_function_find(&kernel_stub));
    assert_int_equal(managed_shadow[0], 0);
    swrt_register_module(&module);
    assert_non_null(swrt_function_find(&kernel_stub));
    assert_int_equal(managed_shadow[1], 8);
    assert_ptr_equal(managed_cell, managed_shadow);
}

static void nothing_is_left_after_unregistration(void **state) {
    size_t size;
    tear_down(state);
    assert_null(swrt_function_find(&kernel_stub));
    FAILS(cudaGetSymbolSize(&size, array_shadow), cudaErrorInvalidSymbol);
    set_up(state);
    OK(cudaGetSymbolSize(&size, array_shadow));
}

static void other_versions_are_refused(void **state) {
    static struct swrt_module old;
    old = module;
    old.abi_version = 999;
    tear_down(state);
    swrt_register_module(&old);
    swrt_register_linked(register_globals, &wrapper);
    assert_null(swrt_function_find(&kernel_stub));
    __cudaUnregisterFatBinary(handle);
    set_up(state);
}

static void managed_variables_are_one_object(void **state) {
    void *address;
    struct cudaPointerAttributes a;
    assert_int_equal(managed_shadow[0] + managed_shadow[1] + managed_shadow[2], 24);
    assert_ptr_equal(managed_cell, managed_shadow);
    OK(cudaGetSymbolAddress(&address, managed_shadow));
    assert_ptr_equal(address, managed_shadow);
    OK(cudaPointerGetAttributes(&a, &managed_shadow[3]));
    assert_int_equal(a.type, cudaMemoryTypeManaged);
    OK(cudaMemset(managed_shadow, 0, sizeof managed_shadow));
    OK(cudaDeviceSynchronize());
    assert_int_equal(managed_shadow[1], 0);
    FAILS(cudaMemset(managed_shadow, 0, sizeof managed_shadow + 1), cudaErrorInvalidValue);
}

static void symbols_are_copied_and_checked(void **state) {
    int in[10] = {10, 11, 12, 13, 14, 15, 16, 17, 18, 19}, out[10] = {0};
    size_t size;
    void *address, *device;
    OK(cudaGetSymbolSize(&size, array_shadow));
    assert_int_equal(size, 40);
    OK(cudaMemcpyFromSymbol(out, array_shadow, 40, 0, cudaMemcpyDeviceToHost));
    assert_int_equal(out[2], 3);
    OK(cudaMemcpyToSymbol(array_shadow, in, 40, 0, cudaMemcpyHostToDevice));
    OK(cudaMemcpyFromSymbol(out, array_shadow, 4, 36, cudaMemcpyDefault));
    assert_int_equal(out[0], 19);
    OK(cudaMemcpyToSymbolAsync(array_shadow, in, 4, 4, cudaMemcpyDefault, 0));
    OK(cudaMemcpyFromSymbolAsync(out, array_shadow, 8, 0, cudaMemcpyDeviceToHost, 0));
    assert_int_equal(out[1], 10);
    FAILS(cudaMemcpyToSymbol(array_shadow, in, 41, 0, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    FAILS(cudaMemcpyToSymbol(array_shadow, in, 4, 37, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    FAILS(cudaMemcpyToSymbol(array_shadow, in, 4, (size_t)-4, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    OK(cudaMemcpyToSymbol(array_shadow, in, 0, 47, cudaMemcpyHostToDevice));
    FAILS(cudaMemcpyToSymbol(array_shadow, in, 4, 0, cudaMemcpyDeviceToHost), cudaErrorInvalidMemcpyDirection);
    FAILS(cudaMemcpyToSymbol(array_shadow, in, 4, 0, cudaMemcpyHostToHost), cudaErrorInvalidMemcpyDirection);
    FAILS(cudaMemcpyFromSymbol(out, array_shadow, 4, 0, cudaMemcpyHostToDevice), cudaErrorInvalidMemcpyDirection);
    FAILS(cudaMemcpyToSymbol(array_shadow, NULL, 4, 0, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    FAILS(cudaMemcpyToSymbol(in, in, 4, 0, cudaMemcpyHostToDevice), cudaErrorInvalidSymbol);
    FAILS(cudaMemcpyToSymbol(NULL, in, 4, 0, cudaMemcpyHostToDevice), cudaErrorInvalidSymbol);
    FAILS(cudaGetSymbolSize(NULL, array_shadow), cudaErrorInvalidValue);
    FAILS(cudaGetSymbolAddress(&address, (void *)16), cudaErrorInvalidSymbol);
    OK(cudaGetSymbolAddress(&address, array_shadow));
    assert_ptr_equal(address, image.array);
    OK(cudaMalloc(&device, 40));
    OK(cudaMemcpy(address, in, 40, cudaMemcpyHostToDevice));
    FAILS(cudaMemcpy(address, in, 41, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    OK(cudaMemcpyToSymbol(array_shadow, device, 4, 0, cudaMemcpyDeviceToDevice));
    FAILS(cudaFree(address), cudaErrorInvalidValue);
    OK(cudaFree(device));
}

static void symbols_are_found_by_name_too(void **state) {
    size_t size;
    OK(cudaGetSymbolSize(&size, "constants"));
    assert_int_equal(size, 64);
    FAILS(cudaGetSymbolSize(&size, "nothing"), cudaErrorInvalidSymbol);
    FAILS(cudaGetSymbolSize(&size, ""), cudaErrorInvalidSymbol);
}

static void every_device_has_its_own_variables(void **state) {
    int value = 99, *address, **pointer;
    struct cudaPointerAttributes a;
    OK(cudaMemcpyToSymbol(array_shadow, &value, 4, 12, cudaMemcpyHostToDevice));
    OK(cudaSetDevice(1));
    OK(cudaGetSymbolAddress((void **)&address, array_shadow));
    assert_ptr_not_equal(address, image.array);
    assert_int_equal(address[0], 1);
    assert_int_equal(address[3], 4);
    OK(cudaGetSymbolAddress((void **)&pointer, pointer_shadow));
    assert_ptr_equal(*pointer, &address[3]);
    assert_ptr_equal(image.pointer, &image.array[3]);
    OK(cudaPointerGetAttributes(&a, address));
    assert_int_equal(a.type, cudaMemoryTypeDevice);
    assert_int_equal(a.device, 1);
    assert_ptr_equal(swrt_module_image(&module, 1), address);
    assert_ptr_equal(swrt_module_image(&module, 0), &image);
}

static void reset_gives_initial_values_back(void **state) {
    int value = 99;
    OK(cudaMemcpyToSymbol(array_shadow, &value, 4, 0, cudaMemcpyHostToDevice));
    managed_shadow[0] = 99;
    OK(cudaDeviceReset());
    assert_int_equal(image.array[0], 1);
    assert_ptr_equal(image.pointer, &image.array[3]);
    assert_int_equal(managed_shadow[0], 99); /* the host's as well: it keeps what it has */
    assert_ptr_equal(managed_cell, managed_shadow);
}

/* A file of a library with two binaries, and one that registers nothing. */
static char library, stubs[2];
static struct {
    int magic, version;
    const void *data;
    void *unused;
} two[] = {{0x466243b1, 1, &fatbin, NULL}, {0x466243b1, 1, &fatbin, NULL}};
static void **handles[2];

static void register_two(void) {
    for (int i = 0; i < 2; i++) {
        handles[i] = __cudaRegisterFatBinary(&two[i]);
        __cudaRegisterFunction(handles[i], &stubs[i], (char *)"_Z1kv", "_Z1kv", -1, NULL, NULL, NULL, NULL, NULL);
        __cudaRegisterFatBinaryEnd(handles[i]);
    }
}

static void register_none(void) {
}

void __cxa_finalize(void *library); /* what dlclose calls of a library */

static void what_is_registered_early_stays_for_the_last_destructors(void **state) {
    swrt_register_early(register_two, &library);
    register_two(); /* clang's own constructor */
    for (int i = 0; i < 2; i++) {
        __cudaUnregisterFatBinary(handles[i]); /* and its destructor */
        assert_non_null(swrt_function_find(&stubs[i]));
    }
    __cxa_finalize(&library);
    for (int i = 0; i < 2; i++)
        assert_null(swrt_function_find(&stubs[i]));
    assert_non_null(swrt_function_find(&kernel_stub)); /* another file's */
}

static void a_file_that_registers_nothing_takes_nothing_away(void **state) {
    swrt_register_early(register_none, &library);
    __cxa_finalize(&library);
    assert_non_null(swrt_function_find(&kernel_stub));
}

int main(void) {
    setenv("SOFTWARP_DEVICES", "2", 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(kernels_are_found_by_their_stub, set_up, tear_down),
        cmocka_unit_test_setup_teardown(registration_order_does_not_matter, set_up, tear_down),
        cmocka_unit_test_setup_teardown(nothing_is_left_after_unregistration, set_up, tear_down),
        cmocka_unit_test_setup_teardown(other_versions_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(managed_variables_are_one_object, set_up, tear_down),
        cmocka_unit_test_setup_teardown(symbols_are_copied_and_checked, set_up, tear_down),
        cmocka_unit_test_setup_teardown(symbols_are_found_by_name_too, set_up, tear_down),
        cmocka_unit_test_setup_teardown(every_device_has_its_own_variables, set_up, tear_down),
        cmocka_unit_test_setup_teardown(reset_gives_initial_values_back, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_registered_early_stays_for_the_last_destructors, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_file_that_registers_nothing_takes_nothing_away, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
