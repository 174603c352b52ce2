; The runtime's functions may call what has variables on the stack for such: of a warp's lanes, one after the other, a
; function in which an assertion may fail (lockstep/emit/attempt.c). So who calls them says where its frame begins.
; RUN: rm -rf %t && mkdir %t && cd %t
; RUN: %softwarp-cc %s -O1 --lanes=8 --keep-stages=s. -o kernel.o
; RUN: cat s.*-locals.ll | FileCheck %s

; CHECK-LABEL: define internal void @tries.block.w8.0(
; CHECK: %[[TOP:.*]] = load ptr, ptr %locals
; CHECK: store ptr %{{.*}}, ptr %locals
; CHECK: call i32 @swrt_assert_try(
; CHECK: store ptr %[[TOP]], ptr %locals
; CHECK-LABEL: define internal void @tries.block.w1(
define void @tries(ptr %p, i32 %i) {
  %own = alloca [8 x i32]
  call void @llvm.memset.p0.i64(ptr %own, i8 0, i64 32, i1 false)
  %k = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %place = getelementptr i32, ptr %p, i32 %k
  %j = load i32, ptr %place
  %at = getelementptr [8 x i32], ptr %own, i32 0, i32 %j
  store i32 %i, ptr %at
  %y = call i32 @checks(ptr %p, i32 %j)
  %from = getelementptr [8 x i32], ptr %own, i32 0, i32 %y
  %x = load i32, ptr %from
  store i32 %x, ptr %place
  ret void
}

define i32 @checks(ptr %p, i32 %k) noinline {
  %own = alloca [8 x i32]
  %at = getelementptr i32, ptr %own, i32 %k
  store i32 1, ptr %at
  %i = load volatile i32, ptr %p
  %is_bad = icmp eq i32 %i, 7
  br i1 %is_bad, label %bad, label %good
bad:
  call void @__assertfail(ptr %p, ptr %p, i32 1, ptr %p, i64 1)
  unreachable
good:
  %from = getelementptr i32, ptr %own, i32 %i
  %x = load i32, ptr %from
  ret i32 %x
}

declare void @__assertfail(ptr, ptr, i32, ptr, i64) noreturn
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

!nvvm.annotations = !{!0}
!0 = !{ptr @tries, !"kernel", i32 1}
