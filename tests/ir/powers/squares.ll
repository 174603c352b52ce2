; x to the power of 2 is a product, which is not to be fused; of an exponent that only the launch knows it is chosen where that
; is 2.
; RUN: %softwarp-cc %s --passes=powers --emit=llvm | FileCheck %s
declare double @__nv_pow(double, double)
declare float @__nv_powf(float, float)
declare double @__nv_powi(double, i32)
declare float @__nv_fast_powf(float, float)

; CHECK-LABEL: define double @known(
; CHECK-NEXT: %square = fmul double %x, %x
; CHECK-NEXT: ret double %square
define double @known(double %x) {
  %r = call contract double @__nv_pow(double %x, double 2.0)
  ret double %r
}
; CHECK-LABEL: define double @known_int(
; CHECK-NEXT: %square = fmul double %x, %x
; CHECK-NEXT: ret double %square
define double @known_int(double %x) {
  %r = call double @__nv_powi(double %x, i32 2)
  ret double %r
}
; CHECK-LABEL: define float @other(
; CHECK-NEXT: %r = call float @__nv_powf(float %x, float 3.000000e+00)
; CHECK-NEXT: ret float %r
define float @other(float %x) {
  %r = call float @__nv_powf(float %x, float 3.0)
  ret float %r
}
; CHECK-LABEL: define float @unknown(
; CHECK-NEXT: %is.two = fcmp oeq float %y, 2.000000e+00
; CHECK-NEXT: %square = fmul float %x, %x
; CHECK-NEXT: %base = select i1 %is.two, float 1.000000e+00, float %x
; CHECK-NEXT: %[[POWER:.*]] = call float @__nv_powf(float %base, float %y)
; CHECK-NEXT: %[[R:.*]] = select i1 %is.two, float %square, float %[[POWER]]
; CHECK-NEXT: ret float %[[R]]
define float @unknown(float %x, float %y) {
  %r = call float @__nv_powf(float %x, float %y)
  ret float %r
}
; CHECK-LABEL: define float @fast(
; CHECK-NEXT: call float @__nv_fast_powf(float %x, float 2.000000e+00)
define float @fast(float %x) {
  %r = call float @__nv_fast_powf(float %x, float 2.0)
  ret float %r
}
