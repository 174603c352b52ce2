; A function that has no use for the block may be given anything as its block: LLVM lets callers pass poison where a
; parameter is not used. The runtime says where its variables lie.
; RUN: rm -rf %t && mkdir %t && cd %t
; RUN: %softwarp-cc %s -O3 --lanes=1 --keep-stages=s. -o kernel.o
; RUN: cat s.*-locals.ll | FileCheck %s

; CHECK-LABEL: define internal i32 @pure(
; CHECK: %locals = call ptr @swrt_locals()
; CHECK: load ptr, ptr %locals
; CHECK-LABEL: define internal void @calls.block.w1(
; CHECK: call i32 @pure(ptr {{.*}}poison, i32
define i32 @pure(i32 %i) noinline {
  %own = alloca [8 x i32]
  call void @llvm.memset.p0.i64(ptr %own, i8 0, i64 32, i1 false)
  %at = getelementptr [8 x i32], ptr %own, i32 0, i32 %i
  store i32 1, ptr %at
  %j = shl i32 %i, 1
  %from = getelementptr [8 x i32], ptr %own, i32 0, i32 %j
  %x = load i32, ptr %from
  ret i32 %x
}

@table = addrspace(1) global [1 x ptr] [ptr @pure]

define void @calls(ptr %p, i32 %i) {
  %x = call i32 @pure(i32 %i)
  store i32 %x, ptr %p
  %f = load ptr, ptr addrspace(1) @table
  %y = call i32 %f(i32 %x)
  store i32 %y, ptr %p
  ret void
}

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

!nvvm.annotations = !{!0}
!0 = !{ptr @calls, !"kernel", i32 1}
