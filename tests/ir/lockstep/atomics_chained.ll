; Sums of floats on one address: a chain in registers that begins with what memory holds, and one operation for the warp;
; each lane's value is rounded by itself. Where the program permits it, the lanes' values are added up instead.
; RUN: %softwarp-cc %s --passes=import,retarget,context,lockstep --lanes=8 --emit=llvm | FileCheck %s
; RUN: %softwarp-cc %s --passes=import,retarget,context,lockstep --emit=llvm | FileCheck %s --check-prefix=WHOLE
; RUN: %softwarp-cc %s --fast-atomics --passes=import,retarget,context,lockstep --lanes=8 --emit=llvm | FileCheck %s --check-prefix=FAST
; RUN: %softwarp-cc %s --passes=import,retarget,context,lockstep --lanes=8 --remarks=/dev/stdout --emit=llvm -o %t | FileCheck %s --check-prefix=SAID
; RUN: %softwarp-cc %s --fast-atomics --passes=import,retarget,context,lockstep --lanes=8 --remarks=/dev/stdout --emit=llvm -o %t | FileCheck %s --check-prefix=SAID-FAST
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare float @__sw_atomic_add_f32_device(ptr, float)
declare float @__sw_atomic_addftz_f32_device(ptr, float)
declare double @__sw_atomic_add_f64_block(ptr, double)
declare i32 @__sw_atomic_add_v2f16_device(ptr, i32)

; SAID-LABEL: {"name": "floats"
; SAID: "atomic.chained": 1
; SAID-FAST-LABEL: {"name": "floats"
; SAID-FAST: "atomic.combined": 1
; CHECK-LABEL: define internal void @floats.w8.full(
; CHECK-NOT: fadd <
; CHECK: atomic.chain:
; CHECK: %seen = phi i32
; CHECK: atomic.link:
; CHECK: %before = phi float
; CHECK: fadd float %before, %
; CHECK: atomic.linked:
; CHECK: %found = call i32 @__sw_atomic_cas_u32_device(ptr %{{.*}}, i32 %seen, i32 %
; CHECK-NOT: call {{.*}}@__sw_atomic_
; CHECK-LABEL: define internal void @floats.w8.rows(
; CHECK: bitcast <8 x i1> %lanes to i8
; FAST-LABEL: define internal void @floats.w8.full(
; FAST: {{(= fadd .*<4 x float>|@llvm.vector.reduce.fadd.)}}
; FAST: call float @__sw_atomic_add_f32_device(ptr %{{.*}}, float %
; FAST-LABEL: define internal void @floats.w8.rows(
; FAST: select <8 x i1> %lanes, <8 x float> %{{.*}}, <8 x float> <float -0.000000e+00,
define void @floats(ptr %p, ptr %q) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr float, ptr %q, i32 %tid
  %v = load float, ptr %at
  %old = call float @__sw_atomic_add_f32_device(ptr %p, float %v)
  ret void
}

; The results are used: what the lanes before have left; the first lane's is what was there, before it is flushed. If
; there was a denormal, all is added once more, and flushed.
; CHECK-LABEL: define internal void @found.w8.full(
; CHECK: atomic.flushed:
; CHECK: %[[SEEN:.*]] = bitcast i32 %seen to float
; CHECK: store float %[[SEEN]], ptr %[[OLDS:.*]], align 4
; CHECK: call i32 @__sw_atomic_cas_u32_device(
; CHECK: atomic.link:
; CHECK: getelementptr inbounds float, ptr %
; CHECK: %[[AT:.*]] = getelementptr inbounds float, ptr %[[OLDS]], i32 %
; CHECK: store float %before, ptr %[[AT]]
; CHECK: fadd float %before, %
; CHECK: br i1 %tiny{{.*}}, label %atomic.flush, label %atomic.flushed
; CHECK-LABEL: define internal void @found.w8.rows(
; FAST-LABEL: define internal void @found.w8.full(
; FAST: atomic.link:
; FAST-LABEL: define internal void @found.w8.rows(
define void @found(ptr %p, ptr %q) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr float, ptr %q, i32 %tid
  %v = load float, ptr %at
  %old = call float @__sw_atomic_addftz_f32_device(ptr %p, float %v)
  store float %old, ptr %at
  ret void
}

; Within a block: a load, the chain, a store. Of a whole block one chain over all rows.
; CHECK-LABEL: define internal void @within.w8.full(
; CHECK-NOT: @__sw_atomic_
; CHECK: load i64, ptr %[[P:.*]], align 8
; CHECK: fadd double %before, %
; CHECK: store i64 %{{.*}}, ptr %[[P]], align 8
; CHECK-NOT: @__sw_atomic_
; CHECK-LABEL: define internal void @within.w8.rows(
define void @within(ptr %p, ptr %q) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr double, ptr %q, i32 %tid
  %v = load double, ptr %at
  %old = call double @__sw_atomic_add_f64_block(ptr %p, double %v)
  ret void
}

; Pairs of halves travel as integers.
; CHECK-LABEL: define internal void @pairs.w8.full(
; CHECK: fadd <2 x half> %before, %
; CHECK: call i32 @__sw_atomic_cas_u32_device(
; WHOLE-LABEL: define internal void @pairs.w256.line(
; WHOLE: atomic.chain:
; WHOLE-COUNT-8: fadd <2 x half> %
; WHOLE: call i32 @__sw_atomic_cas_u32_device(
; WHOLE-NOT: @__sw_atomic
; WHOLE-LABEL: define internal void @pairs.w128.line(
define void @pairs(ptr %p, ptr %q) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %q, i32 %tid
  %v = load i32, ptr %at
  call void @llvm.nvvm.barrier0()
  %old = call i32 @__sw_atomic_add_v2f16_device(ptr %p, i32 %v)
  ret void
}
declare void @llvm.nvvm.barrier0()

!nvvm.annotations = !{!0, !1, !2, !3}
!0 = !{ptr @floats, !"kernel", i32 1}
!1 = !{ptr @found, !"kernel", i32 1}
!2 = !{ptr @within, !"kernel", i32 1}
!3 = !{ptr @pairs, !"kernel", i32 1}
