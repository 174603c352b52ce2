; Compare-and-swap loops that are one read-modify-write: known as such, combined in registers (sums of floats: a chain), and one
; operation for the warp. A loop that is not one stays a loop, and lanes of a warp may need several turns of it.
; RUN: %softwarp-cc %s --passes=import,yields,retries,retarget,context,lockstep --lanes=8 --emit=llvm | FileCheck %s
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @__sw_atomic_cas_i32_device(ptr, i32, i32)
declare i64 @__sw_atomic_cas_u64_device(ptr, i64, i64)
declare float @llvm.nvvm.fmax.f(float, float)
declare float @llvm.maxnum.f32(float, float)

; do old = assumed; while ((assumed = atomicCAS(p, old, max(old, v))) != old)
; CHECK-LABEL: define internal void @maximum.w8.full(
; CHECK-NOT: @__sw_atomic_cas
; CHECK: @llvm.{{(vector.reduce.fmax|maxnum)}}.
; CHECK: call float @__sw_atomic_max_f32_device(ptr %{{.*}}, float %
; CHECK-NOT: @__sw_atomic_
; CHECK-LABEL: define internal void @maximum.w8.rows(
; CHECK: select <8 x i1> %lanes, <8 x float> %{{.*}}, <8 x float> <float 0x7FF8000000000000,
define void @maximum(ptr %p, ptr %q) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr float, ptr %q, i32 %tid
  %v = load float, ptr %at
  %guess = load i32, ptr %p
  br label %try
try:
  %seen = phi i32 [ %guess, %entry ], [ %found, %try ]
  %old = bitcast i32 %seen to float
  %new = call float @llvm.maxnum.f32(float %old, float %v)
  %wanted = bitcast float %new to i32
  %found = call i32 @__sw_atomic_cas_i32_device(ptr %p, i32 %seen, i32 %wanted)
  %again = icmp ne i32 %found, %seen
  br i1 %again, label %try, label %done
done:
  ret void
}

; CHECK-LABEL: define internal void @sum.w8.full(
; CHECK: atomic.chain:
; CHECK: fadd double %
; CHECK: call i64 @__sw_atomic_cas_u64_device(ptr %
; CHECK-NOT: @__sw_atomic_
; CHECK-LABEL: define internal void @sum.w8.rows(
define void @sum(ptr %p, ptr %q) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr double, ptr %q, i32 %tid
  %v = load double, ptr %at
  %guess = load i64, ptr %p
  br label %try
try:
  %seen = phi i64 [ %guess, %entry ], [ %found, %try ]
  %old = bitcast i64 %seen to double
  %new = fadd double %old, %v
  %wanted = bitcast double %new to i64
  %found = call i64 @__sw_atomic_cas_u64_device(ptr %p, i64 %seen, i64 %wanted)
  %again = icmp ne i64 %found, %seen
  br i1 %again, label %try, label %done
done:
  ret void
}

; while (old < v) ...: a loop that ends without writing when the old value is enough. Where no lane has more, nothing is
; written at all.
; CHECK-LABEL: define internal void @largest.w8.full(
; CHECK-NOT: @__sw_atomic_cas
; CHECK: %[[LESS:.*]] = fcmp olt <8 x float>
; CHECK: bitcast <8 x i1> %[[LESS]] to i8
; CHECK: br i1
; Of the lanes that have more: neighbours are compared with neighbours, and the most goes to memory. NaNs stand aside.
; CHECK: %[[NUMBERS:.*]] = fcmp ord <8 x float>
; CHECK: %[[MASK:.*]] = select <8 x i1> %[[LESS]], <8 x i1> %[[NUMBERS]], <8 x i1> zeroinitializer
; CHECK: %[[V:.*]] = select <8 x i1> %[[MASK]], <8 x float> %{{.*}}, <8 x float> <float 0xFFF0000000000000,
; CHECK: shufflevector <8 x float> %[[V]], <8 x float> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
; CHECK: shufflevector <8 x float> %[[V]], <8 x float> poison, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
; CHECK: fcmp uge <4 x float>
; CHECK: fcmp uge <1 x float>
; CHECK: call float @__sw_atomic_keepuge_f32_device(
; CHECK-NOT: @__sw_atomic_
; CHECK-LABEL: define internal void @largest.w8.rows(
define void @largest(ptr %p, ptr %q) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr float, ptr %q, i32 %tid
  %v = load float, ptr %at
  %wanted = bitcast float %v to i32
  %guess = load i32, ptr %p
  br label %head
head:
  %seen = phi i32 [ %guess, %entry ], [ %found, %swap ]
  %old = bitcast i32 %seen to float
  %less = fcmp olt float %old, %v
  br i1 %less, label %swap, label %exit
swap:
  %found = call i32 @__sw_atomic_cas_i32_device(ptr %p, i32 %seen, i32 %wanted)
  %done = icmp eq i32 %found, %seen
  br i1 %done, label %exit, label %head
exit:
  ret void
}

; new = old > v ? old : v, whose old values are used. A NaN takes the place of any number and gives way to any: where a
; lane brings one, lane by lane. Before the first lane there is what memory held, be it a NaN.
; CHECK-LABEL: define internal void @greater.w8.full(
; CHECK: %[[NAN:.*]] = fcmp uno <8 x float>
; CHECK: br i1 %{{.*}}, label %nan, label %numbers
; CHECK: numbers:
; CHECK: fcmp ogt <4 x float>
; CHECK: %[[OLD:.*]] = call float @__sw_atomic_keepogt_f32_device(
; CHECK: shufflevector <8 x float> %{{.*}}, <8 x float> <float 0xFFF0000000000000, {{.*}}>, <8 x i32> <i32 8, i32 0, i32 1,
; CHECK: %[[NUMBERS:.*]] = insertelement <8 x float> %{{.*}}, float %[[OLD]], i32 0
; CHECK: kept:
; CHECK: phi <8 x float> [ %{{.*}}, %lanes.done ], [ %[[NUMBERS]], %numbers ]
; CHECK: lane:
; CHECK: call float @__sw_atomic_keepogt_f32_device(
; CHECK-LABEL: define internal void @greater.w8.rows(
define void @greater(ptr %p, ptr %q) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr float, ptr %q, i32 %tid
  %v = load float, ptr %at
  %guess = load i32, ptr %p
  br label %try
try:
  %seen = phi i32 [ %guess, %entry ], [ %found, %try ]
  %old = bitcast i32 %seen to float
  %more = fcmp ogt float %old, %v
  %new = select i1 %more, float %old, float %v
  %wanted = bitcast float %new to i32
  %found = call i32 @__sw_atomic_cas_i32_device(ptr %p, i32 %seen, i32 %wanted)
  %again = icmp ne i32 %found, %seen
  br i1 %again, label %try, label %done
done:
  store float %old, ptr %at
  ret void
}

; Products of integers: in any order.
; CHECK-LABEL: define internal void @product.w8.full(
; CHECK: mul <4 x i32>
; CHECK: call i32 @__sw_atomic_mul_{{[iu]}}32_device(
; CHECK-NOT: @__sw_atomic_
; CHECK-LABEL: define internal void @product.w8.rows(
; CHECK: select <8 x i1> %lanes, <8 x i32> %{{.*}}, <8 x i32> <i32 1, i32 1,
define void @product(ptr %p, ptr %q) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %q, i32 %tid
  %v = load i32, ptr %at
  %guess = load i32, ptr %p
  br label %try
try:
  %seen = phi i32 [ %guess, %entry ], [ %found, %try ]
  %wanted = mul i32 %seen, %v
  %found = call i32 @__sw_atomic_cas_i32_device(ptr %p, i32 %seen, i32 %wanted)
  %again = icmp ne i32 %found, %seen
  br i1 %again, label %try, label %done
done:
  ret void
}

; new = old * old + v
; CHECK-LABEL: define internal void @other.w8.full(
; CHECK: call i32 @__sw_atomic_cas_i32_device(
; CHECK: bitcast <8 x i1> %{{.*}} to i8
; CHECK-LABEL: define internal void @other.w8.rows(
define void @other(ptr %p, ptr %q) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %q, i32 %tid
  %v = load i32, ptr %at
  %guess = load i32, ptr %p
  br label %try
try:
  %seen = phi i32 [ %guess, %entry ], [ %found, %try ]
  %square = mul i32 %seen, %seen
  %wanted = add i32 %square, %v
  %found = call i32 @__sw_atomic_cas_i32_device(ptr %p, i32 %seen, i32 %wanted)
  %again = icmp ne i32 %found, %seen
  br i1 %again, label %try, label %done
done:
  ret void
}

!nvvm.annotations = !{!0, !1, !2, !4, !5, !3}
!0 = !{ptr @maximum, !"kernel", i32 1}
!1 = !{ptr @sum, !"kernel", i32 1}
!2 = !{ptr @largest, !"kernel", i32 1}
!3 = !{ptr @other, !"kernel", i32 1}
!4 = !{ptr @greater, !"kernel", i32 1}
!5 = !{ptr @product, !"kernel", i32 1}
