; What is made once for all rows of a block is row 0's, which need not run: neither do bits that no running lane has in
; common stay apart there, nor is a product without overflow.
; RUN: %softwarp-cc %s --passes=import,context,lockstep --emit=llvm | FileCheck %s

; CHECK-LABEL: define internal void @idle.w256.line
; CHECK: %s = shl nuw <32 x i32>
; CHECK-NEXT: %o = add <32 x i32> %s, <i32 -4,
; CHECK: add <32 x i32> %o, <i32 7,
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()

define ptx_kernel void @idle(ptr %out, ptr %in) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @llvm.nvvm.barrier0()
  %lane = and i32 %t, 31
  %l = zext nneg i32 %lane to i64
  %p = getelementptr i32, ptr %in, i64 %l
  %w = lshr i32 %t, 5
  %y = add nsw i32 %w, -4
  %runs = icmp ult i32 %y, 4
  br i1 %runs, label %some, label %end
some:
  %v = load i32, ptr %p
  %s = shl nuw i32 %v, 2
  %o = or disjoint i32 %s, %y
  %m = mul nuw nsw i32 %y, 5
  %z = mul nuw nsw i32 %s, %m
  %x = add i32 %z, %o
  %t64 = zext nneg i32 %t to i64
  %q = getelementptr i32, ptr %out, i64 %t64
  store i32 %x, ptr %q
  br label %end
end:
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{ptr @idle, !"kernel", i32 1}
