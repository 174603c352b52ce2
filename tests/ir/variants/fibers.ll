; For the debugger (-O0 -g) threads have stacks of their own: kernels, and functions that wait, stay what they are; a wait is
; a call. Without -g they are coroutines.
; RUN: %softwarp-cc %s -O0 -g --passes=import,inline,context,nested,services,requests,variants --emit=llvm | FileCheck %s
; RUN: %softwarp-cc %s -O0 --passes=import,inline,context,nested,services,requests,variants --emit=llvm | FileCheck %s --check-prefix=CORO
; CORO-NOT: swrt_fiber
; CORO: llvm.coro.begin
; CORO-NOT: swrt_fiber

declare void @llvm.nvvm.barrier0()
declare i32 @llvm.nvvm.activemask()

; CHECK: define internal i32 @waits(ptr {{.*}}%block, i32 %n)
; CHECK: store i32 1, ptr
; CHECK: call void @swrt_fiber_suspend(ptr %block)
; CHECK: ret i32 %n
define i32 @waits(i32 %n) {
  call void @llvm.nvvm.barrier0()
  ret i32 %n
}

; CHECK-NOT: @meets
define i32 @meets() {
  %m = call i32 @llvm.nvvm.activemask()
  ret i32 %m
}

; CHECK: define internal void @kernel(ptr {{.*}}%block)
; CHECK: store i32 3, ptr
; CHECK: call void @swrt_fiber_suspend(ptr %block)
; CHECK: call i32 @waits(ptr %block, i32 %{{.*}})
; CHECK: call void @swrt_fiber_end(ptr %block)
; CHECK-NEXT: ret void
define void @kernel(ptr %p) {
  %m = call i32 @meets()
  %v = call i32 @waits(i32 %m)
  store i32 %v, ptr %p
  ret void
}

; CHECK: define internal ptr @sw.fiber.kernel(ptr %{{.*}}, i32 %{{.*}})
; CHECK: %fiber = call ptr @swrt_fiber_start(ptr %{{.*}}, ptr @kernel)
; CHECK: ret ptr %fiber

; CHECK: define internal ptr @sw.fiber.plain(
define void @plain(ptr %p) {
  ret void
}

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @kernel, !"kernel", i32 1}
!1 = !{ptr @plain, !"kernel", i32 1}
