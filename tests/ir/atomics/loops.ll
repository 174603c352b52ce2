; Operations that no atomic instruction does: load, operation, store within a block; otherwise a compare-and-swap loop in
; a function of its own, one per operation and type, which does not write where the value would stay the same.
; RUN: %softwarp-cc %s --passes=atomics --emit=llvm | FileCheck %s

declare float @__sw_atomic_keepuge_f32_block(ptr, float)
declare float @__sw_atomic_keepuge_f32_device(ptr, float)
declare float @__sw_atomic_keepuge_f32_system(ptr, float)
declare double @__sw_atomic_max_f64_device(ptr, double)
declare float @__sw_atomic_min_f32_block(ptr, float)
declare float @__sw_atomic_mul_f32_device(ptr, float)
declare i32 @__sw_atomic_mul_u32_system(ptr, i32)
declare i16 @__sw_atomic_keepole_f16_device(ptr, i16)
declare i32 @__sw_atomic_max_i32_device(ptr, i32)

define void @within_block(ptr %p, float %v) {
; CHECK-LABEL: define void @within_block(
; CHECK-NEXT: call void @sw.aligned.4(ptr %p)
; CHECK-NEXT: %[[OLD:.*]] = load float, ptr %p
; CHECK-NEXT: %[[KEEPS:.*]] = fcmp uge float %[[OLD]], %v
; CHECK-NEXT: %[[NEW:.*]] = select i1 %[[KEEPS]], float %[[OLD]], float %v
; CHECK-NEXT: store float %[[NEW]], ptr %p
; CHECK-NEXT: call void @sw.aligned.4(ptr %p)
; CHECK-NEXT: %[[OLD:.*]] = load float, ptr %p
; CHECK-NEXT: %[[TIE:.*]] = fcmp oeq float %[[OLD]], %v
; CHECK-NEXT: bitcast float %[[OLD]] to i32
; CHECK-NEXT: bitcast float %v to i32
; CHECK-NEXT: or i32
; CHECK-NEXT: %[[ZERO:.*]] = bitcast i32 %{{.*}} to float
; CHECK-NEXT: %[[LESS:.*]] = call float @llvm.minnum.f32(float %[[OLD]], float %v)
; CHECK-NEXT: %[[NEW:.*]] = select i1 %[[TIE]], float %[[ZERO]], float %[[LESS]]
; CHECK-NEXT: store float %[[NEW]], ptr %p
; CHECK-NEXT: ret void
  %a = call float @__sw_atomic_keepuge_f32_block(ptr %p, float %v)
  %b = call float @__sw_atomic_min_f32_block(ptr %p, float %v)
  ret void
}

define float @beyond(ptr %p, float %v, double %w, i16 %h) {
; CHECK-LABEL: define float @beyond(
; CHECK-NEXT: call void @sw.aligned.4(ptr %p)
; CHECK-NEXT: %[[OLD:.*]] = call float @sw.atomic_keepuge_f32(ptr %p, float %v)
; CHECK-NEXT: call void @sw.aligned.4(ptr %p)
; CHECK-NEXT: call float @sw.atomic_keepuge_f32(ptr %p, float %v)
; CHECK-NEXT: call void @sw.aligned.8(ptr %p)
; CHECK-NEXT: call double @sw.atomic_max_f64(ptr %p, double %w)
; CHECK-NEXT: call void @sw.aligned.4(ptr %p)
; CHECK-NEXT: call float @sw.atomic_mul_f32(ptr %p, float %v)
; CHECK-NEXT: call void @sw.aligned.4(ptr %p)
; CHECK-NEXT: call i32 @sw.atomic_mul_u32(ptr %p, i32 3)
; CHECK-NEXT: call void @sw.aligned.2(ptr %p)
; CHECK-NEXT: %[[H:.*]] = bitcast i16 %h to half
; CHECK-NEXT: call half @sw.atomic_keepole_f16(ptr %p, half %[[H]])
; CHECK: atomicrmw max ptr %p, i32 3 monotonic
; CHECK-NEXT: ret float %[[OLD]]
  %a = call float @__sw_atomic_keepuge_f32_device(ptr %p, float %v)
  %b = call float @__sw_atomic_keepuge_f32_system(ptr %p, float %v)
  %c = call double @__sw_atomic_max_f64_device(ptr %p, double %w)
  %d = call float @__sw_atomic_mul_f32_device(ptr %p, float %v)
  %e = call i32 @__sw_atomic_mul_u32_system(ptr %p, i32 3)
  %f = call i16 @__sw_atomic_keepole_f16_device(ptr %p, i16 %h)
  %g = call i32 @__sw_atomic_max_i32_device(ptr %p, i32 3)
  ret float %a
}

; CHECK: define internal float @sw.atomic_keepuge_f32(ptr %[[P:.*]], float %[[V:.*]]) #[[INLINE:[0-9]+]] {
; CHECK-NEXT: entry:
; CHECK-NEXT: %guess = load atomic i32, ptr %[[P]] monotonic, align 4
; CHECK-NEXT: br label %loop
; CHECK: loop:
; CHECK-NEXT: %seen = phi i32 [ %guess, %entry ], [ %found, %swap ]
; CHECK-NEXT: %[[OLD:.*]] = bitcast i32 %seen to float
; CHECK-NEXT: %[[KEEPS:.*]] = fcmp uge float %[[OLD]], %[[V]]
; CHECK-NEXT: %[[KEPT:.*]] = select i1 %[[KEEPS]], float %[[OLD]], float %[[V]]
; CHECK-NEXT: %new = bitcast float %[[KEPT]] to i32
; CHECK-NEXT: %same = icmp eq i32 %new, %seen
; CHECK-NEXT: br i1 %same, label %done, label %swap
; CHECK: swap:
; CHECK-NEXT: %[[PAIR:.*]] = cmpxchg ptr %[[P]], i32 %seen, i32 %new monotonic monotonic, align 4
; CHECK-NEXT: %found = extractvalue { i32, i1 } %[[PAIR]], 0
; CHECK-NEXT: %succeeded = extractvalue { i32, i1 } %[[PAIR]], 1
; CHECK-NEXT: br i1 %succeeded, label %done, label %loop
; CHECK: done:
; CHECK-NEXT: ret float %[[OLD]]

; CHECK: define internal double @sw.atomic_max_f64(
; CHECK: fcmp oeq double
; CHECK: and i64
; CHECK: call double @llvm.maxnum.f64(
; CHECK: br i1 %same, label %done, label %swap
; CHECK: cmpxchg ptr %{{.*}}, i64 %seen, i64 %new monotonic monotonic, align 8

; A product is always written.
; CHECK: define internal float @sw.atomic_mul_f32(
; CHECK: fmul float
; CHECK-NOT: icmp
; CHECK: br label %swap
; CHECK: define internal i32 @sw.atomic_mul_u32(
; CHECK: mul i32

; CHECK: define internal half @sw.atomic_keepole_f16(
; CHECK: load atomic i16, ptr %{{.*}} monotonic, align 2
; CHECK: fcmp ole half
; CHECK: cmpxchg ptr %{{.*}}, i16 %seen, i16 %new monotonic monotonic, align 2

; CHECK: attributes #[[INLINE]] = { alwaysinline nounwind }
