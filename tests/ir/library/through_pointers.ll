; Mathematical functions that give a result through a pointer are small: inlined, their results are registers, and lockstep
; makes vectors of what they compute. No lane goes alone.
; RUN: %softwarp-cc %s --passes=import,retarget,context,library,lockstep --lanes=32 --cpu=x86-64-v4 --emit=llvm | FileCheck %s
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @__nv_sincosf(float, ptr, ptr)
declare void @__nv_sincospi(double, ptr, ptr)
declare float @__nv_modff(float, ptr)
declare float @__nv_frexpf(float, ptr)
declare double @__nv_frexp(double, ptr)

; CHECK-LABEL: define internal void @sincos.w32.full(
; CHECK-NOT: lane:
; CHECK: call <16 x float> @_ZGVeN16v_sinf(
; CHECK-NOT: lane:
; CHECK: call <16 x float> @_ZGVeN16v_cosf(
; CHECK-NOT: lane:
; CHECK: fmul <32 x float>
; CHECK-LABEL: define internal void @sincos.w32.rows(
define void @sincos(ptr %p) {
  %sine = alloca float
  %cosine = alloca float
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr float, ptr %p, i32 %tid
  %v = load float, ptr %at
  call void @__nv_sincosf(float %v, ptr %sine, ptr %cosine)
  %s = load float, ptr %sine
  %c = load float, ptr %cosine
  %x = fmul float %s, %c
  store float %x, ptr %at
  ret void
}

; Into arrays: stores of vectors.
; CHECK-LABEL: define internal void @arrays.w32.full(
; CHECK-NOT: lane:
; CHECK: store <32 x float>
; CHECK-NOT: lane:
; CHECK: store <32 x float>
; CHECK-LABEL: define internal void @arrays.w32.rows(
define void @arrays(ptr noalias %p, ptr noalias %sines, ptr noalias %cosines) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr float, ptr %p, i32 %tid
  %v = load float, ptr %at
  %sine = getelementptr float, ptr %sines, i32 %tid
  %cosine = getelementptr float, ptr %cosines, i32 %tid
  call void @__nv_sincosf(float %v, ptr %sine, ptr %cosine)
  ret void
}

; CHECK-LABEL: define internal void @half_turns.w32.full(
; CHECK-NOT: lane:
; CHECK: fmul <32 x double>
; CHECK-NOT: lane:
; CHECK-LABEL: define internal void @half_turns.w32.rows(
define void @half_turns(ptr %p) {
  %sine = alloca double
  %cosine = alloca double
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr double, ptr %p, i32 %tid
  %v = load double, ptr %at
  call void @__nv_sincospi(double %v, ptr %sine, ptr %cosine)
  %s = load double, ptr %sine
  %c = load double, ptr %cosine
  %x = fmul double %s, %c
  store double %x, ptr %at
  ret void
}

; CHECK-LABEL: define internal void @parts.w32.full(
; CHECK-NOT: lane:
; CHECK: call <32 x float> @llvm.trunc.v32f32(
; CHECK-NOT: lane:
; CHECK: store <32 x float>
; CHECK-LABEL: define internal void @parts.w32.rows(
define void @parts(ptr %p) {
  %whole = alloca float
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr float, ptr %p, i32 %tid
  %v = load float, ptr %at
  %f = call float @__nv_modff(float %v, ptr %whole)
  %w = load float, ptr %whole
  %x = fmul float %f, %w
  store float %x, ptr %at
  ret void
}

; The exponent, out of the bits.
; CHECK-LABEL: define internal void @exponents.w32.full(
; CHECK-NOT: {{lane:|@llvm.frexp}}
; CHECK: and <32 x i32> %{{.*}}, <i32 -2139095041,
; CHECK-NOT: {{lane:|@llvm.frexp}}
; CHECK: and <32 x i64> %{{.*}}, <i64 -9218868437227405313,
; CHECK-NOT: {{lane:|@llvm.frexp}}
; CHECK-LABEL: define internal void @exponents.w32.rows(
define void @exponents(ptr %p) {
  %exponent = alloca i32
  %longer = alloca i32
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr float, ptr %p, i32 %tid
  %v = load float, ptr %at
  %f = call float @__nv_frexpf(float %v, ptr %exponent)
  %wide = fpext float %f to double
  %d = call double @__nv_frexp(double %wide, ptr %longer)
  %e = load i32, ptr %exponent
  %l = load i32, ptr %longer
  %sum = add i32 %e, %l
  %n = sitofp i32 %sum to double
  %x = fmul double %d, %n
  %y = fptrunc double %x to float
  store float %y, ptr %at
  ret void
}

!nvvm.annotations = !{!0, !1, !2, !3, !4}
!0 = !{ptr @sincos, !"kernel", i32 1}
!1 = !{ptr @arrays, !"kernel", i32 1}
!2 = !{ptr @half_turns, !"kernel", i32 1}
!3 = !{ptr @parts, !"kernel", i32 1}
!4 = !{ptr @exponents, !"kernel", i32 1}
