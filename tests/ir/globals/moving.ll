; A device variable gets its initial value before any kernel runs: the address of a shared variable, or of a managed one,
; be it by way of a constant, is none. Those of other device variables are.
; RUN: not %softwarp-cc %s --passes=import,globals --emit=llvm -o %t 2>&1 | FileCheck %s --implicit-check-not=error:
; CHECK-DAG: error: dynamic initialization is not supported for the device variable 'of_shared': its value contains the address of 'tile', which is __shared__; let a kernel store it
; CHECK-DAG: error: dynamic initialization is not supported for the device variable 'of_managed'
; CHECK-DAG: error: dynamic initialization is not supported for the device variable 'by_another'
target triple = "nvptx64-nvidia-cuda"
@tile = internal addrspace(3) global [4 x i32] undef, align 4
@of_shared = addrspace(1) externally_initialized global ptr addrspacecast (ptr addrspace(3) @tile to ptr), align 8
@m = addrspace(1) externally_initialized global i32 5, align 4
@of_managed = addrspace(4) externally_initialized global ptr addrspacecast (ptr addrspace(1) @m to ptr), align 8
@rows = internal addrspace(4) constant [1 x ptr] [ptr addrspacecast (ptr addrspace(3) @tile to ptr)], align 8
@by_another = addrspace(1) externally_initialized global ptr addrspacecast (ptr addrspace(4) @rows to ptr), align 8
@fine = addrspace(1) externally_initialized global i32 1, align 4
@of_fine = addrspace(1) externally_initialized global ptr addrspacecast (ptr addrspace(1) @fine to ptr), align 8
@mark = private constant [11 x i8] c"sw.managed\00"
@file = private constant [5 x i8] c"a.cu\00"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr addrspacecast (ptr addrspace(1) @m to ptr), ptr @mark, ptr @file, i32 1, ptr null }], section "llvm.metadata"
