; An assertion in a kernel ends the thread that it fails for: it is noted, and the thread returns, so the kernel does, too.
; In a function it ends the kernel.
; RUN: %softwarp-cc %s --passes=import,services --emit=llvm | FileCheck %s
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"

declare void @__assertfail(ptr, ptr, i32, ptr, i64)

; CHECK-LABEL: define void @kernel(ptr %block, ptr %p) {{(#[0-9]+ )?}}{
; CHECK: call void @swrt_assert_note(ptr %block, ptr %p, ptr %p, i32 3, ptr %p)
; CHECK-NEXT: call void @swrt_assert_stop(ptr %block)
; CHECK-NEXT: ret void
; CHECK-NOT: unreachable
define void @kernel(ptr %block, ptr %p) noreturn {
  call void @__assertfail(ptr %p, ptr %p, i32 3, ptr %p, i64 1)
  unreachable
}

; CHECK-LABEL: define {{.*}}@function(
; CHECK: call void @swrt_assertfail(ptr %block, ptr %p, ptr %p, i32 3, ptr %p)
; CHECK-NEXT: unreachable
define void @function(ptr %block, ptr %p) {
  call void @__assertfail(ptr %p, ptr %p, i32 3, ptr %p, i64 1)
  unreachable
}

; CHECK-NOT: noreturn
!nvvm.annotations = !{!0}
!0 = !{ptr @kernel, !"kernel", i32 1}
