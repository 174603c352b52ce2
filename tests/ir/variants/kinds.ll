; A kernel without suspend points becomes a loop over the block's threads, one with them a coroutine.
; RUN: %softwarp-cc %s --passes=import,context,services,requests,variants --emit=llvm | FileCheck %s
; RUN: not %softwarp-cc %s --lanes=12 --emit=llvm -o %t 2>&1 | FileCheck %s --check-prefix=LANES
; LANES: error: {{.*}}--lanes=12

declare void @llvm.nvvm.barrier0()

; CHECK: define internal void @plain(ptr {{.*}}%block) #[[INLINED:[0-9]+]]
define void @plain(ptr %p) {
  store i32 1, ptr %p
  ret void
}

; CHECK: define internal void @plain.block.w1(ptr {{.*}}%{{.*}})
; CHECK: z:
; CHECK: y:
; CHECK: x:
; CHECK: call void @plain(ptr %{{.*}})

; CHECK: define internal ptr @waits.threads.w1(ptr {{.*}}%block, i32 %{{.*}}) #[[CORO:[0-9]+]]
; CHECK: %id = call token @llvm.coro.id(i32 64,
; CHECK: %frame = call ptr @swrt_frame_alloc(ptr %block, i64 %size)
; CHECK: %handle = call ptr @llvm.coro.begin(token %id, ptr %frame)
; CHECK: %[[S:.*]] = call i8 @llvm.coro.suspend(token none, i1 false)
; CHECK: switch i8 %[[S]], label %suspend [
; CHECK: call i8 @llvm.coro.suspend(token none, i1 true)
; CHECK-NOT: sw.suspend.token
; CHECK: ret ptr %handle
define void @waits(ptr %p) {
  call void @llvm.nvvm.barrier0()
  store i32 1, ptr %p
  ret void
}

; CHECK: attributes #[[INLINED]] = { {{.*}}alwaysinline
; CHECK: attributes #[[CORO]] = { {{.*}}presplitcoroutine

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @plain, !"kernel", i32 1}
!1 = !{ptr @waits, !"kernel", i32 1}
