; Shuffles are permutations of a register: by numbers that are known one shuffle, else the processor's permutation. Whom
; a lane reads from must take part; else it keeps its own value, or has 0 where it names the lane. Only where a warp is one: at W = 32.
; RUN: %softwarp-cc %s --passes=import,retarget,context,lockstep --lanes=32 --cpu=x86-64-v4 --emit=llvm | FileCheck %s
; RUN: %softwarp-cc %s --passes=import,retarget,context,lockstep --lanes=32 --cpu=x86-64-v3 --emit=llvm | FileCheck %s --check-prefix=V3
; RUN: %softwarp-cc %s --passes=import,retarget,context,lockstep --lanes=16 --emit=llvm | FileCheck %s --check-prefix=HALF
; HALF-NOT: .w16.
; HALF: @down(
; HALF-NOT: .w16.
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"

declare i32 @__sw_group_mask(i32) memory(none)
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare float @llvm.nvvm.shfl.sync.down.f32(i32, float, i32, i32)
declare i32 @llvm.nvvm.shfl.sync.up.i32(i32, i32, i32, i32)
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)
declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32)
declare { i32, i1 } @llvm.nvvm.shfl.sync.down.i32p(i32, i32, i32, i32)

; Lane i reads lane i + 4; the last four keep theirs.
; CHECK-LABEL: define internal void @down.w32.full(
; CHECK: %[[V:.*]] = load <32 x float>
; CHECK-NEXT: %[[X:.*]] = shufflevector <32 x float> %[[V]], <32 x float> poison, <32 x i32> <i32 4, i32 5, {{.*}}, i32 30, i32 31, i32 28, i32 29, i32 30, i32 31>
; CHECK-NEXT: store <32 x float> %[[X]]
; Not from lanes that do not exist.
; CHECK-LABEL: define internal void @down.w32.rows(
; CHECK: %[[BITS:.*]] = bitcast <32 x i1> %lanes to i32
; CHECK: %[[X:.*]] = shufflevector <32 x float> %[[V:.*]], <32 x float> poison, <32 x i32> <i32 4,
; CHECK: %[[THERE:.*]] = trunc <32 x i32> %{{.*}} to <32 x i1>
; CHECK: select <32 x i1> %[[THERE]], <32 x float> %[[X]], <32 x float> %[[V]]
define void @down(ptr %p) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr float, ptr %p, i32 %tid
  %v = load float, ptr %at
  %x = call float @llvm.nvvm.shfl.sync.down.f32(i32 -1, float %v, i32 4, i32 31)
  store float %x, ptr %at
  ret void
}

; Segments of eight lanes (width 8: 0x1800): the first of each keeps its own.
; CHECK-LABEL: define internal void @up.w32.full(
; CHECK: shufflevector <32 x i32> %{{.*}}, <32 x i32> poison, <32 x i32> <i32 0, i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 8, i32 8, i32 9,
define void @up(ptr %p) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %tid
  %v = load i32, ptr %at
  %x = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %v, i32 1, i32 6144)
  store i32 %x, ptr %at
  ret void
}

; CHECK-LABEL: define internal void @butterfly.w32.full(
; CHECK: shufflevector <32 x i32> %{{.*}}, <32 x i32> poison, <32 x i32> <i32 1, i32 0, i32 3, i32 2, i32 5, i32 4,
define void @butterfly(ptr %p) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %tid
  %v = load i32, ptr %at
  %x = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v, i32 1, i32 31)
  store i32 %x, ptr %at
  ret void
}

