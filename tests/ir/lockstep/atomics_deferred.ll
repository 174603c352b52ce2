; Atomics that may be done later are handed to the runtime: of all lanes that run, or one for all. Where the runtime has
; switched that off, they are done as ever; so they are at one lane.
; RUN: %softwarp-cc %s --passes=import,deferral,retarget,context,lockstep --lanes=8 --emit=llvm | FileCheck %s
; RUN: %softwarp-cc %s --passes=import,deferral,retarget,context,lockstep --emit=llvm | FileCheck %s --check-prefix=WHOLE
; RUN: %softwarp-cc %s --passes=import,deferral,retarget,context,lockstep,atomics --lanes=1 --emit=llvm | FileCheck %s --check-prefix=ONE
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @__sw_atomic_add_i32_device(ptr, i32)
declare i32 @__sw_atomic_sub_i32_device(ptr, i32)
declare void @llvm.nvvm.barrier0()

; ONE-LABEL: define void @apart(
; ONE: atomicrmw add ptr %{{.*}}, i32 2 monotonic
; CHECK-LABEL: define internal void @apart.w8.full(
; CHECK: %deferred = load ptr, ptr %{{.*}}, !invariant.load
; CHECK: %off = load i32, ptr %deferred
; CHECK: br i1 %{{.*}}, label %atomic.later, label %atomic.each
; CHECK: atomic.later:
; CHECK: store <8 x ptr> %{{.*}}, ptr %[[TO:.*]], align 64
; CHECK: store <8 x i32> <i32 2, {{.*}}>, ptr %[[BY:.*]], align 64
; CHECK: call void @swrt_defer_add_u32(ptr %deferred, ptr %[[TO]], ptr %[[BY]], i32 %
; CHECK: br label %atomic.done
; CHECK: atomic.each:
; CHECK-COUNT-8: call i32 @__sw_atomic_add_i32_device_deferred(
; CHECK-LABEL: define internal void @apart.w8.rows(
; CHECK: call void @swrt_defer_add_u32(ptr %deferred, ptr %{{.*}}, ptr %{{.*}}, i32 %
define void @apart(ptr %p, ptr %q) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %q, i32 %tid
  %v = load i32, ptr %at
  %to = getelementptr i32, ptr %p, i32 %v
  %old = call i32 @__sw_atomic_add_i32_device(ptr %to, i32 2)
  ret void
}

; Combined first; what is subtracted is added with the other sign. Of whole blocks one is left.
; ONE-LABEL: define void @together(
; CHECK-LABEL: define internal void @together.w8.full(
; CHECK: atomic.later:
; CHECK: %[[SUM:.*]] = sub i32 0, %
; CHECK: store i32 %[[SUM]], ptr %[[BY:.*]], align 64
; CHECK: call void @swrt_defer_add_u32(ptr %deferred, ptr %{{.*}}, ptr %[[BY]], i32 1)
; CHECK: atomic.direct:
; CHECK: call i32 @__sw_atomic_sub_i32_device_deferred(
; CHECK-NOT: @__sw_atomic
; CHECK-LABEL: define internal void @together.w8.rows(
; WHOLE-LABEL: define internal void @together.w256.line(
; WHOLE: call void @swrt_defer_add_u32(
; WHOLE-NOT: @swrt_defer
; WHOLE-LABEL: define internal void @together.w128.line(
define void @together(ptr %p, ptr %q) {
  call void @llvm.nvvm.barrier0()
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %q, i32 %tid
  %v = load i32, ptr %at
  %old = call i32 @__sw_atomic_sub_i32_device(ptr %p, i32 %v)
  ret void
}

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @apart, !"kernel", i32 1}
!1 = !{ptr @together, !"kernel", i32 1}
