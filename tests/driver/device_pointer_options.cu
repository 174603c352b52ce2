// What the command line and pragmas make of what is told of device pointers (device_pointers.cu has what that is).
// RUN: not %swcc -c %s -o %t.o -diag-error device-pointer 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: %if !quick %{ not %swcc -c %s -o %t.o -Werror all-warnings 2>&1 | FileCheck %s --check-prefix=ERROR %}
// RUN: %if !quick %{ not %swcc -c %s -o %t.o --strict -Werror all-warnings 2>&1 | FileCheck %s --check-prefix=ERROR %}
// ERROR: device_pointer_options.cu:{{[0-9]+}}:{{[0-9]+}}: error: host code writes to "d", which is device memory of cudaMalloc:
// RUN: %if !quick %{ %swcc -c %s -o %t.o -w 2>&1 | FileCheck %s --check-prefix=QUIET --allow-empty %}
// RUN: %if !quick %{ %swcc -c %s -o %t.o -w --strict 2>&1 | FileCheck %s --check-prefix=QUIET --allow-empty %}
// QUIET-NOT: device-pointer
// A strict program sees it when it runs, too: no error.
// RUN: %swcc --strict -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=STRICT
// STRICT: warning: {{.*}}[device-pointer]
// RUN: %swcc -c %s -o %t.o -diag-suppress device-pointer 2>&1 | FileCheck %s --check-prefix=PRAGMA
// RUN: %if !quick %{ %swcc -c %s -o %t.o -Xcudafe --diag_suppress=device-pointer 2>&1 | FileCheck %s --check-prefix=PRAGMA %}
// PRAGMA-NOT: warning
// PRAGMA: device_pointer_options.cu:{{.*}}[device-pointer]
// PRAGMA-NEXT: | d[2] = 0;
// PRAGMA-NOT: warning
int main()
{
    int *d;
    cudaMalloc(&d, 16);
    d[0] = 0;
#pragma nv_diag_suppress device-pointer
    d[1] = 0;
#pragma nv_diag_warning device-pointer
    d[2] = 0;
#pragma nv_diag_default device-pointer
}
