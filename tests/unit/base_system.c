/* Strings, files, temporary folder, child processes, diagnostics. */
#include "base/base.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

static struct sw_arena *arena;

static void strings_compare(void **state) {
    assert_true(sw_starts_with("abc", "ab"));
    assert_true(sw_starts_with("abc", ""));
    assert_false(sw_starts_with("a", "ab"));
    assert_true(sw_ends_with("abc", "bc"));
    assert_false(sw_ends_with("c", "bc"));
    assert_true(sw_equal("x", "x"));
    assert_false(sw_equal("x", "xy"));
}

static void edit_distance_counts_edits(void **state) {
    assert_int_equal(sw_edit_distance("", ""), 0);
    assert_int_equal(sw_edit_distance("", "abc"), 3);
    assert_int_equal(sw_edit_distance("kitten", "sitting"), 3);
    assert_int_equal(sw_edit_distance("ouput-file", "output-file"), 1);
    assert_int_equal(sw_edit_distance("same", "same"), 0);
}

/* Test vectors of 128-bit FNV-1a from its authors' page. */
static void hash_is_fnv1a(void **state) {
    struct sw_hash empty = sw_hash_bytes((struct sw_hash){0}, "", 0);
    assert_true(empty.a == UINT64_C(0x6c62272e07bb0142) && empty.b == UINT64_C(0x62b821756295c58d));
    struct sw_hash a = sw_hash_bytes((struct sw_hash){0}, "a", 1);
    assert_true(a.a == UINT64_C(0xd228cb696f1a8caf) && a.b == UINT64_C(0x78912b704e4a8964));
    struct sw_hash whole = sw_hash_bytes((struct sw_hash){0}, "foobar", 6);
    struct sw_hash parts = sw_hash_bytes(sw_hash_bytes((struct sw_hash){0}, "foo", 3), "bar", 3);
    assert_true(whole.a == parts.a && whole.b == parts.b);
}

static void paths_come_apart(void **state) {
    assert_string_equal(sw_path_stem(arena, "a/b.cu"), "b");
    assert_string_equal(sw_path_stem(arena, "b.tar.gz"), "b.tar");
    assert_string_equal(sw_path_stem(arena, "a.d/b"), "b");
    assert_string_equal(sw_path_stem(arena, ".hidden"), ".hidden");
    assert_string_equal(sw_path_extension("a/b.cu"), ".cu");
    assert_string_equal(sw_path_extension("a.d/b"), "");
    assert_string_equal(sw_path_extension(".hidden"), "");
    assert_int_equal(sw_executable_dir(arena)[0], '/');
}

static void files_round_trip(void **state) {
    const char *path = sw_arena_printf(arena, "%s/file", sw_temp_dir(arena));
    char bytes[100000];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (char)(i * 7);
    assert_false(sw_file_exists(path));
    assert_true(sw_write_file(path, bytes, sizeof bytes));
    size_t size = 0;
    char *back = sw_read_file(arena, path, &size);
    assert_int_equal(size, sizeof bytes);
    assert_memory_equal(back, bytes, size);
    assert_int_equal(back[size], 0);
}

static void file_errors_are_told(void **state) {
    size_t size;
    assert_null(sw_read_file(arena, "/no/such/file", &size));
    assert_int_equal(errno, ENOENT);
    assert_false(sw_write_file("/no/such/file", "", 0));
    assert_null(sw_read_file(arena, "/", NULL));
    assert_int_equal(errno, EISDIR);
    assert_non_null(sw_read_file(arena, "/proc/self/status", &size)); /* its size is said to be 0 */
    assert_true(size > 0);
}

static void processes_report_their_end(void **state) {
    struct sw_process process;
    assert_true(sw_process_start(&process, (const char *[]){"sh", "-c", "exit 7", NULL}));
    assert_int_equal(sw_process_wait(&process), 7);
    assert_true(sw_process_start(&process, (const char *[]){"sh", "-c", "kill -9 $$", NULL}));
    assert_int_equal(sw_process_wait(&process), 128 + 9);
    assert_true(sw_process_start(&process, (const char *[]){"true", NULL}));
    struct sw_process ended;
    assert_int_equal(sw_process_wait_any(&ended), 0);
    assert_int_equal(ended.pid, process.pid);
}

static void processes_write_into_files(void **state) {
    const char *out = sw_arena_printf(arena, "%s/out", sw_temp_dir(arena));
    const char *err = sw_arena_printf(arena, "%s/err", sw_temp_dir(arena));
    struct sw_process process;
    assert_true(sw_process_start_into(&process, (const char *[]){"sh", "-c", "echo 1; echo 2 >&2", NULL}, out, err));
    assert_int_equal(sw_process_wait(&process), 0);
    assert_string_equal(sw_read_file(arena, out, NULL), "1\n");
    assert_string_equal(sw_read_file(arena, err, NULL), "2\n");
}

static void errors_are_counted(void **state) {
    unsigned before = sw_error_count();
    sw_warning(SW_NOWHERE, "not an error");
    sw_note((struct sw_place){"file.cu", 3, 0}, "not an error");
    assert_int_equal(sw_error_count(), before);
    sw_error((struct sw_place){"file.cu", 3, 4}, "one %s", "error");
    struct sw_process process;
    assert_false(sw_process_start(&process, (const char *[]){"/no/such/program", NULL}));
    assert_int_equal(sw_error_count(), before + 2);
}

/* In a child, because the folder goes when its maker exits. */
static void temp_folder_goes_at_exit(void **state) {
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        setenv("TMPDIR", sw_temp_dir(arena), 1); /* this one is the parent's */
        execl("/proc/self/exe", "base_system", "make-temp", (char *)NULL);
        _exit(1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    const char *note = sw_arena_printf(arena, "%s/made", sw_temp_dir(arena));
    const char *made = sw_read_file(arena, note, NULL);
    assert_non_null(made);
    assert_true(sw_starts_with(made, sw_temp_dir(arena)));
    assert_false(sw_file_exists(made));
}

/* Makes a folder with things in it, and notes its name beside it. */
static int make_temp(void) {
    const char *folder = sw_temp_dir(arena), *inner = sw_arena_printf(arena, "%s/inner", folder);
    mkdir(inner, 0777);
    sw_write_file(sw_arena_printf(arena, "%s/file", inner), "x", 1);
    sw_write_file(sw_arena_printf(arena, "%s/made", getenv("TMPDIR")), folder, strlen(folder));
    return 0;
}

int main(int argc, char **argv) {
    arena = sw_arena_create();
    if (argc > 1)
        return make_temp();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strings_compare),
        cmocka_unit_test(edit_distance_counts_edits),
        cmocka_unit_test(hash_is_fnv1a),
        cmocka_unit_test(paths_come_apart),
        cmocka_unit_test(files_round_trip),
        cmocka_unit_test(file_errors_are_told),
        cmocka_unit_test(processes_report_their_end),
        cmocka_unit_test(processes_write_into_files),
        cmocka_unit_test(errors_are_counted),
        cmocka_unit_test(temp_folder_goes_at_exit),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    sw_arena_destroy(arena);
    return failed;
}
