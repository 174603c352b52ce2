; Code for whole blocks is for the sizes that host code launches a kernel with, as far as these are constants: in any order,
; each once, cut in rows of 32, 16 or 8 threads. The usual sizes are there for kernels whose launches may have any size, or
; of which no launch is known; and for them what launch bounds say.
; RUN: %softwarp-cc %s -Rsoftwarp --stop-after=lockstep --emit=llvm -o %t.ll 2> %t.said
; RUN: FileCheck %s < %t.said
; RUN: FileCheck %s --check-prefix=CODE < %t.ll
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.z()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
declare void @llvm.nvvm.barrier0()

; CHECK: kernel 'one': 32 lanes {{.*}}, whole blocks (1024, 48)
define void @one(ptr %p) {
  call void @llvm.nvvm.barrier0()
  ret void
}
; Blocks that no row of vectors fits, too many rows: code for warps does.
; CHECK: kernel 'none': 32 lanes (full rows, rows, any block) [-Rsoftwarp]
define void @none(ptr %p) {
  call void @llvm.nvvm.barrier0()
  ret void
}
; CHECK: kernel 'any': 32 lanes {{.*}}, whole blocks (96, 256, 128)
define void @any(ptr %p) {
  call void @llvm.nvvm.barrier0()
  ret void
}
; CHECK: kernel 'unknown': 32 lanes {{.*}}, whole blocks (256, 128)
define void @unknown(ptr %p) {
  call void @llvm.nvvm.barrier0()
  ret void
}
; CHECK: kernel 'bounded': 32 lanes {{.*}}, whole blocks (128, 192)
define void @bounded(ptr %p) {
  call void @llvm.nvvm.barrier0()
  ret void
}
; Where each row stands and the block's size are constants.
; CHECK: kernel 'solid': 32 lanes {{.*}}, whole blocks (16x2x3)
; CODE-LABEL: define internal void @solid.w96.plane(
; CODE: [[LAST:%.*]] = getelementptr i32, ptr [[FIRST:%.*]], i64 80
; CODE: store <16 x i32> zeroinitializer, ptr [[FIRST]],
; CODE: store <16 x i32> <i32 5, {{.*}}>, ptr [[LAST]],
; CODE-NEXT: ret void
define void @solid(ptr %p) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %z = call i32 @llvm.nvvm.read.ptx.sreg.tid.z()
  %nx = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %ny = call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %zy = mul i32 %z, %ny
  %row = add i32 %zy, %y
  %rx = mul i32 %row, %nx
  %t = add i32 %rx, %x
  %at = getelementptr i32, ptr %p, i32 %t
  call void @llvm.nvvm.barrier0()
  store i32 %row, ptr %at
  ret void
}

; Blocks of more than 256 threads, 32 rows: where rows go through loops together, which they leave at a bound that only the
; launch knows, or one after the other (rows_apart.ll); not where they can do neither, as something may wait there.
; CHECK: kernel 'together': 32 lanes {{.*}}, whole blocks (1024, 256)
define void @together(ptr %p, i32 %n) {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %nx = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  call void @llvm.nvvm.barrier0()
  %some = icmp slt i32 %x, %n
  br i1 %some, label %loop, label %done
loop:
  %i = phi i32 [%x, %entry], [%next, %loop]
  %at = getelementptr i32, ptr %p, i32 %i
  store i32 1, ptr %at
  %next = add nsw i32 %i, %nx
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  ret void
}
; CHECK: kernel 'first_warp': 32 lanes {{.*}}, whole blocks (1024, 256)
define void @first_warp(ptr %p, i32 %n) {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @llvm.nvvm.barrier0()
  %some = icmp slt i32 %x, 32
  br i1 %some, label %loop, label %done
loop:
  %i = phi i32 [%x, %entry], [%next, %loop]
  %at = getelementptr i32, ptr %p, i32 %i
  store i32 1, ptr %at
  %next = add nsw i32 %i, 32
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  ret void
}
; CHECK: kernel 'calls_somebody': 32 lanes {{.*}}, whole blocks (256)
; CHECK-NEXT: no code for a block of 1024: its rows do not go through loops together
declare void @somebody(i32)
define void @calls_somebody(ptr %p, ptr %bounds) {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %row = lshr i32 %x, 5
  %of = getelementptr i32, ptr %bounds, i32 %row
  %n = load i32, ptr %of
  call void @llvm.nvvm.barrier0()
  br label %loop
loop:
  %i = phi i32 [0, %entry], [%next, %loop]
  %at = getelementptr i32, ptr %p, i32 %i
  call void @somebody(i32 %i)
  store i32 1, ptr %at
  %next = add nsw i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  ret void
}

