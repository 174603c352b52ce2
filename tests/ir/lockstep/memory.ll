; How lanes read and write follows from the address: uniform ones by one scalar access, consecutive ones by a vector,
; descending ones by a vector turned round, near ones by vectors and shuffles, the rest by gather and scatter. Masks
; where not all lanes exist.
; RUN: %softwarp-cc %s --cpu=x86-64-v4 --passes=import,retarget,context,lockstep --lanes=8 --emit=llvm | FileCheck %s
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: define internal void @uniform.w8.full(
; CHECK-NOT: load <8 x i32>
; CHECK: %[[V:.*]] = load i32, ptr %{{.*}}, align 4{{$}}
; CHECK: add i32 %[[V]], %
; CHECK-NOT: load <8 x i32>
; CHECK-LABEL: define internal void @uniform.w8.rows(
; CHECK: %[[V:.*]] = load i32, ptr %{{.*}}, align 4{{$}}
; CHECK: add i32 %[[V]], %
; CHECK-LABEL: define internal void @uniform.w8.any(
; CHECK: %[[V:.*]] = load i32, ptr %{{.*}}, align 4{{$}}
; CHECK: insertelement <8 x i32> poison, i32 %[[V]], i32 0
define void @uniform(ptr %p, ptr %q) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %v = load i32, ptr %p
  %x = add i32 %v, %tid
  %to = getelementptr i32, ptr %q, i32 %tid
  store i32 %x, ptr %to
  ret void
}

; Several lanes write to one place: the last one that runs.
; CHECK-LABEL: define internal void @store_to_one.w8.full(
; CHECK: %[[LAST:.*]] = extractelement <8 x i32> %{{.*}}, i32 7
; CHECK-NEXT: store i32 %[[LAST]], ptr %
; CHECK-LABEL: define internal void @store_to_one.w8.rows(
; CHECK: %[[ZEROS:.*]] = call i8 @llvm.ctlz.i8(i8 %
; CHECK: %[[WIDE:.*]] = zext i8 %[[ZEROS]] to i32
; CHECK: %[[LANE:.*]] = sub i32 7, %[[WIDE]]
; CHECK: %[[LAST:.*]] = extractelement <8 x i32> %{{.*}}, i32 %[[LANE]]
; CHECK-NEXT: store i32 %[[LAST]], ptr %
define void @store_to_one(ptr %p, ptr %q) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %q, i32 %tid
  %v = load i32, ptr %at
  store i32 %v, ptr %p
  ret void
}

; CHECK-LABEL: define internal void @contiguous.w8.full(
; CHECK: %[[V:.*]] = load <8 x double>, ptr %{{.*}}, align 8
; CHECK: store <8 x double> %[[V]], ptr %{{.*}}, align 8
; CHECK-LABEL: define internal void @contiguous.w8.rows(
; CHECK: %[[V:.*]] = call <8 x double> @llvm.masked.load.v8f64.p0(ptr %{{.*}}, i32 8, <8 x i1> %lanes,
; CHECK: call void @llvm.masked.store.v8f64.p0(<8 x double> %[[V]], ptr %{{.*}}, i32 8, <8 x i1> %lanes)
; CHECK-LABEL: define internal void @contiguous.w8.any(
; CHECK: call <8 x double> @llvm.masked.gather{{.*}}, <8 x i1> %lanes,
; CHECK: call void @llvm.masked.scatter{{.*}}, <8 x i1> %lanes)
define void @contiguous(ptr %p, ptr %q) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr double, ptr %q, i32 %tid
  %v = load double, ptr %at
  %to = getelementptr double, ptr %p, i32 %tid
  store double %v, ptr %to
  ret void
}

; The vector begins at the last lane's element, 28 bytes before lane 0's; so its mask is turned round, too.
; CHECK-LABEL: define internal void @reversed.w8.full(
; CHECK: %[[FIRST:.*]] = getelementptr i8, ptr %{{.*}}, i64 -28
; CHECK-NEXT: %[[V:.*]] = load <8 x i32>, ptr %[[FIRST]], align 4
; CHECK-NEXT: %[[TURNED:.*]] = shufflevector <8 x i32> %[[V]], <8 x i32> poison, <8 x i32> <i32 7, i32 6, i32 5, i32 4, i32 3, i32 2, i32 1, i32 0>
; CHECK: store <8 x i32> %[[TURNED]], ptr
; CHECK-LABEL: define internal void @reversed.w8.rows(
; CHECK: %[[MASK:.*]] = shufflevector <8 x i1> %lanes, <8 x i1> poison, <8 x i32> <i32 7, i32 6, i32 5, i32 4, i32 3, i32 2, i32 1, i32 0>
; CHECK: call <8 x i32> @llvm.masked.load{{.*}}, <8 x i1> %[[MASK]],
; CHECK: call void @llvm.masked.store{{.*}}, <8 x i1> %lanes)
define void @reversed(ptr %p, ptr %q) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = sub nsw i32 100, %tid
  %at = getelementptr i32, ptr %q, i32 %i
  %v = load i32, ptr %at
  %to = getelementptr i32, ptr %p, i32 %tid
  store i32 %v, ptr %to
  ret void
}

; CHECK-LABEL: define internal void @reversed_store.w8.full(
; CHECK: %[[V:.*]] = load <8 x i32>, ptr
; CHECK: shufflevector <8 x i32> %[[V]], <8 x i32> poison, <8 x i32> <i32 7, i32 6, i32 5, i32 4, i32 3, i32 2, i32 1, i32 0>
; CHECK: store <8 x i32>
define void @reversed_store(ptr %p, ptr %q) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = sub nsw i32 100, %tid
  %at = getelementptr i32, ptr %q, i32 %tid
  %v = load i32, ptr %at
  %to = getelementptr i32, ptr %p, i32 %i
  store i32 %v, ptr %to
  ret void
}

; Every third element: two loads, the second of which ends with the last lane's; under a mask that leaves out what is
; between where not all lanes run.
; CHECK-LABEL: define internal void @strided.w8.full(
; CHECK: load <12 x i32>, ptr %[[AT:.*]], align 4
; CHECK: %[[REST:.*]] = getelementptr i8, ptr %[[AT]], i64 40
; CHECK: load <12 x i32>, ptr %[[REST]], align 4
; CHECK: shufflevector <12 x i32> %{{.*}}, <12 x i32> %{{.*}}, <8 x i32> <i32 0, i32 3, i32 6, i32 9, i32 14, i32 17, i32 20, i32 23>
; CHECK-LABEL: define internal void @strided.w8.rows(
; CHECK: %[[MASK:.*]] = shufflevector <8 x i1> %lanes, <8 x i1> zeroinitializer, <24 x i32> <i32 0, i32 8, i32 8, i32 1, i32 8, i32 8, i32 2,
; CHECK: call <24 x i32> @llvm.masked.load.v24i32.p0(ptr %{{.*}}, i32 4, <24 x i1> %[[MASK]],
define void @strided(ptr %p, ptr %q) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = mul nsw i32 %tid, 3
  %at = getelementptr i32, ptr %q, i32 %i
  %v = load i32, ptr %at
  %to = getelementptr i32, ptr %p, i32 %tid
  store i32 %v, ptr %to
  ret void
}

; Stores leave out what is between.
; CHECK-LABEL: define internal void @strided_store.w8.full(
; CHECK: shufflevector <8 x i32> %{{.*}}, <8 x i32> poison, <16 x i32> <i32 0, i32 {{undef|poison}}, i32 1, i32 {{undef|poison}}, i32 2,
; CHECK: call void @llvm.masked.store.v16i32.p0(<16 x i32> %{{.*}}, ptr %{{.*}}, i32 4, <16 x i1> <i1 true, i1 false, i1 true,
; CHECK-LABEL: define internal void @strided_store.w8.rows(
define void @strided_store(ptr %p, ptr %q) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr i32, ptr %q, i32 %tid
  %v = load i32, ptr %from
  %i = mul nsw i32 %tid, 2
  %at = getelementptr i32, ptr %p, i32 %i
  store i32 %v, ptr %at
  ret void
}

; Far apart: gathered.
; CHECK-LABEL: define internal void @far.w8.full(
; CHECK: call <8 x i32> @llvm.masked.gather
; CHECK-LABEL: define internal void @far.w8.rows(
define void @far(ptr %p, ptr %q) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = mul nsw i32 %tid, 5
  %at = getelementptr i32, ptr %q, i32 %i
  %v = load i32, ptr %at
  %to = getelementptr i32, ptr %p, i32 %tid
  store i32 %v, ptr %to
  ret void
}

; CHECK-LABEL: define internal void @indirect.w8.full(
; CHECK: %[[I:.*]] = sext <8 x i32> %{{.*}} to <8 x i64>
; CHECK: %[[FROM:.*]] = getelementptr i32, ptr %{{.*}}, <8 x i64> %[[I]]
; CHECK: call <8 x i32> @llvm.masked.gather{{.*}}(<8 x ptr> %[[FROM]], i32 4, <8 x i1> <i1 true,
; CHECK: call void @llvm.masked.scatter{{.*}}, <8 x ptr> %[[FROM]], i32 4, <8 x i1> <i1 true,
; CHECK-LABEL: define internal void @indirect.w8.rows(
; CHECK: call <8 x i32> @llvm.masked.gather{{.*}}(<8 x ptr> %[[FROM:.*]], i32 4, <8 x i1> %lanes,
; CHECK: call void @llvm.masked.scatter{{.*}}, <8 x ptr> %[[FROM]], i32 4, <8 x i1> %lanes)
define void @indirect(ptr %p, ptr %q) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %q, i32 %tid
  %i = load i32, ptr %at
  %from = getelementptr i32, ptr %p, i32 %i
  %v = load i32, ptr %from
  %w = add i32 %v, 1
  store i32 %w, ptr %from
  ret void
}

; Volatile: vectors cannot be, so fences that only the compiler sees keep both reads, and each in its place. An access
; to one place is volatile as it was.
; CHECK-LABEL: define internal void @changeable.w8.full(
; CHECK: fence syncscope("singlethread")
; CHECK: %[[FIRST:.*]] = load <8 x i32>
; CHECK: fence syncscope("singlethread")
; CHECK: %[[SECOND:.*]] = load <8 x i32>
; CHECK: fence syncscope("singlethread")
; CHECK: store <8 x i32>
; CHECK: fence syncscope("singlethread")
; CHECK: load volatile i32, ptr %
; CHECK: store volatile i32 1, ptr %
; CHECK-LABEL: define internal void @changeable.w8.rows(
define void @changeable(ptr %p, ptr %q) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %q, i32 %tid
  %v = load volatile i32, ptr %at
  %w = load volatile i32, ptr %at
  %x = add i32 %v, %w
  store volatile i32 %x, ptr %at
  %y = load volatile i32, ptr %p
  store volatile i32 1, ptr %p
  ret void
}

; A truth is a byte in memory and a bit in a vector: not by a vector access.
; CHECK-LABEL: define internal void @narrow.w8.full(
; CHECK-NOT: <8 x i1>, ptr
; CHECK: load i1, ptr %
; CHECK-LABEL: define internal void @narrow.w8.rows(
define void @narrow(ptr %p, ptr %q) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i8, ptr %q, i32 %tid
  %v = load i1, ptr %at
  %x = zext i1 %v to i32
  %to = getelementptr i32, ptr %p, i32 %tid
  store i32 %x, ptr %to
  ret void
}

!nvvm.annotations = !{!0, !1, !2, !3, !4, !5, !9, !10, !6, !7, !8}
!0 = !{ptr @uniform, !"kernel", i32 1}
!1 = !{ptr @store_to_one, !"kernel", i32 1}
!2 = !{ptr @contiguous, !"kernel", i32 1}
!3 = !{ptr @reversed, !"kernel", i32 1}
!4 = !{ptr @reversed_store, !"kernel", i32 1}
!5 = !{ptr @strided, !"kernel", i32 1}
!6 = !{ptr @indirect, !"kernel", i32 1}
!7 = !{ptr @changeable, !"kernel", i32 1}
!8 = !{ptr @narrow, !"kernel", i32 1}
!9 = !{ptr @strided_store, !"kernel", i32 1}
!10 = !{ptr @far, !"kernel", i32 1}
