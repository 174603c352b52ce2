; Several values a lane, side by side: one access to all of them and shuffles that take them apart or put them together.
; Where they do not fill the distance from lane to lane, member by member.
; RUN: %softwarp-cc %s --passes=import,retarget,context,lockstep --lanes=8 --emit=llvm | FileCheck %s
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
%three = type { float, float, float }
%mixed = type { i32, double }

; float4: 32 floats.
; CHECK-LABEL: define internal void @float4.w8.full(
; CHECK: %[[ALL:.*]] = load <32 x float>, ptr %{{.*}}, align 16
; CHECK-DAG: shufflevector <32 x float> %[[ALL]], <32 x float> poison, <8 x i32> <i32 0, i32 4, i32 8, i32 12, i32 16, i32 20, i32 24, i32 28>
; CHECK-DAG: shufflevector <32 x float> %[[ALL]], <32 x float> poison, <8 x i32> <i32 1, i32 5, i32 9, i32 13, i32 17, i32 21, i32 25, i32 29>
; CHECK-DAG: shufflevector <32 x float> %[[ALL]], <32 x float> poison, <8 x i32> <i32 2, i32 6, i32 10, i32 14, i32 18, i32 22, i32 26, i32 30>
; CHECK-DAG: shufflevector <32 x float> %[[ALL]], <32 x float> poison, <8 x i32> <i32 3, i32 7, i32 11, i32 15, i32 19, i32 23, i32 27, i32 31>
; CHECK: store <32 x float> %{{.*}}, ptr %{{.*}}, align 16
; Each lane's truth is four elements'.
; CHECK-LABEL: define internal void @float4.w8.rows(
; CHECK: %[[MASK:.*]] = shufflevector <8 x i1> %lanes, <8 x i1> poison, <32 x i32> <i32 0, i32 0, i32 0, i32 0, i32 1, i32 1, i32 1, i32 1, i32 2,
; CHECK: call <32 x float> @llvm.masked.load.v32f32.p0(ptr %{{.*}}, i32 16, <32 x i1> %[[MASK]],
; CHECK: call void @llvm.masked.store.v32f32.p0(<32 x float> %{{.*}}, <32 x i1> %
define void @float4(ptr %p, ptr %q) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr <4 x float>, ptr %q, i32 %tid
  %v = load <4 x float>, ptr %at, align 16
  %to = getelementptr <4 x float>, ptr %p, i32 %tid
  %w = fmul <4 x float> %v, <float 2.0, float 2.0, float 2.0, float 2.0>
  store <4 x float> %w, ptr %to, align 16
  ret void
}

; Two doubles, and only the second is wanted.
; CHECK-LABEL: define internal void @double2.w8.full(
; CHECK: %[[ALL:.*]] = load <16 x double>, ptr %{{.*}}, align 16
; CHECK: %[[Y:.*]] = shufflevector <16 x double> %[[ALL]], <16 x double> poison, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
; CHECK: store <8 x double> %[[Y]]
; CHECK-LABEL: define internal void @double2.w8.rows(
define void @double2(ptr %p, ptr %q) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr <2 x double>, ptr %q, i32 %tid
  %v = load <2 x double>, ptr %at, align 16
  %y = extractelement <2 x double> %v, i32 1
  %to = getelementptr double, ptr %p, i32 %tid
  store double %y, ptr %to
  ret void
}

; Structures, of three alike and of different members: however they are read, all lanes at once, and without memory of
; the function's own in between.
; CHECK-LABEL: define internal void @three.w8.full(
; CHECK-NOT: alloca
; CHECK: {{load <24 x float>|load <12 x float>}}
; CHECK-NOT: load float
; CHECK: {{store <24 x float>|call void @llvm.masked.scatter}}
; CHECK: ret void
; CHECK-LABEL: define internal void @three.w8.rows(
define void @three(ptr %p, ptr %q) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr %three, ptr %q, i32 %tid
  %v = load %three, ptr %at, align 4
  %to = getelementptr %three, ptr %p, i32 %tid
  store %three %v, ptr %to, align 4
  ret void
}

; CHECK-LABEL: define internal void @mixed.w8.full(
; CHECK-NOT: alloca
; CHECK: sitofp <8 x i32> %{{.*}} to <8 x double>
; CHECK: fadd <8 x double>
; CHECK: store <8 x double>
; CHECK-LABEL: define internal void @mixed.w8.rows(
define void @mixed(ptr %p, ptr %q) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr %mixed, ptr %q, i32 %tid
  %v = load %mixed, ptr %at, align 8
  %x = extractvalue %mixed %v, 0
  %y = extractvalue %mixed %v, 1
  %z = sitofp i32 %x to double
  %sum = fadd double %y, %z
  %to = getelementptr double, ptr %p, i32 %tid
  store double %sum, ptr %to
  ret void
}

!nvvm.annotations = !{!0, !1, !2, !3}
!0 = !{ptr @float4, !"kernel", i32 1}
!1 = !{ptr @double2, !"kernel", i32 1}
!2 = !{ptr @three, !"kernel", i32 1}
!3 = !{ptr @mixed, !"kernel", i32 1}
