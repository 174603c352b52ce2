; Cycles with several entries. Entered by a branch that all lanes take alike, such a cycle is as good as a loop; by a
; divergent one, or left by one, nothing in it is uniform.
; RUN: %softwarp-cc %s --print=shapes | FileCheck %s --match-full-lines
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; entry -> left <-> right -> done; entered and left alike.
; CHECK-LABEL: shapes of 'alike', irreducible
; CHECK-NEXT: entry:
; CHECK-NEXT: %c uniform
; CHECK-NEXT: left:
; CHECK-NEXT: %a uniform
; CHECK-NEXT: %a.next uniform
; CHECK-NEXT: right:
; CHECK-NEXT: %b uniform
; CHECK-NEXT: %b.next uniform
; CHECK-NEXT: %more uniform
; CHECK-NEXT: done:
; CHECK-NEXT: %last uniform
define void @alike(ptr %p, i32 %n) {
entry:
  %c = icmp eq i32 %n, 0
  br i1 %c, label %left, label %right
left:
  %a = phi i32 [ 0, %entry ], [ %b.next, %right ]
  %a.next = add i32 %a, 1
  br label %right
right:
  %b = phi i32 [ 1, %entry ], [ %a.next, %left ]
  %b.next = add i32 %b, 2
  %more = icmp slt i32 %b.next, %n
  br i1 %more, label %left, label %done
done:
  %last = phi i32 [ %b.next, %right ]
  ret void
}

; The same, entered on either side.
; CHECK-LABEL: shapes of 'parted', irreducible
; CHECK-NEXT: entry: divergent-branch
; CHECK-NEXT: %tid affine 1, of 32, below 1024
; CHECK-NEXT: %c varying
; CHECK-NEXT: left: join divergent-cycle divergent-loop
; CHECK-NEXT: %a varying
; CHECK-NEXT: %a.next varying
; CHECK-NEXT: right: join divergent-cycle divergent-branch
; CHECK-NEXT: %b varying
; CHECK-NEXT: %b.next varying
; CHECK-NEXT: %more varying
; CHECK-NEXT: done:
; CHECK-NEXT: %last varying
; CHECK-NEXT: %fixed uniform
define void @parted(ptr %p, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp eq i32 %tid, 0
  br i1 %c, label %left, label %right
left:
  %a = phi i32 [ 0, %entry ], [ %b.next, %right ]
  %a.next = add i32 %a, 1
  br label %right
right:
  %b = phi i32 [ 1, %entry ], [ %a.next, %left ]
  %b.next = add i32 %b, 2
  %more = icmp slt i32 %b.next, %n
  br i1 %more, label %left, label %done
done:
  %last = phi i32 [ %b.next, %right ]
  %fixed = add i32 %n, 1
  ret void
}

; A divergent branch within, and exits to two places: they meet in a join.
; CHECK-LABEL: shapes of 'left_apart', irreducible
; CHECK-NEXT: entry:
; CHECK-NEXT: %tid affine 1, of 32, below 1024
; CHECK-NEXT: %c uniform
; CHECK-NEXT: left: join divergent-cycle divergent-branch divergent-loop
; CHECK-NEXT: %a varying
; CHECK-NEXT: %a.next varying
; CHECK-NEXT: %enough varying
; CHECK-NEXT: right: join divergent-cycle divergent-branch
; CHECK-NEXT: %b varying
; CHECK-NEXT: %b.next varying
; CHECK-NEXT: %more varying
; CHECK-NEXT: early:
; CHECK-NEXT: done: join
; CHECK-NEXT: %how varying
define void @left_apart(ptr %p, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp eq i32 %n, 0
  br i1 %c, label %left, label %right
left:
  %a = phi i32 [ 0, %entry ], [ %b.next, %right ]
  %a.next = add i32 %a, 1
  %enough = icmp eq i32 %a, %n
  br i1 %enough, label %early, label %right
right:
  %b = phi i32 [ 1, %entry ], [ %a.next, %left ]
  %b.next = add i32 %b, 2
  %more = icmp slt i32 %b.next, %tid
  br i1 %more, label %left, label %done
early:
  br label %done
done:
  %how = phi i32 [ 1, %early ], [ 2, %right ]
  ret void
}

; All lanes have met again before the cycle.
; CHECK-LABEL: shapes of 'met_before', irreducible
; CHECK-NEXT: entry: divergent-branch
; CHECK-NEXT: %tid affine 1, of 32, below 1024
; CHECK-NEXT: %d varying
; CHECK-NEXT: one:
; CHECK-NEXT: met: join
; CHECK-NEXT: %c uniform
; CHECK-NEXT: left:
; CHECK-NEXT: %a uniform
; CHECK-NEXT: %a.next uniform
; CHECK-NEXT: right:
; CHECK-NEXT: %b uniform
; CHECK-NEXT: %b.next uniform
; CHECK-NEXT: %more uniform
; CHECK-NEXT: done:
define void @met_before(ptr %p, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %d = icmp eq i32 %tid, 0
  br i1 %d, label %one, label %met
one:
  br label %met
met:
  %c = icmp eq i32 %n, 0
  br i1 %c, label %left, label %right
left:
  %a = phi i32 [ 0, %met ], [ %b.next, %right ]
  %a.next = add i32 %a, 1
  br label %right
right:
  %b = phi i32 [ 1, %met ], [ %a.next, %left ]
  %b.next = add i32 %b, 2
  %more = icmp slt i32 %b.next, %n
  br i1 %more, label %left, label %done
done:
  ret void
}

; A divergent cycle within a loop that one of its exits leaves: the loop is left at different times.
; CHECK-LABEL: shapes of 'within', irreducible
; CHECK-NEXT: entry:
; CHECK-NEXT: %tid affine 1, of 32, below 1024
; CHECK-NEXT: %d varying
; CHECK-NEXT: outer: divergent-branch divergent-loop
; CHECK-NEXT: %k uniform
; CHECK-NEXT: left: join divergent-cycle divergent-branch divergent-loop
; CHECK-NEXT: %c varying
; CHECK-NEXT: right: join divergent-cycle divergent-branch
; CHECK-NEXT: %more varying
; CHECK-NEXT: latch:
; CHECK-NEXT: %k.next uniform
; CHECK-NEXT: %again uniform
; CHECK-NEXT: done: join
; CHECK-NEXT: %last varying
define void @within(ptr %p, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %d = icmp eq i32 %tid, 0
  br label %outer
outer:
  %k = phi i32 [ 0, %entry ], [ %k.next, %latch ]
  br i1 %d, label %left, label %right
left:
  %c = icmp eq i32 %n, 7
  br i1 %c, label %done, label %right
right:
  %more = icmp slt i32 %k, %n
  br i1 %more, label %left, label %latch
latch:
  %k.next = add i32 %k, 1
  %again = icmp slt i32 %k.next, %n
  br i1 %again, label %outer, label %done
done:
  %last = phi i32 [ %k, %left ], [ %k.next, %latch ]
  ret void
}
