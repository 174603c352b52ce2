; Local variables lie interleaved, granule by granule, where every use of their address is known: what all lanes want of
; their own lies side by side. Where an address gets out, one lane's lies behind the other's.
; RUN: %softwarp-cc %s --passes=import,retarget,globals,context,lockstep --lanes=8 --emit=llvm | FileCheck %s
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
@table = addrspace(4) externally_initialized global [4 x i32] zeroinitializer, align 4

; 8 lanes * 4 bytes from one element to the next.
; CHECK-LABEL: define internal void @own.w8.full(
; CHECK: %[[A:.*]] = alloca [512 x i8], align 64
; CHECK: %[[BYTES:.*]] = mul i64 %{{.*}}, 32
; CHECK: %[[AT:.*]] = getelementptr i8, ptr %[[A]], i64 %[[BYTES]]
; CHECK: store <8 x i32> %{{.*}}, ptr %[[AT]], align 32
; CHECK: %[[EACH:.*]] = mul <8 x i64> %{{.*}}, <i64 32,{{.*}}>
; CHECK: %[[LANES:.*]] = add <8 x i64> %[[EACH]], <i64 0, i64 4, i64 8, i64 12, i64 16, i64 20, i64 24, i64 28>
; CHECK: %[[FROM:.*]] = getelementptr i8, ptr %[[A]], <8 x i64> %[[LANES]]
; CHECK: call <8 x i32> @llvm.masked.gather.v8i32.v8p0(<8 x ptr> %[[FROM]], i32 4,
; CHECK-LABEL: define internal void @own.w8.rows(
; CHECK: call void @llvm.masked.store.v8i32.p0(<8 x i32> %{{.*}}, ptr %{{.*}}, i32 32, <8 x i1> %lanes)
define void @own(ptr %p, i64 %n) {
  %a = alloca [16 x i32]
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr [16 x i32], ptr %a, i64 0, i64 %n
  store i32 %tid, ptr %at
  %w = sext i32 %tid to i64
  %b = srem i64 %w, 7
  %from = getelementptr [16 x i32], ptr %a, i64 0, i64 %b
  %v = load i32, ptr %from
  %to = getelementptr i32, ptr %p, i64 %w
  store i32 %v, ptr %to
  ret void
}

; Structures: a member's offset counts eight times. A double is two granules of what is beside it.
; CHECK-LABEL: define internal void @mixed.w8.full(
; CHECK: %[[A:.*]] = alloca [512 x i8], align 64
; CHECK: %[[BYTES:.*]] = mul i64 %{{.*}}, 128
; CHECK: %[[SECOND:.*]] = add i64 %[[BYTES]], 64
; CHECK: %[[AT:.*]] = getelementptr i8, ptr %[[A]], i64 %[[SECOND]]
; CHECK: store <8 x i32> %{{.*}}, ptr %[[AT]], align 32
; CHECK: lshr <8 x i64> %{{.*}}, <i64 32,{{.*}}>
; CHECK: %[[HIGH:.*]] = getelementptr i8, ptr %[[AT]], i64 32
; CHECK: store <8 x i32> %{{.*}}, ptr %[[HIGH]], align 32
; CHECK: %[[LOW:.*]] = load <8 x i32>, ptr %[[A]], align 32
; CHECK: zext <8 x i32> %[[LOW]] to <8 x i64>
; CHECK: bitcast <8 x i64> %{{.*}} to <8 x double>
; CHECK-LABEL: define internal void @mixed.w8.rows(
define void @mixed(ptr %p, i64 %n) {
  %a = alloca [4 x {i32, i32, double}]
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = uitofp i32 %tid to double
  %at = getelementptr [4 x {i32, i32, double}], ptr %a, i64 0, i64 %n, i32 2
  store double %x, ptr %at
  store i32 1, ptr %a
  %v = load double, ptr %a
  %to = getelementptr double, ptr %p, i32 %tid
  store double %v, ptr %to
  ret void
}

; Filled as a whole where all lanes are together; else piece by piece under the mask.
; CHECK-LABEL: define internal void @filled.w8.full(
; CHECK: call void @llvm.memset.p0.i64(ptr align 32 %{{.*}}, i8 0, i64 256, i1 false)
; CHECK: call void @llvm.masked.store.v8i32.p0(<8 x i32> <i32 16843009, {{.*}}>, ptr %{{.*}}, i32 32, <8 x i1> %
; CHECK: call void @llvm.masked.store.v8i32.p0(<8 x i32> <i32 16843009, {{.*}}>, ptr %{{.*}}, i32 32, <8 x i1> %
; CHECK-LABEL: define internal void @filled.w8.rows(
; CHECK: call void @llvm.memset.p0.i64(ptr align 32 %{{.*}}, i8 0, i64 256, i1 false)
define void @filled(ptr %p, i64 %n) {
entry:
  %a = alloca [8 x i32]
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %to = getelementptr i32, ptr %p, i32 %tid
  %x = load i32, ptr %to
  %is_zero = icmp eq i32 %x, 0
  call void @llvm.memset.p0.i64(ptr align 4 %a, i8 0, i64 32, i1 false)
  br i1 %is_zero, label %again, label %done
again:
  call void @llvm.memset.p0.i64(ptr align 4 %a, i8 1, i64 12, i1 false)
  br label %done
done:
  %at = getelementptr i32, ptr %a, i64 %n
  %v = load i32, ptr %at
  store i32 %v, ptr %to
  ret void
}

; A copy reads what is the same for all lanes once; a long one is a loop.
; CHECK-LABEL: define internal void @copied.w8.full(
; CHECK: %[[ONE:.*]] = load i32, ptr
; CHECK: insertelement <8 x i32> poison, i32 %[[ONE]], i32 0
; CHECK: store <8 x i32> %{{.*}}, ptr %{{.*}}, align 32
; CHECK: copy:
; CHECK: phi i64
; CHECK: load <8 x i32>, ptr %{{.*}}, align 32
; CHECK: call void @llvm.masked.scatter.v8i32.v8p0(
; CHECK: br i1 %{{.*}}, label %copy, label %copied
; CHECK-LABEL: define internal void @copied.w8.rows(
define void @copied(ptr %p, i64 %n) {
  %a = alloca [40 x i32]
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %a, ptr align 4 addrspacecast (ptr addrspace(4) @table to ptr), i64 16, i1 false)
  %at = getelementptr i32, ptr %a, i64 %n
  store i32 %tid, ptr %at
  %to = getelementptr [40 x i32], ptr %p, i32 %tid
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %to, ptr align 4 %a, i64 160, i1 false)
  ret void
}

; An address that is stored, one that is a number, one that may be another variable's, a move within the variable,
; seen or not.
; CHECK-LABEL: define internal void @at_large.w8.full(
; CHECK-COUNT-4: alloca [64 x i8], align 4
; CHECK-COUNT-2: alloca [128 x i8], align 4
; CHECK-LABEL: define internal void @at_large.w8.rows(
define void @at_large(ptr %p, ptr %q, i64 %n, i1 %c) {
  %a = alloca [2 x i32]
  %b = alloca [2 x i32]
  %d = alloca [2 x i32]
  %e = alloca [2 x i32]
  %f = alloca [4 x i32]
  %g = alloca [4 x i32]
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %to = getelementptr ptr, ptr %p, i32 %tid
  store volatile ptr %a, ptr %to
  %number = ptrtoint ptr %b to i64
  %to_number = getelementptr i64, ptr %q, i32 %tid
  store volatile i64 %number, ptr %to_number
  %one = select i1 %c, ptr %d, ptr %e
  %of_one = getelementptr i32, ptr %one, i64 %n
  store volatile i32 1, ptr %of_one
  %own_f = getelementptr i32, ptr %f, i64 %n
  store volatile i32 1, ptr %own_f
  call void @llvm.memmove.p0.p0.i64(ptr %f, ptr %own_f, i64 12, i1 false)
  %behind_g = getelementptr i32, ptr %g, i64 1
  %some_g = select i1 %c, ptr %g, ptr %behind_g
  %own_g = getelementptr i32, ptr %g, i64 %n
  store volatile i32 1, ptr %own_g
  call void @llvm.memmove.p0.p0.i64(ptr %some_g, ptr %g, i64 12, i1 false)
  ret void
}

!nvvm.annotations = !{!0, !1, !2, !3, !4}
!0 = !{ptr @own, !"kernel", i32 1}
!1 = !{ptr @mixed, !"kernel", i32 1}
!2 = !{ptr @filled, !"kernel", i32 1}
!3 = !{ptr @copied, !"kernel", i32 1}
!4 = !{ptr @at_large, !"kernel", i32 1}
