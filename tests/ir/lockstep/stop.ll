; Lanes that stop the kernel. An assertion that fails: each of the lanes that run is named and noted, then all is over;
; in a whole block after the last row. A trap: the first of them is named.
; RUN: %softwarp-cc %s --passes=import,retarget,globals,context,lockstep --lanes=8 --emit=llvm | FileCheck %s
; RUN: %softwarp-cc %s --passes=import,retarget,globals,context,lockstep,atomics,services --lanes=8 --emit=llvm | FileCheck %s --check-prefix=DONE
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.trap() noreturn
declare void @__assertfail(ptr, ptr, i32, ptr, i64) noreturn

@text = private constant [2 x i8] c"x\00"

; CHECK-LABEL: define internal void @asserts.w8.full(
; CHECK: {{^}}lane:
; CHECK: %[[LANE:[0-9]+]] = call i8 @llvm.cttz.i8(i8 %left, i1 true)
; CHECK: %[[NUMBER:lane[0-9]+]] = zext i8 %[[LANE]] to i32
; CHECK: %[[TID:[0-9]+]] = add i32 %tid, %[[NUMBER]]
; CHECK: %[[NAME:[0-9]+]] = getelementptr inbounds %swrt_block, ptr %block, i32 0, i32 3
; CHECK: store i32 %[[TID]], ptr %[[NAME]]
; CHECK: call void @__sw_assert_note(ptr @text, ptr @text, i32 7, ptr @text, i64 1)
; CHECK: br i1 %{{.*}}, label %lane, label %lanes.done
; CHECK: {{^}}lanes.done:
; CHECK: call void @__sw_assert_stop()
; CHECK-NEXT: br label %exit
; DONE-LABEL: define internal void @asserts.w8.full(
; DONE: call void @swrt_assert_note(ptr %block, ptr @text, ptr @text, i32 7, ptr @text)
; DONE: call void @swrt_assert_stop(ptr %block)
define void @asserts(ptr %p) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %tid
  %v = load i32, ptr %at
  %bad = icmp eq i32 %v, 5
  br i1 %bad, label %fails, label %holds
fails:
  call void @__assertfail(ptr @text, ptr @text, i32 7, ptr @text, i64 1)
  unreachable
holds:
  ret void
}

; Two assertions that share a call: each lane has its own message.
; CHECK-LABEL: define internal void @shared.w8.full(
; CHECK: {{^}}lane:
; CHECK: %[[TEXT:[0-9]+]] = load ptr, ptr %{{.*}}
; CHECK: call void @__sw_assert_note(ptr %[[TEXT]], ptr @text, i32 7, ptr @text, i64 1)
define void @shared(ptr %p) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr ptr, ptr %p, i32 %tid
  %message = load ptr, ptr %at
  %bad = icmp ne ptr %message, null
  br i1 %bad, label %fails, label %holds
fails:
  call void @__assertfail(ptr %message, ptr @text, i32 7, ptr @text, i64 1)
  unreachable
holds:
  ret void
}

; CHECK-LABEL: define internal void @traps.w8.full(
; CHECK: call i8 @llvm.cttz.i8(
; CHECK: %[[TID:[0-9]+]] = add i32 %tid, %lane
; CHECK: store i32 %[[TID]], ptr
; CHECK: call void @llvm.trap()
define void @traps(ptr %p) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %bad = icmp eq i32 %tid, 5
  br i1 %bad, label %fails, label %holds
fails:
  call void @llvm.trap()
  unreachable
holds:
  ret void
}

!nvvm.annotations = !{!0, !1, !2, !3}
!0 = !{ptr @asserts, !"kernel", i32 1}
!1 = !{ptr @shared, !"kernel", i32 1}
!2 = !{ptr @traps, !"kernel", i32 1}
!3 = !{ptr @calls, !"kernel", i32 1}

; In a function that is called lane by lane: the runtime comes back for those that are left, and when all had their turn
; the warp ends. The loop over the lanes is a function of its own.
; CHECK-LABEL: define internal void @calls.w8.full(
; CHECK: {{^}}again:
; CHECK: %bad = call i32 @__sw_assert_try(ptr @sw.attempt, ptr %values)
; CHECK: %[[BAD:[0-9]+]] = icmp ne i32 %bad, 0
; CHECK: br i1 %[[BAD]], label %again, label %lanes.done
; CHECK: {{^}}fails:
; CHECK: call void @__sw_assert_end()
; CHECK-NEXT: unreachable
; CHECK: {{^}}holds:
; CHECK: store <8 x i32>
; CHECK-LABEL: define internal void @sw.attempt(ptr %block, ptr %0)
; CHECK: {{^}}lane:
; CHECK: %left = phi i8
; CHECK: %[[LANE:[0-9]+]] = call i8 @llvm.cttz.i8(i8 %left, i1 true)
; CHECK: %[[REST:[0-9]+]] = and i8 %left,
; CHECK: store i8 %[[REST]], ptr
; CHECK: call i32 @checked(ptr {{(nonnull )?}}%block, i32 %{{.*}})
; CHECK: icmp ne i8 %[[REST]], 0
; DONE-LABEL: define internal void @calls.w8.full(
; DONE: call i32 @swrt_assert_try(ptr %block, ptr @sw.attempt, ptr %values)
; DONE: call void @swrt_assert_end(ptr %block)
define void @calls(ptr %p) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %tid
  %v = load i32, ptr %at
  %r = call i32 @checked(i32 %v)
  store i32 %r, ptr %at
  ret void
}

define i32 @checked(i32 %v) noinline {
  %bad = icmp eq i32 %v, 5
  br i1 %bad, label %fails, label %holds
fails:
  call void @__assertfail(ptr @text, ptr @text, i32 7, ptr @text, i64 1)
  unreachable
holds:
  ret i32 %v
}
