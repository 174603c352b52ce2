; One result for one argument. What lockstep computes on vectors scalar code gets from the same vector function: where the
; argument is uniform, at one lane, inside other functions of the library, where it is a constant.
; RUN: %softwarp-cc %s --passes=import,retarget,context,library,lockstep --lanes=32 --cpu=x86-64-v4 --emit=llvm | FileCheck %s
; RUN: %softwarp-cc %s --passes=import,retarget,context,library,lockstep --lanes=8 --cpu=x86-64-v4 --emit=llvm \
; RUN:   | FileCheck %s --check-prefix=EIGHT
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare float @__nv_sinf(float)
declare double @__nv_tan(double)
declare float @__nv_powf(float, float)
declare void @__nv_sincosf(float, ptr, ptr)

; CHECK-LABEL: define internal float @__nv_sinf(float %0)
; CHECK: call <16 x float> @_ZGVeN16v_sinf(
; CHECK: extractelement <16 x float> %{{.*}}, i64 0

; Of libmvec's forms it is the widest, at 8 lanes too.
; CHECK-LABEL: define internal void @sines.w32.full(
; CHECK: call <16 x float> @_ZGVeN16v_sinf(
; CHECK: call <16 x float> @_ZGVeN16v_sinf(
; CHECK: call float @__nv_sinf(float %
; CHECK: call float @__nv_sinf(float 1.500000e+00)
; EIGHT-LABEL: define internal void @sines.w8.full(
; EIGHT: call <16 x float> @_ZGVeN16v_sinf(
define void @sines(ptr %p) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr float, ptr %p, i32 %tid
  %v = load float, ptr %at
  %own = call float @__nv_sinf(float %v)
  %u = load float, ptr %p
  %same = call float @__nv_sinf(float %u)
  %known = call float @__nv_sinf(float 1.5)
  %s = fadd float %own, %same
  %t = fadd float %s, %known
  store float %t, ptr %at
  ret void
}

; Inlined: its sine is no constant of the compiling host's. Without a vector form: the C library's, when the kernel runs.
; CHECK-LABEL: define internal void @inside.w32.full(
; CHECK: call float @__nv_sinf(float 1.500000e+00)
; CHECK: call float @__nv_cosf(float 1.500000e+00)
; CHECK-LABEL: define internal void @inside.w32.rows(
define void @inside(ptr %p, ptr %q) {
  call void @__nv_sincosf(float 1.5, ptr %p, ptr %q)
  %t = call double @__nv_tan(double 1.5)
  %to = getelementptr double, ptr %p, i32 1
  store double %t, ptr %to
  ret void
}

; CHECK: attributes #{{.*}} nobuiltin

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @sines, !"kernel", i32 1}
!1 = !{ptr @inside, !"kernel", i32 1}