; One row: a barrier is nothing there, and a kernel without one needs no such code.
; CHECK: kernel 'row': 32 lanes {{.*}}, whole blocks (32, 16, 8)
; CODE-LABEL: define internal void @row.w16.line(
; CODE-NOT: barrier
; CODE: store <16 x i32> <i32 0, {{.*}} i32 15>, ptr
; CODE-NEXT: ret void
define void @row(ptr %p) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %x
  call void @llvm.nvvm.barrier0()
  store i32 %x, ptr %at
  ret void
}
; CHECK: kernel 'no_barrier': 32 lanes (full rows, rows, any block), whole blocks (64) [-Rsoftwarp]
define void @no_barrier(ptr %p, i32 %n) {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %i = phi i32 [%x, %entry], [%next, %loop]
  %at = getelementptr i32, ptr %p, i32 %i
  store i32 1, ptr %at
  %next = add nsw i32 %i, 32
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  ret void
}

!nvvm.annotations = !{!0, !1, !2, !3, !4, !5, !6, !7, !8, !9, !26, !27}
!26 = !{ptr @row, !"kernel", i32 1}
!27 = !{ptr @no_barrier, !"kernel", i32 1}
!0 = !{ptr @one, !"kernel", i32 1}
!1 = !{ptr @none, !"kernel", i32 1}
!2 = !{ptr @any, !"kernel", i32 1}
!3 = !{ptr @unknown, !"kernel", i32 1}
!4 = !{ptr @bounded, !"kernel", i32 1}
!5 = !{ptr @bounded, !"maxntidx", i32 192}
!6 = !{ptr @solid, !"kernel", i32 1}
!7 = !{ptr @together, !"kernel", i32 1}
!8 = !{ptr @first_warp, !"kernel", i32 1}
!9 = !{ptr @calls_somebody, !"kernel", i32 1}
!sw.launches = !{!10, !11, !12, !13, !14, !15, !16, !17, !18, !19, !20, !21, !22, !23, !24, !25, !28, !29, !30, !31, !32}
!28 = !{!"row", i32 32, i32 1, i32 1}
!29 = !{!"row", i32 16, i32 1, i32 1}
!30 = !{!"row", i32 8, i32 1, i32 1}
!31 = !{!"no_barrier", i32 32, i32 1, i32 1}
!32 = !{!"no_barrier", i32 64, i32 1, i32 1}
!10 = !{!"one", i32 1024, i32 1, i32 1}
!11 = !{!"one", i32 48, i32 1, i32 1}
!12 = !{!"one", i32 1024, i32 1, i32 1}
!13 = !{!"none", i32 20, i32 1, i32 1}
!14 = !{!"none", i32 100, i32 1, i32 1}
!15 = !{!"none", i32 8, i32 8, i32 16}
!16 = !{!"none", i32 4096, i32 4096, i32 4096}
!17 = !{!"any", i32 96, i32 1, i32 1}
!18 = !{!"any", i32 0, i32 0, i32 0}
!19 = !{!"solid", i32 16, i32 2, i32 3}
!20 = !{!"together", i32 1024, i32 1, i32 1}
!21 = !{!"together", i32 256, i32 1, i32 1}
!22 = !{!"first_warp", i32 1024, i32 1, i32 1}
!23 = !{!"first_warp", i32 256, i32 1, i32 1}
!24 = !{!"calls_somebody", i32 1024, i32 1, i32 1}
!25 = !{!"calls_somebody", i32 256, i32 1, i32 1}
