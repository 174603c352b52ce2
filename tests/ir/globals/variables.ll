; Shared memory at offsets from the block's, device variables in the image, managed ones through their cell, constants
; as they are; initial values are stored apart from the image, pointers between variables are listed as relocs.
; RUN: %softwarp-cc %s --passes=import,globals --emit=llvm | FileCheck %s

@tile = internal addrspace(3) global [32 x float] undef, align 4
@dynamic = external addrspace(3) global [0 x i32], align 4
@counter = addrspace(1) externally_initialized global i32 7, align 4
@buffer = addrspace(1) externally_initialized global [100 x i32] zeroinitializer, align 4
@pointer = addrspace(1) externally_initialized global ptr addrspacecast (ptr addrspace(1) @counter to ptr), align 8
@shared_count = addrspace(1) externally_initialized global i32 5, align 4
@table = internal addrspace(4) constant [2 x i32] [i32 3, i32 4], align 4
@mark = private constant [11 x i8] c"sw.managed\00"
@file = private constant [5 x i8] c"a.cu\00"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr addrspacecast (ptr addrspace(1) @shared_count to ptr), ptr @mark, ptr @file, i32 1, ptr null }], section "llvm.metadata"

; CHECK-DAG: @shared_count.cell = internal global ptr addrspacecast (ptr addrspace(1) @shared_count to ptr)
; CHECK-DAG: @sw.image = internal global [416 x i8] zeroinitializer, align 256
; CHECK-DAG: @sw.image.init = internal global <{ i32, [4 x i8], ptr }> <{ i32 7, [4 x i8] zeroinitializer, ptr @sw.image }>
; CHECK-DAG: @table = internal addrspace(4) constant
; CHECK-NOT: @buffer =

define void @kernel(ptr %out) {
; CHECK-LABEL: @kernel(
; CHECK-DAG: %[[CELL:.*]] = load ptr, ptr @shared_count.cell, align 8, !invariant.load
; CHECK-DAG: %shared_count = addrspacecast ptr %[[CELL]] to ptr addrspace(1)
; CHECK-DAG: %[[DYN:.*]] = getelementptr inbounds i8, ptr %{{.*}}, i64 128
; CHECK-DAG: %dynamic = addrspacecast ptr %[[DYN]] to ptr addrspace(3)
; CHECK-DAG: %[[BUF:.*]] = getelementptr inbounds i8, ptr %{{.*}}, i64 16
; CHECK-DAG: %buffer = addrspacecast ptr %[[BUF]] to ptr addrspace(1)
; CHECK: load i32, ptr addrspace(1) %shared_count
  %a = load i32, ptr addrspace(1) @shared_count
  %b = load i32, ptr addrspace(3) getelementptr (i32, ptr addrspace(3) @dynamic, i64 3)
  %c = load i32, ptr addrspacecast (ptr addrspace(1) @buffer to ptr)
  %d = load float, ptr addrspace(3) @tile
  %e = load i32, ptr addrspace(4) @table
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{ptr @kernel, !"kernel", i32 1}
