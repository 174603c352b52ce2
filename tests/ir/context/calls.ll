; Every device function and every call of one gets the block; a kernel reads its arguments from it, a structure passed
; by value being its own copy.
; RUN: %softwarp-cc %s --passes=import,context --emit=llvm | FileCheck %s

%pair = type { i32, double }
declare float @__nv_sinf(float)

; CHECK: define internal float @twice(ptr {{.*}}%block, float %x)
define float @twice(float %x) noinline {
; CHECK: call float @__nv_sinf(float %x)
  %s = call float @__nv_sinf(float %x)
  %r = fadd float %s, %s
  ret float %r
}

; CHECK: define void @kernel(ptr {{.*}}%block)
define void @kernel(ptr byval(%pair) align 8 %p, float %x, ptr %f, i1 %flag) {
; CHECK: %[[ARGS:.*]] = getelementptr inbounds %swrt_block, ptr %block, i32 0, i32
; CHECK: %args = load ptr, ptr %[[ARGS]]
; CHECK: alloca %pair, align 16
; CHECK: call void @llvm.memcpy
; CHECK: getelementptr inbounds i8, ptr %args, i64 16
; CHECK: load float
; CHECK: getelementptr inbounds i8, ptr %args, i64 24
; CHECK: load ptr
; CHECK: %[[FLAG:.*]] = load i8
; CHECK: trunc i8 %[[FLAG]] to i1
; CHECK: call fast float @twice(ptr %block, float
; CHECK: call float %{{.*}}(ptr %block, float
  %a = call fast float @twice(float %x)
  %b = call float %f(float %a)
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{ptr @kernel, !"kernel", i32 1}
