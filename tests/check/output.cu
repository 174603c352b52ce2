// What becomes of findings: exit statuses, the filter by kernel, several orders, limits, JSON, SARIF, files, wrong options.
// RUN: %swcc --check %s -o %t
// RUN: %softwarp check %t 2>&1 | FileCheck %s
// RUN: not %softwarp check --error-exitcode=9 %t 2> /dev/null
// RUN: %softwarp check --allow-unchecked --error-exitcode 9 --kernel-name kns=third %t 2>&1 | FileCheck --check-prefix=NONE %s
// RUN: %softwarp check --kernel-name second %t 2>&1 | FileCheck --check-prefix=SECOND %s
// RUN: %softwarp check --seeds 3 %t 2>&1 | FileCheck --check-prefix=SEEDS %s
// RUN: %softwarp check --print-limit 1 %t 2>&1 | FileCheck --check-prefix=LIMIT %s
// RUN: %softwarp check --log-file %t.log --json %t.json --sarif %t.sarif %t 2>&1 | FileCheck --check-prefix=QUIET %s
// RUN: FileCheck %s < %t.log
// RUN: FileCheck --check-prefix=JSON %s < %t.json
// RUN: %python -c "import json; d = json.load(open('%t.json')); assert d['errors'] == len(d['findings']) == 2"
// RUN: %python -c "import json; r = json.load(open('%t.sarif'))['runs'][0]; assert len(r['results']) == 2 and r['results'][1]['occurrenceCount'] == 4"
// The same run gives the same report.
// RUN: %softwarp check %t > %t.1 2>&1
// RUN: %softwarp check %t > %t.2 2>&1
// RUN: cmp %t.1 %t.2
// The program's own status, and signals.
// RUN: not %softwarp check sh -c "exit 3"
// RUN: %softwarp check sh -c "kill -9 \$\$" > %t.txt 2>&1; test $? = 137
// RUN: FileCheck --check-prefix=SIGNAL %s < %t.txt
// RUN: not %softwarp check --tool nothing %t 2>&1 | FileCheck --check-prefix=TOOL %s
// RUN: not %softwarp check 2>&1 | FileCheck --check-prefix=PROGRAM %s
// RUN: not %softwarp check --seeds 0 %t 2>&1 | FileCheck --check-prefix=NUMBER %s
// RUN: not %softwarp check --sides 2 %t 2>&1 | FileCheck --check-prefix=OPTION %s
// RUN: not %softwarp check --policy lax %t 2>&1 | FileCheck --check-prefix=POLICY %s
// RUN: %softwarp check %t.missing > %t.txt 2>&1; test $? = 127
// RUN: FileCheck --check-prefix=MISSING %s < %t.txt
// The tool ends with the program, and the program with the tool.
// RUN: %softwarp check sh -c "%t; kill -TERM \$PPID; sleep 20" > %t.txt 2>&1; test $? = 143
// RUN: FileCheck %s < %t.txt
// RUN: %softwarp check sh -c "kill -KILL \$PPID; sleep 2; touch %t.left"; sleep 3; test ! -e %t.left
// Closed standard files, files that cannot be written.
// RUN: %softwarp check --json %t.json %t 2>&- >&- <&-
// RUN: FileCheck --check-prefix=JSON %s < %t.json
// RUN: not %softwarp check --json /dev/full %t 2>&1 | FileCheck --check-prefix=FULL %s
// RUN: not %softwarp check --log-file /dev/full %t 2>&1 | FileCheck --check-prefix=FULL %s
// Names with all sorts of characters, also such as are no UTF-8.
// RUN: rm -rf %t.d && mkdir %t.d && %python %S/strange_names.py %t.d %s %swcc
// RUN: %softwarp check --json %t.json --sarif %t.sarif %t.d/program > /dev/null 2>&1
// RUN: %python -c "import json; json.load(open('%t.json', encoding='utf-8'))"
// RUN: FileCheck --check-prefix=NAME %s < %t.json
// RUN: FileCheck --check-prefix=URI %s < %t.sarif
// Several processes: each finding has its own count.
// RUN: %softwarp check sh -c "%t; %t" 2>&1 | FileCheck --check-prefix=TWICE %s
// RUN: %softwarp check --kernel-name first %t fork 2>&1 | FileCheck --check-prefix=FORK %s
// Without the tool nothing is checked.
// RUN: %t 2>&1 | FileCheck --check-prefix=ALONE %s
#include <cstdio>
#include <sys/wait.h>
#include <unistd.h>

__global__ void first(int *values) { values[10] = 1; }
__global__ void second(int *values) { values[threadIdx.x + 10] = 1; }

int main(int argc, char **argv)
{
    int *values;
    if (argc > 1 && fork() > 0) {
        wait(nullptr);
        return 0;
    }
    cudaMalloc(&values, 40);
    first<<<1, 1>>>(values);
    second<<<2, 2>>>(values);
    puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
// CHECK: ========= SOFTWARP CHECK
// CHECK: ========= Invalid __global__ write of size 4 bytes
// CHECK: =========     at first(int*)
// CHECK: =========     at second(int*)
// CHECK: =========     (4 times)
// CHECK: ========= ERROR SUMMARY: 2 errors, 5 times
// NONE: ERROR SUMMARY: 0 errors
// SECOND-NOT: first(int*)
// SECOND: ERROR SUMMARY: 1 error, 4 times
// SEEDS: (3 times)
// SEEDS: (12 times)
// SEEDS: ERROR SUMMARY: 2 errors, 15 times
// LIMIT-NOT: second(int*)
// LIMIT: 1 more is not printed (--print-limit)
// LIMIT: ERROR SUMMARY: 2 errors
// QUIET: cudaSuccess
// QUIET-NOT: =====
// JSON: "tool": "memcheck", "rule": "invalid-write", "severity": "error", "count": 1,
// JSON: {"kind": "at", "text": "at", "function": "first(int*)", "file": "{{.*}}output.cu", "line": [[#]]
// TOOL: softwarp check: there is no such tool: nothing
// PROGRAM: softwarp check: no program given
// NUMBER: softwarp check: --seeds wants a whole number from 1 to 1000: 0
// OPTION: softwarp check: unknown option: --sides
// POLICY: softwarp check: --policy wants pragmatic or strict: lax
// MISSING: softwarp check: cannot run {{.*}}: No such file or directory
// ALONE: cudaSuccess
// ALONE-NOT: =====
// SIGNAL: softwarp check: the program was ended by signal 9 (Killed)
// FULL: softwarp check: cannot write /dev/full: No space left on device
// NAME: "file": "\"q'%# ü {{\\}}ufffd.cu"
// URI: {"uri": "{{.*}}%22q%27%25%23%20%C3%BC%20%E9.cu", "uriBaseId": "RUN"}
// TWICE: at first(int*)
// TWICE: (2 times)
// TWICE: at second(int*)
// TWICE: (8 times)
// TWICE: ERROR SUMMARY: 2 errors, 10 times
// FORK: at first(int*)
// FORK-NOT: times
// FORK: ERROR SUMMARY: 1 error
