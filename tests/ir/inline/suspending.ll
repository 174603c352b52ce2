; A function that waits is inlined even when it says noinline; one that waits and is recursive is refused.
; RUN: %softwarp-cc %s --passes=import,inline --emit=llvm | FileCheck %s
; RUN: sed 's/;RECURSE //' %s > %t.ll
; RUN: not %softwarp-cc %t.ll --passes=import,inline --emit=llvm -o %t 2>&1 | FileCheck %s --check-prefix=REFUSED
; REFUSED: error: the device function 'sync' is recursive and waits for other threads

declare void @llvm.nvvm.barrier0()

define void @sync() noinline {
  call void @llvm.nvvm.barrier0()
;RECURSE   call void @sync()
  ret void
}

; CHECK-LABEL: define void @kernel(
; CHECK-NEXT: call void @llvm.nvvm.barrier0()
; CHECK-NEXT: ret void
define void @kernel() {
  call void @sync()
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{ptr @kernel, !"kernel", i32 1}
