; Copies of small structures. Side by side on both ends: one load and one store of all lanes. From here and there: lane by
; lane, unless both ends are of one variable: then all lanes read before one writes.
; RUN: %softwarp-cc %s --passes=import,retarget,context,lockstep --lanes=8 --emit=llvm | FileCheck %s
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
%three = type { float, float, float }

; CHECK-LABEL: define internal void @in_line.w8.full(
; CHECK: %[[ALL:.*]] = load <24 x i32>, ptr %{{.*}}, align 4
; CHECK: store <24 x i32> %{{.*}}, ptr %{{.*}}, align 4
; CHECK-NOT: memcpy
; CHECK: ret void
define void @in_line(ptr %p, ptr %q) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr %three, ptr %q, i32 %tid
  %to = getelementptr %three, ptr %p, i32 %tid
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %to, ptr align 4 %at, i64 12, i1 false)
  ret void
}

; CHECK-LABEL: define internal void @one_for_all.w8.full(
; CHECK: load i32
; CHECK: load i32
; CHECK: load i32
; CHECK: store <24 x i32> %{{.*}}, ptr %{{.*}}, align 4
; CHECK: ret void
define void @one_for_all(ptr %p, ptr %q) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %to = getelementptr %three, ptr %p, i32 %tid
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %to, ptr align 4 %q, i64 12, i1 false)
  ret void
}

; CHECK-LABEL: define internal void @here_and_there.w8.full(
; CHECK: call void @llvm.memcpy.p0.p0.i64({{.*}}i64 12, i1 false)
; CHECK: ret void
define void @here_and_there(ptr %p, ptr %q, ptr %places) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %place = getelementptr i32, ptr %places, i32 %tid
  %index = load i32, ptr %place
  %at = getelementptr %three, ptr %q, i32 %index
  %to = getelementptr %three, ptr %p, i32 %tid
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %to, ptr align 4 %at, i64 12, i1 false)
  ret void
}

; CHECK-LABEL: define internal void @exchange.w8.full(
; CHECK-COUNT-3: call <8 x i32> @llvm.masked.gather.v8i32.v8p0(
; CHECK-NOT: gather
; CHECK: store <24 x i32>
; CHECK: ret void
define void @exchange(ptr %p, ptr %places) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %place = getelementptr i32, ptr %places, i32 %tid
  %index = load i32, ptr %place
  %at = getelementptr %three, ptr %p, i32 %index
  %to = getelementptr %three, ptr %p, i32 %tid
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %to, ptr align 4 %at, i64 12, i1 false)
  ret void
}

; Long ones, volatile ones, and those of all lanes to one place.
; CHECK-LABEL: define internal void @others.w8.full(
; CHECK: call void @llvm.memcpy.p0.p0.i64({{.*}}i64 36, i1 false)
; CHECK: call void @llvm.memcpy.p0.p0.i64({{.*}}i64 12, i1 true)
; CHECK: call void @llvm.memcpy.p0.p0.i64({{.*}}i64 12, i1 false)
; CHECK: ret void
define void @others(ptr %p, ptr %q) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %long.at = getelementptr [9 x i32], ptr %q, i32 %tid
  %long.to = getelementptr [9 x i32], ptr %p, i32 %tid
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %long.to, ptr align 4 %long.at, i64 36, i1 false)
  %at = getelementptr %three, ptr %q, i32 %tid
  %to = getelementptr %three, ptr %p, i32 %tid
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %to, ptr align 4 %at, i64 12, i1 true)
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %p, ptr align 4 %at, i64 12, i1 false)
  ret void
}

!nvvm.annotations = !{!0, !1, !2, !3, !4}
!0 = !{ptr @in_line, !"kernel", i32 1}
!1 = !{ptr @one_for_all, !"kernel", i32 1}
!2 = !{ptr @here_and_there, !"kernel", i32 1}
!3 = !{ptr @exchange, !"kernel", i32 1}
!4 = !{ptr @others, !"kernel", i32 1}
