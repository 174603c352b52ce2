; A branch that all lanes take alike stays a branch. One at which they may part runs both sides under masks, each side
; skipped when no lane wants it.
; RUN: %softwarp-cc %s --passes=import,retarget,context,lockstep --lanes=8 --emit=llvm | FileCheck %s
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

;      entry --> yes --> done
;          +---> no -----^
; CHECK-LABEL: define internal void @uniform.w8.full(
; CHECK: %[[C:.*]] = icmp sgt i32 %{{.*}}, 3
; CHECK-NEXT: br i1 %[[C]], label
; CHECK-NOT: <8 x i1>
; CHECK: ret void
; In a run that ends behind the block's last thread the lanes that exist are the mask, the branch is the same.
; CHECK-LABEL: define internal void @uniform.w8.rows(
; CHECK: %lanes = icmp ugt <8 x i32>
; CHECK: %[[C:.*]] = icmp sgt i32 %{{.*}}, 3
; CHECK-NEXT: br i1 %[[C]], label
; CHECK: call void @llvm.masked.store{{.*}}, <8 x i1> %lanes)
; CHECK: ret void
define void @uniform(ptr %p, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %tid
  %c = icmp sgt i32 %n, 3
  br i1 %c, label %yes, label %no
yes:
  store i32 1, ptr %at
  br label %done
no:
  store volatile i32 2, ptr %at
  br label %done
done:
  ret void
}

; The same graph. The mask of the second side is the first one's opposite; what comes behind runs with all again, and
; its phi has been mixed by the masks.
; CHECK-LABEL: define internal void @divergent.w8.full(
; CHECK: %[[C:.*]] = icmp sgt <8 x i32> %[[V:.*]], <i32 3,
; CHECK: %[[NOT:.*]] = xor <8 x i1> %[[C]], <i1 true,
; CHECK: %[[BITS:.*]] = bitcast <8 x i1> %[[C]] to i8
; CHECK: %[[ANY:.*]] = icmp ne i8 %[[BITS]], 0
; CHECK: br i1 %[[ANY]], label %yes, label %no
; CHECK: yes:
; CHECK: call void @llvm.masked.store{{.*}}, <8 x i1> %[[C]])
; CHECK: %[[BITS2:.*]] = bitcast <8 x i1> %[[NOT]] to i8
; CHECK: %[[ANY2:.*]] = icmp ne i8 %[[BITS2]], 0
; CHECK: br i1 %[[ANY2]], label %no, label %done
; CHECK: no:
; CHECK: call void @llvm.masked.store{{.*}}, <8 x i1> %[[NOT]])
; CHECK: %[[MIX:.*]] = select <8 x i1> %[[NOT]], <8 x i32> %[[V]], <8 x i32> <i32 7,
; CHECK: br label %done
; CHECK: done:
; CHECK: %[[X:.*]] = phi <8 x i32> {{.*}}%[[MIX]], %no
; CHECK: store <8 x i32> %[[X]], ptr
define void @divergent(ptr %p, ptr %q) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %tid
  %v = load i32, ptr %at
  %c = icmp sgt i32 %v, 3
  br i1 %c, label %yes, label %no
yes:
  store i32 1, ptr %at
  br label %done
no:
  store volatile i32 2, ptr %at
  br label %done
done:
  %x = phi i32 [ 7, %yes ], [ %v, %no ]
  %to = getelementptr i32, ptr %q, i32 %tid
  store i32 %x, ptr %to
  ret void
}

; Lanes that do not exist want neither side, whatever their condition (it may be poison): masks are narrowed by select.
; CHECK-LABEL: define internal void @divergent.w8.rows(
; CHECK: %lanes = icmp ugt <8 x i32>
; CHECK: %[[C:.*]] = icmp sgt <8 x i32> %{{.*}}, <i32 3,
; CHECK: select <8 x i1> %lanes, <8 x i1> %[[C]], <8 x i1> zeroinitializer
; CHECK: %[[NOT:.*]] = xor <8 x i1> %[[C]],
; CHECK: select <8 x i1> %lanes, <8 x i1> %[[NOT]], <8 x i1> zeroinitializer
; CHECK: done:
; CHECK: call void @llvm.masked.store{{.*}}, <8 x i1> %lanes)

;      entry --> some --> one ---> join --> done
;          |         +--> other ---^         ^
;          +---------------------------------+
; A uniform branch among some lanes: nobody asks for lanes in its sides, they run with the mask of the outer one.
; CHECK-LABEL: define internal void @within.w8.full(
; CHECK: %[[MASK:.*]] = icmp sgt <8 x i32>
; CHECK: br i1 %{{.*}}, label %some, label %
; CHECK: some:
; CHECK: %[[D:.*]] = icmp sgt i32 %{{.*}}, 3
; CHECK-NEXT: br i1 %[[D]], label
; CHECK-NOT: icmp
; CHECK-COUNT-2: call void @llvm.masked.store{{.*}}, <8 x i1> %[[MASK]])
; CHECK-NOT: icmp
; CHECK-LABEL: define internal void @within.w8.rows(
define void @within(ptr %p, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %tid
  %v = load i32, ptr %at
  %c = icmp sgt i32 %v, 3
  %d = icmp sgt i32 %n, 3
  br i1 %c, label %some, label %done
some:
  br i1 %d, label %one, label %other
one:
  store i32 1, ptr %at
  br label %join
other:
  store volatile i32 2, ptr %at
  br label %join
join:
  br label %done
done:
  ret void
}

; Lanes that have returned are missing from then on: what follows has a mask even where all lanes exist.
; CHECK-LABEL: define internal void @returns.w8.full(
; CHECK: %[[C:.*]] = icmp sgt <8 x i32>
; CHECK: call void @llvm.masked.store{{.*}}, <8 x i1> %
; CHECK-NOT: store <8 x i32>
; CHECK: ret void
; CHECK-LABEL: define internal void @returns.w8.rows(
define void @returns(ptr %p) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %tid
  %v = load i32, ptr %at
  %c = icmp sgt i32 %v, 3
  br i1 %c, label %out, label %on
out:
  ret void
on:
  store i32 2, ptr %at
  ret void
}

; switch: a chain of branches.
; CHECK-LABEL: define internal void @switches.w8.full(
; CHECK-NOT: switch
; CHECK-COUNT-3: call void @llvm.masked.store
; CHECK-NOT: switch
; CHECK-LABEL: define internal void @switches.w8.rows(
define void @switches(ptr %p) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %tid
  %v = load i32, ptr %at
  switch i32 %v, label %other [ i32 3, label %three
                                i32 9, label %nine ]
three:
  store i32 1, ptr %at
  ret void
nine:
  store volatile i32 2, ptr %at
  ret void
other:
  %n = mul i32 %v, %v
  store i32 %n, ptr %at
  ret void
}

!nvvm.annotations = !{!0, !1, !2, !3, !4}
!0 = !{ptr @uniform, !"kernel", i32 1}
!1 = !{ptr @divergent, !"kernel", i32 1}
!2 = !{ptr @within, !"kernel", i32 1}
!3 = !{ptr @returns, !"kernel", i32 1}
!4 = !{ptr @switches, !"kernel", i32 1}
