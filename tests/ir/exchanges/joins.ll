; Where lanes meet behind branches on which some wait, in functions with operations without a mask: those that do not wait
; would be at the next one before them. In a loop that is left from within a branch, lanes that stay meet, too.
; RUN: %softwarp-cc %s --passes=import,yields,exchanges --emit=llvm | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.shfl.idx.i32(i32, i32, i32)
declare i32 @llvm.nvvm.vote.ballot(i1)
declare i32 @llvm.nvvm.activemask()

define void @in_a_loop(i32 %n, i1 %half, i1 %leaves) {
; CHECK-LABEL: @in_a_loop(
; CHECK: loop:
; CHECK-NOT: sw.join
; CHECK: one:
; CHECK-NOT: sw.join
; CHECK: meeting:
; CHECK-NEXT: call void @sw.join()
; CHECK: done:
; CHECK-NEXT: call void @sw.join()
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %meeting ]
  %all = call i32 @llvm.nvvm.vote.ballot(i1 true)
  br i1 %half, label %one, label %meeting
one:
  %a = call i32 @llvm.nvvm.shfl.idx.i32(i32 %i, i32 0, i32 31)
  br i1 %leaves, label %done, label %meeting
meeting:
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; Nobody waits on the way.
define void @without_a_wait(i1 %half) {
; CHECK-LABEL: @without_a_wait(
; CHECK-NOT: sw.join
; CHECK: ret void
  br i1 %half, label %one, label %meeting
one:
  br label %meeting
meeting:
  %all = call i32 @llvm.nvvm.vote.ballot(i1 true)
  ret void
}

define void @without_an_operation(i1 %half) {
; CHECK-LABEL: @without_an_operation(
; CHECK-NOT: sw.join
; CHECK: ret void
  br i1 %half, label %one, label %meeting
one:
  %all = call i32 @llvm.nvvm.activemask()
  br label %meeting
meeting:
  ret void
}
