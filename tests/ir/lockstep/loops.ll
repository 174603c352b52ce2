; A loop that all lanes leave together is a loop. One that they leave at different times runs until no lane is left, and
; what leaves it with a lane is that iteration's value. As long as all lanes are in it, it needs no masks.
; RUN: %softwarp-cc %s --passes=import,retarget,context,lockstep --lanes=8 --emit=llvm | FileCheck %s
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

;      entry --> head --> done
;                ^  v
;                body
; CHECK-LABEL: define internal void @together.w8.full(
; CHECK: head:
; CHECK: %[[MORE:.*]] = icmp slt i32 %{{.*}}, %
; CHECK-NEXT: br i1 %[[MORE]], label
; CHECK-NOT: <8 x i1>
; CHECK: ret void
; CHECK-LABEL: define internal void @together.w8.rows(
define void @together(ptr %p, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %tid
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %more = icmp slt i32 %i, %n
  br i1 %more, label %body, label %done
body:
  %j = add i32 %i, %tid
  store i32 %j, ptr %at
  %next = add nsw i32 %i, 1
  br label %head
done:
  ret void
}

; The same graph, the bound differs between lanes. The counter stays a scalar; the lanes' copies of it at the exit are
; taken as they leave, and the store behind the loop is everyone's.
; CHECK-LABEL: define internal void @one_by_one.w8.full(
; CHECK: head:
; CHECK: %[[I:.*]] = phi i32 [ 0, %entry ], [ %[[NEXT:.*]], %body ]
; CHECK: %[[IN:.*]] = phi <8 x i1> [ <i1 true,{{.*}}>, %entry ], [ %[[STAY:.*]], %body ]
; CHECK: %[[LEFT:.*]] = phi <8 x i32> [ {{undef|poison}}, %entry ], [ %[[TAKEN:.*]], %body ]
; CHECK: %[[MORE:.*]] = icmp slt <8 x i32> %{{.*}}, %{{.*}}
; CHECK: %[[STAY]] = select <8 x i1> %[[IN]], <8 x i1> %[[MORE]], <8 x i1> zeroinitializer
; CHECK: %[[LEAVE:.*]] = select <8 x i1> %[[IN]], <8 x i1> %{{.*}}, <8 x i1> zeroinitializer
; CHECK: %[[TAKEN]] = select <8 x i1> %[[LEAVE]], <8 x i32> %{{.*}}, <8 x i32> %[[LEFT]]
; CHECK: %[[BITS:.*]] = bitcast <8 x i1> %[[STAY]] to i8
; CHECK: %[[ANY:.*]] = icmp ne i8 %[[BITS]], 0
; CHECK: br i1 %[[ANY]], label %body, label %done
; CHECK: body:
; CHECK: call void @llvm.masked.store{{.*}}, <8 x i1> %[[STAY]])
; CHECK: %[[NEXT]] = add {{.*}}i32 %[[I]], 1
; CHECK: done:
; CHECK: store <8 x i32> %[[TAKEN]], ptr
; CHECK-LABEL: define internal void @one_by_one.w8.rows(
define void @one_by_one(ptr %p, ptr %q) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %tid
  %n = load i32, ptr %at
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %more = icmp slt i32 %i, %n
  br i1 %more, label %body, label %done
body:
  store i32 %i, ptr %at
  %next = add nsw i32 %i, 1
  br label %head
done:
  %to = getelementptr i32, ptr %q, i32 %tid
  store i32 %i, ptr %to
  ret void
}

;      entry --> head --> missed --> done
;                ^  v                 ^
;                body --> found ------+
; Two exits: the head's is uniform and ends the loop for all that are left; the other lets lanes out one by one, who wait
; at `found`. Behind the loop each side runs if lanes want it, and both meet.
; CHECK-LABEL: define internal void @two_exits.w8.full(
; CHECK: head:
; CHECK: %[[IN:.*]] = phi <8 x i1> [ <i1 true,{{.*}}>, %entry ], [ %[[STAY:.*]], %
; CHECK: %[[OUT:.*]] = phi <8 x i1> [ zeroinitializer, %entry ], [ %[[MORE_OUT:.*]], %
; CHECK: %[[MORE:.*]] = icmp {{.*}}, 100
; CHECK-NEXT: br i1 %[[MORE]], label
; CHECK: found:
; CHECK: %[[FOUND:.*]] = phi <8 x i1> [ %[[MORE_OUT]], %{{.*}} ], [ %[[OUT]], %
; CHECK: call void @llvm.masked.store{{.*}}, <8 x i1> %[[FOUND]])
; CHECK: br i1 %{{.*}}, label %missed, label %done
; CHECK: missed:
; CHECK: call void @llvm.masked.store
; CHECK: done:
; CHECK: store <8 x i32>
; CHECK: %[[HIT:.*]] = icmp eq <8 x i32>
; CHECK: %[[NEW:.*]] = select <8 x i1> %[[IN]], <8 x i1> %[[HIT]], <8 x i1> zeroinitializer
; CHECK: %[[STAY]] = select <8 x i1> %[[IN]]
; CHECK: %[[MORE_OUT]] = or <8 x i1> %[[OUT]], %[[NEW]]
; CHECK-LABEL: define internal void @two_exits.w8.rows(
define void @two_exits(ptr %p, ptr %q) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %tid
  %n = load i32, ptr %at
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %more = icmp slt i32 %i, 100
  br i1 %more, label %body, label %missed
body:
  %next = add nsw i32 %i, 1
  %stop = icmp eq i32 %next, %n
  br i1 %stop, label %found, label %head
found:
  store volatile i32 %i, ptr %at
  br label %done
missed:
  store i32 -1, ptr %at
  br label %done
done:
  %to = getelementptr i32, ptr %q, i32 %tid
  store i32 %n, ptr %to
  ret void
}

;      entry --> outer --> done
;                ^   v
;              next<-inner (to itself)
; Nested. While all lanes are in the inner loop, it runs without masks; from when the first has left, or if not all came,
; with masks that start from the outer one's.
; CHECK-LABEL: define internal void @nested.w8.full(
; CHECK: outer:
; CHECK: %[[ALL:.*]] = icmp eq i8 %{{.*}}, bitcast (<8 x i1> <i1 true,
; CHECK-NEXT: br i1 %[[ALL]], label
; CHECK: %[[STAY:.*]] = icmp slt <8 x i32>
; CHECK-NEXT: %[[BITS:.*]] = bitcast <8 x i1> %[[STAY]] to i8
; CHECK-NEXT: %[[STILL:.*]] = icmp eq i8 %[[BITS]], bitcast (<8 x i1> <i1 true,
; CHECK-NEXT: br i1 %[[STILL]], label %[[UNMASKED:.*]], label
; CHECK: inner:
; CHECK: %[[INNER:.*]] = phi <8 x i1> [ %{{.*}}, %{{.*}} ], [ %[[AGAIN:.*]], %inner ]
; CHECK: %[[AGAIN]] = select <8 x i1> %[[INNER]], <8 x i1> %{{.*}}, <8 x i1> zeroinitializer
; CHECK: br i1 %{{.*}}, label %inner, label %
; CHECK: next:
; CHECK: call void @llvm.masked.store
; CHECK: br i1 %{{.*}}, label %outer, label %
; CHECK-LABEL: define internal void @nested.w8.rows(
define void @nested(ptr %p) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %tid
  %n = load i32, ptr %at
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %i1, %next ]
  br label %inner
inner:
  %j = phi i32 [ %i, %outer ], [ %j1, %inner ]
  %j1 = mul i32 %j, 5
  %again = icmp slt i32 %j1, %n
  br i1 %again, label %inner, label %next
next:
  store volatile i32 %j1, ptr %at
  %i1 = add nsw i32 %i, 1
  %more = icmp slt i32 %i1, %n
  br i1 %more, label %outer, label %done
done:
  ret void
}

;      entry --> one <--> other --> done
;          +-------------^
; A cycle with two entries: lanes that enter it at `other` wait there for those that enter at `one`.
; CHECK-LABEL: define internal void @two_entries.w8.full(
; CHECK: br i1 %{{.*}}, label %one, label %
; CHECK: one:
; CHECK: call void @llvm.masked.store
; CHECK: %[[BOTH:.*]] = or <8 x i1>
; CHECK: br label %other
; CHECK: other:
; CHECK: phi <8 x i1> [ %[[BOTH]], %one ]
; CHECK: br i1 %{{.*}}, label %one, label %
; CHECK-LABEL: define internal void @two_entries.w8.rows(
define void @two_entries(ptr %p, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %tid
  %v = load i32, ptr %at
  %c = icmp sgt i32 %v, 3
  br i1 %c, label %one, label %other
one:
  %i = phi i32 [ 0, %entry ], [ %k, %other ]
  %j = add i32 %i, %v
  store i32 %j, ptr %at
  br label %other
other:
  %k = phi i32 [ 1, %entry ], [ %j, %one ]
  %x = icmp slt i32 %k, %n
  br i1 %x, label %one, label %done
done:
  ret void
}

!nvvm.annotations = !{!0, !1, !2, !3, !4}
!0 = !{ptr @together, !"kernel", i32 1}
!1 = !{ptr @one_by_one, !"kernel", i32 1}
!2 = !{ptr @two_exits, !"kernel", i32 1}
!3 = !{ptr @nested, !"kernel", i32 1}
!4 = !{ptr @two_entries, !"kernel", i32 1}
