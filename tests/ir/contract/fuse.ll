; Products and sums that may be contracted are fused, of two products the first; afterwards
; nothing is left for code generation to choose. Not across basic blocks, not what may not, not on processors without it.
; RUN: %softwarp-cc %s --cpu=x86-64-v3 --passes=contract --emit=llvm | FileCheck %s
; RUN: %softwarp-cc %s --cpu=x86-64-v2 --passes=contract --emit=llvm | FileCheck %s --check-prefix=WITHOUT
target triple = "x86_64-unknown-linux-gnu"

; WITHOUT-NOT: llvm.fma
; WITHOUT: fmul contract float %a, %b
; CHECK-LABEL: define float @sums(
; CHECK: %cd = fmul float %c, %d
; CHECK: %[[FIRST:.*]] = call float @llvm.fma.f32(float %a, float %b, float %cd)
; CHECK: %[[NC:.*]] = fneg float %c
; CHECK: %[[LESS:.*]] = call float @llvm.fma.f32(float %a, float %b, float %[[NC]])
; CHECK: %[[NA:.*]] = fneg float %a
; CHECK: %[[FROM:.*]] = call float @llvm.fma.f32(float %[[NA]], float %d, float %c)
; CHECK-NOT: fmul contract
; CHECK: ret float
define float @sums(float %a, float %b, float %c, float %d) {
  %ab = fmul contract float %a, %b
  %cd = fmul contract float %c, %d
  %sum = fadd contract float %ab, %cd
  %ab.2 = fmul contract float %a, %b
  %less = fsub contract float %ab.2, %c
  %ad = fmul contract float %a, %d
  %from = fsub contract float %c, %ad
  %x = fdiv contract float %sum, %less
  %y = fdiv contract float %x, %from
  ret float %y
}

; The first product is used twice: the second is fused.
; CHECK-LABEL: define double @used_twice(
; CHECK: %ab = fmul double %a, %b
; CHECK: call double @llvm.fma.f64(double %c, double %c, double %ab)
define double @used_twice(double %a, double %b, double %c) {
  %ab = fmul contract double %a, %b
  %cc = fmul contract double %c, %c
  %sum = fadd contract double %ab, %cc
  %more = fdiv contract double %sum, %ab
  ret double %more
}

; CHECK-LABEL: define <2 x float> @pairs(
; CHECK: call <2 x float> @llvm.fma.v2f32(
define <2 x float> @pairs(<2 x float> %a, <2 x float> %b) {
  %ab = fmul contract <2 x float> %a, %b
  %sum = fadd contract <2 x float> %ab, %a
  ret <2 x float> %sum
}

; CHECK-LABEL: define float @not_allowed(
; CHECK-NOT: llvm.fma
; CHECK: ret
define float @not_allowed(float %a, float %b, i1 %c) {
  %ab = fmul float %a, %b
  %sum = fadd contract float %ab, %a
  %bb = fmul contract float %b, %b
  %plain = fadd float %bb, %sum
  %far = fmul contract float %plain, %b
  br i1 %c, label %then, label %else
then:
  %late = fadd contract float %far, %a
  ret float %late
else:
  ret float %plain
}

; 16-bit floats: on processors that could, code generation would fuse some variants' and not others'.
; CHECK-LABEL: define void @halves(
; CHECK: %product = fmul <2 x half> %x, %y
; CHECK-NEXT: fadd contract <2 x half> %product, %z
define void @halves(<2 x half> %x, <2 x half> %y, <2 x half> %z, ptr %p) {
  %product = fmul contract <2 x half> %x, %y
  %sum = fadd contract <2 x half> %product, %z
  store <2 x half> %sum, ptr %p
  ret void
}