; From a lane that each lane names.
; CHECK-LABEL: define internal void @index.w32.full(
; CHECK-NOT: alloca
; CHECK: %[[FROM:.*]] = and <32 x i32> %{{.*}}, <i32 31,
; CHECK-COUNT-2: call <16 x i32> @llvm.x86.avx512.vpermi2var.d.512(
; CHECK: store <32 x i32>
; CHECK-LABEL: define internal void @index.w32.rows(
; V3-LABEL: define internal void @index.w32.full(
; V3-NOT: avx512
; V3: and <32 x i32> %{{.*}}, <i32 31,
; V3-NOT: avx512
; V3: store <32 x i32>
; In memory every lane reads: those that do not exist read some element, whatever number they would name.
; V3-LABEL: define internal void @index.w32.rows(
; V3: %[[FROZEN:.*]] = freeze <32 x i32>
; V3: %[[NUMBER:.*]] = and <32 x i32> %[[FROZEN]], <i32 31, i32 31,
; V3: getelementptr inbounds i32, ptr %by.lane{{[0-9]*}}, <32 x i32> %[[NUMBER]]
define void @index(ptr %p) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %tid
  %v = load i32, ptr %at
  %x = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %v, i32 %v, i32 31)
  store i32 %x, ptr %at
  ret void
}

; Whether the lane read from was in range: known, too.
; CHECK-LABEL: define internal void @range.w32.full(
; CHECK: add <32 x i32> %{{.*}}, <i32 1, i32 1, {{.*}}, i32 1, i32 0, i32 0, i32 0, i32 0>
; CHECK-LABEL: define internal void @range.w32.rows(
define void @range(ptr %p) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %tid
  %v = load i32, ptr %at
  %x = call { i32, i1 } @llvm.nvvm.shfl.sync.down.i32p(i32 -1, i32 %v, i32 4, i32 31)
  %y = extractvalue { i32, i1 } %x, 0
  %in = extractvalue { i32, i1 } %x, 1
  %n = zext i1 %in to i32
  %z = add i32 %y, %n
  store i32 %z, ptr %at
  ret void
}

; Masks that differ between lanes: a lane of another group is none to read from.
; CHECK-LABEL: define internal void @groups.w32.full(
; CHECK: %[[M:.*]] = load <32 x i32>
; CHECK: %[[X:.*]] = shufflevector <32 x i32> %[[V:.*]], <32 x i32> poison, <32 x i32> <i32 4,
; CHECK: %[[THEIRS:.*]] = shufflevector <32 x i32> %[[M]], <32 x i32> poison, <32 x i32> <i32 4,
; CHECK: %[[SAME:.*]] = icmp eq <32 x i32> %[[THEIRS]], %[[M]]
; CHECK: select <32 x i1> %[[SAME]], <32 x i32> %[[X]], <32 x i32> %[[V]]
; CHECK-LABEL: define internal void @groups.w32.rows(
define void @groups(ptr %masks, ptr %p) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr i32, ptr %masks, i32 %tid
  %loaded = load i32, ptr %from
  %mask = call i32 @__sw_group_mask(i32 %loaded)
  %at = getelementptr i32, ptr %p, i32 %tid
  %v = load i32, ptr %at
  %x = call { i32, i1 } @llvm.nvvm.shfl.sync.down.i32p(i32 %mask, i32 %v, i32 4, i32 31)
  %y = extractvalue { i32, i1 } %x, 0
  store i32 %y, ptr %at
  ret void
}

; Under divergence: with the lanes of that side.
; CHECK-LABEL: define internal void @side.w32.full(
; CHECK: %[[MASK:.*]] = icmp sgt <32 x i32> %{{.*}}, <i32 3,
; CHECK: yes:
; CHECK: shufflevector <32 x i32> %{{.*}}, <32 x i32> poison, <32 x i32> <i32 1, i32 0, i32 3,
; CHECK: trunc <32 x i32> %{{.*}} to <32 x i1>
; CHECK: select <32 x i1>
; CHECK: call void @llvm.masked.store{{.*}}, <32 x i1> %[[MASK]])
; CHECK-LABEL: define internal void @side.w32.rows(
define void @side(ptr %p) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %tid
  %v = load i32, ptr %at
  %c = icmp sgt i32 %v, 3
  br i1 %c, label %yes, label %done
yes:
  %x = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 255, i32 %v, i32 1, i32 31)
  store i32 %x, ptr %at
  br label %done
done:
  ret void
}

; All read one lane: an element, which is a scalar from there on.
; CHECK-LABEL: define internal void @one.w32.full(
; CHECK: %[[FROM:.*]] = and i32 %{{.*}}, 31
; CHECK-NEXT: %[[X:.*]] = extractelement <32 x i32> %{{.*}}, i32 %[[FROM]]
; CHECK: %[[PLACE:.*]] = sext i32 %[[X]] to i64
; CHECK: getelementptr i32, ptr %{{.*}}, i64 %[[PLACE]]
; CHECK-LABEL: define internal void @one.w32.rows(
; CHECK: %[[X:.*]] = extractelement <32 x i32> %{{.*}}, i32 %[[FROM:.*]]
; CHECK-NEXT: %[[MOVED:.*]] = lshr i32 %{{.*}}, %[[FROM]]
; CHECK-NEXT: %[[THERE:.*]] = trunc i32 %[[MOVED]] to i1
; CHECK-NEXT: select i1 %[[THERE]], i32 %[[X]], i32 0
define void @one(ptr %p, i32 %n) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %tid
  %v = load i32, ptr %at
  %x = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %v, i32 %n, i32 31)
  %to = getelementptr i32, ptr %p, i32 %x
  store i32 %n, ptr %to
  ret void
}

; 0 of a lane that is named and does not take part.
; CHECK-LABEL: define internal void @eighths.w32.full(
; CHECK-LABEL: define internal void @eighths.w32.rows(
; CHECK: %[[THERE:.*]] = trunc <32 x i32> %{{.*}} to <32 x i1>
; CHECK: select <32 x i1> %[[THERE]], <32 x i32> %{{.*}}, <32 x i32> zeroinitializer
define void @eighths(ptr %p) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %tid
  %v = load i32, ptr %at
  %x = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %v, i32 7, i32 6175)
  store i32 %x, ptr %at
  ret void
}

!nvvm.annotations = !{!0, !1, !2, !3, !4, !5, !6, !7, !8}
!0 = !{ptr @down, !"kernel", i32 1}
!1 = !{ptr @up, !"kernel", i32 1}
!2 = !{ptr @butterfly, !"kernel", i32 1}
!3 = !{ptr @index, !"kernel", i32 1}
!4 = !{ptr @range, !"kernel", i32 1}
!5 = !{ptr @groups, !"kernel", i32 1}
!6 = !{ptr @side, !"kernel", i32 1}
!7 = !{ptr @one, !"kernel", i32 1}
!8 = !{ptr @eighths, !"kernel", i32 1}
