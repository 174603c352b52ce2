// What clang warns of by itself, and nvcc with g++ only under -Wall or the warning's name.
// RUN: %swcc -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=QUIET --allow-empty
// RUN: %swcc -c %s -o %t.o -Xcompiler -Wall 2>&1 | FileCheck %s
// RUN: %if !quick %{ %swcc -c %s -o %t.o -Xcompiler -Wformat 2>&1 | FileCheck %s %}
// QUIET-NOT: warning
#include <cstdio>
#include <cstring>

enum Kind { A, B };

__global__ void kernel(int *out) { printf("%d\n", (long)*out); }

int main(int argc, char **argv)
{
    size_t size = sizeof argc;
    // CHECK: quiet.cu:[[@LINE+1]]:{{[0-9]+}}: warning: format specifies type 'int' but the argument has type 'size_t'
    printf("%d\n", size);
    switch ((Kind)argc) {
    case A:
        return 1;
    }
    for (int i = 0; i < argc; i++);
    if ("name" == argv[0])
        return 4;
    strcmp(argv[0], "unused");
    if (argc)
        if (size)
            return 2;
        else
            return 3;
}
