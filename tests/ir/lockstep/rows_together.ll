; Rows of a whole block go through a loop together where several comparisons decide on it that only the launch knows, each of
; what is the same in all rows or grows evenly: threadIdx.y does from row to row where a row of the block is one of vectors.
; RUN: %softwarp-cc %s --cpu=x86-64-v4 --passes=import,retarget,context,lockstep --emit=llvm | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare void @llvm.nvvm.barrier0()

; Sixteen rows, one loop.
; CHECK-LABEL: define internal void @both.w256.plane(
; CHECK-COUNT-16: mul <16 x i32> {{.*}}, <i32 7,
; CHECK: br i1
; CHECK-NOT: mul <16 x i32> {{.*}}, <i32 7,
; CHECK: ret void
define void @both(ptr %p, i32 %height, i32 %width, i32 %n) {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  call void @llvm.nvvm.barrier0()
  %low = icmp slt i32 %y, %height
  %left = icmp slt i32 %x, %width
  %inside = and i1 %low, %left
  br i1 %inside, label %loop, label %done
loop:
  %i = phi i32 [0, %entry], [%next, %loop]
  %v = phi i32 [%x, %entry], [%more, %loop]
  %seven = mul i32 %v, 7
  %more = add i32 %seven, %y
  %next = add nuw nsw i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %last
last:
  %row = mul i32 %y, 16
  %t = add i32 %row, %x
  %at = getelementptr i32, ptr %p, i32 %t
  store i32 %more, ptr %at
  br label %done
done:
  ret void
}

; One of the two is a constant, which leaves most rows out: one loop a row.
; CHECK-LABEL: define internal void @few.w256.plane(
; CHECK: mul <16 x i32> {{.*}}, <i32 7,
; CHECK: br i1
; CHECK: mul <16 x i32> {{.*}}, <i32 7,
; CHECK: br i1
; CHECK: ret void
define void @few(ptr %p, i32 %width, i32 %n) {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  call void @llvm.nvvm.barrier0()
  %low = icmp slt i32 %y, 2
  %left = icmp slt i32 %x, %width
  %inside = select i1 %low, i1 %left, i1 false
  br i1 %inside, label %loop, label %done
loop:
  %i = phi i32 [0, %entry], [%next, %loop]
  %v = phi i32 [%x, %entry], [%more, %loop]
  %seven = mul i32 %v, 7
  %more = add i32 %seven, %y
  %next = add nuw nsw i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %last
last:
  %row = mul i32 %y, 16
  %t = add i32 %row, %x
  %at = getelementptr i32, ptr %p, i32 %t
  store i32 %more, ptr %at
  br label %done
done:
  ret void
}

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @both, !"kernel", i32 1}
!1 = !{ptr @few, !"kernel", i32 1}
