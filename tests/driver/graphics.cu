// cuda_gl_interop.h is there for programs that call nothing of it.
// RUN: %swcc %s -o %t && %run %t
// RUN: not %swcc %s -DCALLS -o %t 2>&1 | FileCheck %s
#include <cuda_gl_interop.h>
int main()
{
#ifdef CALLS
    cudaGraphicsResource *resource;
    // CHECK: graphics.cu:[[@LINE+1]]:{{[0-9]+}}: error: {{.*}}Softwarp does not have cudaGraphicsGLRegisterBuffer: there is no graphics device; copy through host memory
    cudaGraphicsGLRegisterBuffer(&resource, 1, 0);
#endif
}
