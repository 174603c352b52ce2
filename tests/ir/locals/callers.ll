; A function whose address is somewhere keeps its parameters, though it does nothing with the block: LLVM has those who call
; it by name pass anything. It asks the runtime where the stack for its variables is.
; RUN: rm -rf %t && mkdir %t && cd %t
; RUN: %softwarp-cc %s -O1 --lanes=1 --keep-stages=s. -o kernel.o
; RUN: cat s.*-locals.ll | FileCheck %s

; CHECK-LABEL: define internal {{.*}}@pick(ptr
; CHECK: %locals = call ptr @swrt_locals()
; CHECK-NOT: getelementptr inbounds %swrt_block
; CHECK: }
define i32 @pick(ptr %p) noinline {
  %own = alloca [8 x i32]
  call void @llvm.memset.p0.i64(ptr %own, i8 1, i64 32, i1 false)
  %i = load volatile i32, ptr %p
  %at = getelementptr [8 x i32], ptr %own, i32 0, i32 %i
  store volatile i32 1, ptr %at
  %from = getelementptr [8 x i32], ptr %own, i32 0, i32 3
  %x = load i32, ptr %from
  ret i32 %x
}

define void @both(ptr %p, ptr %where) {
  %x = call i32 @pick(ptr %p)
  store i32 %x, ptr %p
  store ptr @pick, ptr %where
  ret void
}

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

!nvvm.annotations = !{!0}
!0 = !{ptr @both, !"kernel", i32 1}
