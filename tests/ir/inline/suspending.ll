; A function that waits is inlined even when it says noinline.
; RUN: %softwarp-cc %s --passes=import,inline --emit=llvm | FileCheck %s

declare void @llvm.nvvm.barrier0()

define void @sync() noinline {
  call void @llvm.nvvm.barrier0()
  ret void
}

; CHECK-NOT: define {{.*}}@sync
; CHECK-LABEL: define void @kernel(
; CHECK-NEXT: call void @llvm.nvvm.barrier0()
; CHECK-NEXT: ret void
define void @kernel() {
  call void @sync()
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{ptr @kernel, !"kernel", i32 1}
