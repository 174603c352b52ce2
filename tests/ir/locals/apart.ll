; What may be overrun lies on the stack for such variables: an array that is indexed by something that nobody knows. What
; keeps within itself, by the ranges of indices, stays where it was, and nothing changes for functions that have no other.
; RUN: rm -rf %t && mkdir %t && cd %t
; RUN: %softwarp-cc %s -O1 --lanes=1 --keep-stages=s. -o kernel.o
; RUN: cat s.*-locals.ll | FileCheck %s
; RUN: %softwarp-cc %s -O0 --lanes=1 --keep-stages=t. -o kernel.o
; RUN: cat t.*-locals.ll | FileCheck %s --check-prefix=PLAINLY
; RUN: llvm-nm kernel.o | FileCheck %s --check-prefix=OBJECT
; OBJECT-NOT: safestack

; Arrays whose size is known at run time only lie below each other, also in who calls nobody.
; CHECK-LABEL: define internal fastcc i32 @sized(
; CHECK: %[[BASE:.*]] = load ptr, ptr %locals
; CHECK: %[[TOP:.*]] = load ptr, ptr %locals
; CHECK: ptrtoint ptr %[[TOP]] to i64
; CHECK: store ptr %{{.*}}, ptr %locals
; CHECK: %[[NEXT:.*]] = load ptr, ptr %locals
; CHECK: ptrtoint ptr %[[NEXT]] to i64
; CHECK: store ptr %{{.*}}, ptr %locals
; CHECK: store ptr %[[BASE]], ptr %locals
; CHECK: ret i32
define i32 @sized(ptr %p, i32 %i) noinline {
  %one = alloca i32, i32 %i
  %two = alloca i32, i32 %i
  %j = load i32, ptr %p
  %k = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %one, i32 %j
  store i32 1, ptr %at
  %also = getelementptr i32, ptr %two, i32 %j
  store i32 2, ptr %also
  %from = getelementptr i32, ptr %one, i32 %k
  %x = load i32, ptr %from
  %other = getelementptr i32, ptr %two, i32 %k
  %y = load i32, ptr %other
  %z = add i32 %x, %y
  ret i32 %z
}

; CHECK-LABEL: define internal void @astray.block.w1(
; CHECK: %locals = getelementptr inbounds %swrt_block, ptr %{{[a-z0-9]+}}, i32 0, i32 {{[0-9]+}}
; CHECK: %[[TOP:.*]] = load ptr, ptr %locals
; CHECK: getelementptr i8, ptr %[[TOP]], i32 -32
; CHECK-NOT: alloca
; CHECK-NOT: ptr %locals
; CHECK: ret void
; PLAINLY-LABEL: define internal void @astray(ptr {{.*}}%block)
; PLAINLY: %locals = getelementptr
; PLAINLY-NOT: alloca
; PLAINLY: ret void
define void @astray(ptr %p, i32 %i) {
  %own = alloca [8 x i32]
  call void @llvm.memset.p0.i64(ptr %own, i8 0, i64 32, i1 false)
  %at = getelementptr [8 x i32], ptr %own, i32 0, i32 %i
  store i32 1, ptr %at
  %j = load i32, ptr %p
  %k = and i32 %j, 7
  %from = getelementptr [8 x i32], ptr %own, i32 0, i32 %k
  %x = load i32, ptr %from
  store i32 %x, ptr %p
  ret void
}

; CHECK-LABEL: define internal void @within.block.w1(
; CHECK-NOT: %locals
; CHECK: alloca [8 x i32]
; CHECK-NOT: %locals
; CHECK: ret void
define void @within(ptr %p) {
  %own = alloca [8 x i32]
  call void @llvm.memset.p0.i64(ptr %own, i8 0, i64 32, i1 false)
  %j = load i32, ptr %p
  %k = and i32 %j, 7
  %at = getelementptr [8 x i32], ptr %own, i32 0, i32 %k
  store i32 1, ptr %at
  %l = lshr i32 %j, 29
  %from = getelementptr [8 x i32], ptr %own, i32 0, i32 %l
  %x = load i32, ptr %from
  store i32 %x, ptr %p
  ret void
}

define void @waits(ptr %p, i32 %i) {
  %own = alloca [8 x i32]
  call void @llvm.nvvm.barrier0()
  call void @llvm.lifetime.start.p0(i64 32, ptr %own)
  call void @llvm.memset.p0.i64(ptr %own, i8 0, i64 32, i1 false)
  %at = getelementptr [8 x i32], ptr %own, i32 0, i32 %i
  store i32 1, ptr %at
  %j = load i32, ptr %p
  %k = and i32 %j, 7
  %from = getelementptr [8 x i32], ptr %own, i32 0, i32 %k
  %x = load i32, ptr %from
  store i32 %x, ptr %p
  call void @llvm.lifetime.end.p0(i64 32, ptr %own)
  ret void
}

declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
; Who calls others says where their frames begin.
; CHECK-LABEL: define internal void @calls.block.w1(
; CHECK: %[[TOP:.*]] = load ptr, ptr %locals
; CHECK: %[[FRAME:.*]] = getelementptr i8, ptr %[[TOP]], i32 -32
; CHECK: store ptr %[[FRAME]], ptr %locals
; CHECK: store ptr %[[TOP]], ptr %locals
; CHECK: ret void
define void @calls(ptr %p) {
  %own = alloca [8 x i32]
  call void @fill(ptr %own, ptr %p)
  %j = load i32, ptr %p
  %k = and i32 %j, 7
  %from = getelementptr [8 x i32], ptr %own, i32 0, i32 %k
  %x = load i32, ptr %from
  store i32 %x, ptr %p
  ret void
}

define void @fill(ptr %own, ptr %p) noinline {
  %i = load volatile i32, ptr %p
  %at = getelementptr i32, ptr %own, i32 %i
  store volatile i32 1, ptr %at
  ret void
}

define void @calls_sized(ptr %p, i32 %i) {
  %x = call i32 @sized(ptr %p, i32 %i)
  store i32 %x, ptr %p
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

!nvvm.annotations = !{!0, !1, !2, !3, !4}
!0 = !{ptr @astray, !"kernel", i32 1}
!1 = !{ptr @within, !"kernel", i32 1}
!2 = !{ptr @waits, !"kernel", i32 1}
!3 = !{ptr @calls, !"kernel", i32 1}
!4 = !{ptr @calls_sized, !"kernel", i32 1}

; The parts of a coroutine have no block at hand.
; CHECK-LABEL: define {{.*}}@waits.threads.w1.resume(
; CHECK: %locals = call ptr @swrt_locals()
; CHECK: load ptr, ptr %locals
