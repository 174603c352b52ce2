; What the block holds (its threads, its number and size, where arguments and threads' numbers are) is read before the loop
; over its threads, although that stores each turn's thread in it: a block can be read as long as its code runs.
; RUN: rm -rf %t && mkdir %t && cd %t
; RUN: %softwarp-cc -O3 --cpu=x86-64-v3 %s --lanes=32 --keep-stages=s. -o kernel.o
; RUN: cat s.*-optimise.ll | FileCheck %s

; CHECK-LABEL: define internal void @scale.block.w32.2(
; CHECK: entry:
; CHECK-NOT: run:
; CHECK-COUNT-5: = load
; CHECK: run:
; CHECK: store volatile
define void @scale(ptr %to, i32 %n) {
  %bx = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %nx = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = mul i32 %bx, %nx
  %i = add i32 %first, %tx
  %in = icmp slt i32 %i, %n
  br i1 %in, label %do, label %done
do:
  %at = getelementptr i32, ptr %to, i32 %i
  store i32 1, ptr %at
  br label %done
done:
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

!nvvm.annotations = !{!0}
!0 = !{ptr @scale, !"kernel", i32 1}
