; Mathematical functions and LLVM's intrinsics are called on vectors; what cannot be (printf, functions with code of
; their own, pointers to functions) is called lane by lane, for the lanes that run.
; RUN: %softwarp-cc %s --passes=import,retarget,context,lockstep --lanes=16 --cpu=x86-64-v4 --emit=llvm | FileCheck %s
; RUN: %softwarp-cc %s --passes=import,retarget,context,lockstep --lanes=16 --cpu=x86-64-v3 --emit=llvm | FileCheck %s --check-prefix=V3
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare float @__nv_expf(float) memory(none)
declare double @__nv_modf(double, ptr)
declare float @llvm.fma.f32(float, float, float)
declare i32 @llvm.ctpop.i32(i32)
declare i32 @llvm.ctlz.i32(i32, i1)
declare i32 @vprintf(ptr, ptr)
declare void @elsewhere(i32)
@format = private constant [4 x i8] c"%d\0A\00"

define internal i32 @own(i32 %v) noinline {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = add i32 %t, %v
  ret i32 %a
}

; One call for all lanes, of the form that is for this processor.
; CHECK-LABEL: define internal void @exponential.w16.full(
; CHECK: call <16 x float> @{{[_a-z0-9]*}}expf{{[_a-z0-9]*}}avx512(<16 x float>
; CHECK-NOT: call {{.*}}expf
; CHECK: ret void
; CHECK-LABEL: define internal void @exponential.w16.rows(
; CHECK: call <16 x float> @{{[_a-z0-9]*}}expf{{[_a-z0-9]*}}avx512(<16 x float>
; V3-LABEL: define internal void @exponential.w16.full(
; V3-NOT: call {{.*}}avx512
; V3: call <{{8|16}} x float> @{{[_a-z0-9]*}}expf{{[_a-z0-9]*}}(<{{8|16}} x float>
; V3-NOT: call {{.*}}avx512
; V3: ret void
define void @exponential(ptr %p) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr float, ptr %p, i32 %tid
  %v = load float, ptr %at
  %x = call float @__nv_expf(float %v)
  store float %x, ptr %at
  ret void
}

; Of one value for all: the scalar function, once.
; CHECK-LABEL: define internal void @once.w16.full(
; CHECK: call float @__nv_expf(float %
; CHECK-NOT: call {{.*}}expf
; CHECK: ret void
; CHECK-LABEL: define internal void @once.w16.rows(
define void @once(ptr %p, float %v) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr float, ptr %p, i32 %tid
  %x = call float @__nv_expf(float %v)
  store float %x, ptr %at
  ret void
}

; CHECK-LABEL: define internal void @intrinsics.w16.full(
; CHECK-DAG: call <16 x i32> @llvm.ctpop.v16i32(
; CHECK-DAG: call {{.*}}<16 x i32> @llvm.ctlz.v16i32(<16 x i32> %{{.*}}, i1 false)
; CHECK-DAG: call <16 x float> @llvm.fma.v16f32(
; CHECK-LABEL: define internal void @intrinsics.w16.rows(
define void @intrinsics(ptr %p) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %tid
  %v = load i32, ptr %at
  %a = call i32 @llvm.ctpop.i32(i32 %v)
  %b = call i32 @llvm.ctlz.i32(i32 %v, i1 false)
  %c = shl i32 %a, 8
  %d = or i32 %b, %c
  %f = sitofp i32 %d to float
  %g = call float @llvm.fma.f32(float %f, float %f, float 3.0)
  %h = fptosi float %g to i32
  store i32 %h, ptr %at
  ret void
}

; A function that leaves a second result in memory: lane by lane, each lane's place and value.
; CHECK-LABEL: define internal void @second_result.w16.full(
; CHECK: lane:
; CHECK: call double @__nv_modf(double %{{.*}}, ptr {{.*}}%{{.*}})
; CHECK: br i1 %{{.*}}, label %lane, label %
; CHECK-LABEL: define internal void @second_result.w16.rows(
define void @second_result(ptr %p, ptr %q) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr double, ptr %p, i32 %tid
  %to = getelementptr double, ptr %q, i32 %tid
  %v = load double, ptr %at
  %x = call double @__nv_modf(double %v, ptr %to)
  store double %x, ptr %at
  ret void
}

; printf under divergence: a loop over the bits of the mask, lowest lane first.
; CHECK-LABEL: define internal void @says.w16.full(
; CHECK: %[[MASK:.*]] = icmp sgt <16 x i32> %{{.*}}, <i32 3,
; CHECK: yes:
; CHECK: %[[BITS:.*]] = bitcast <16 x i1> %[[MASK]] to i16
; CHECK: lane:
; CHECK-NEXT: %[[LEFT:.*]] = phi i16 [ %[[BITS]], %yes ], [ %[[REST:.*]], %lane ]
; CHECK: call i16 @llvm.cttz.i16(i16 %[[LEFT]], i1 true)
; CHECK: call i32 @vprintf(
; CHECK: %[[BELOW:.*]] = sub i16 %[[LEFT]], 1
; CHECK: %[[REST]] = and i16 %[[LEFT]], %[[BELOW]]
; CHECK: br i1 %{{.*}}, label %lane, label %
; CHECK-LABEL: define internal void @says.w16.rows(
define void @says(ptr %p) {
entry:
  %args = alloca { i32 }
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %tid
  %v = load i32, ptr %at
  %c = icmp sgt i32 %v, 3
  br i1 %c, label %yes, label %done
yes:
  store i32 %v, ptr %args
  %n = call i32 @vprintf(ptr @format, ptr %args)
  br label %done
done:
  ret void
}

; A function that asks for its threadIdx finds it in the block, written before each call.
; CHECK-LABEL: define internal void @functions.w16.full(
; CHECK: lane:
; CHECK-COUNT-4: store i32 %{{.*}}, ptr
; CHECK: call i32 @own(ptr {{(nonnull )?}}%block, i32 %
; CHECK: br i1 %{{.*}}, label %lane, label %
; CHECK-COUNT-4: store i32 %{{.*}}, ptr
; CHECK: call i32 %{{[a-z0-9]+}}(ptr {{(nonnull )?}}%block, i32 %
; CHECK-LABEL: define internal void @functions.w16.rows(
define void @functions(ptr %p, ptr %f) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %tid
  %v = load i32, ptr %at
  %x = call i32 @own(i32 %v)
  %y = call i32 %f(i32 %x)
  store i32 %y, ptr %at
  ret void
}

!nvvm.annotations = !{!0, !1, !2, !3, !4, !5}
!0 = !{ptr @exponential, !"kernel", i32 1}
!1 = !{ptr @once, !"kernel", i32 1}
!2 = !{ptr @intrinsics, !"kernel", i32 1}
!3 = !{ptr @second_result, !"kernel", i32 1}
!4 = !{ptr @says, !"kernel", i32 1}
!5 = !{ptr @functions, !"kernel", i32 1}
