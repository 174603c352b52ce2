; A product that has a name is a variable in memory without optimisation: it is fused all the same, so that results are those
; of optimised code, but where a debugger is to find it (as with nvcc -G).
; RUN: %softwarp-cc %s -O0 --passes=contract -o - --emit=llvm | FileCheck %s
; RUN: %softwarp-cc %s -O0 -g --passes=contract -o - --emit=llvm | FileCheck %s --check-prefix=DEBUG
; CHECK-LABEL: define void @kernel(
; CHECK: call float @llvm.fma.f32(float %x, float %x, float %y)
; DEBUG-LABEL: define void @kernel(
; DEBUG: fmul float
; DEBUG: fadd {{.*}}float
define void @kernel(float %x, float %y, ptr %out) {
  %product = alloca float
  %p = fmul contract float %x, %x
  store float %p, ptr %product
  %again = load float, ptr %product
  %sum = fadd contract float %again, %y
  store float %sum, ptr %out
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{ptr @kernel, !"kernel", i32 1}
