; Comparisons that come out alike in all lanes of a warp, and those that need not.
; RUN: %softwarp-cc %s --print=shapes | FileCheck %s --match-full-lines
; RUN: %softwarp-cc %s --print=shapes-full | FileCheck %s --match-full-lines --check-prefix=FULL
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()

; CHECK-LABEL: shapes of 'constants'
; CHECK-NEXT: entry:
; CHECK-NEXT: %tid affine 1, of 32, below 1024
; CHECK-NEXT: %below uniform
; CHECK-NEXT: %above uniform
; CHECK-NEXT: %swapped uniform
; CHECK-NEXT: %within varying
; CHECK-NEXT: %upto varying
; CHECK-NEXT: %upto.end uniform
; CHECK-NEXT: %always uniform
; CHECK-NEXT: %never uniform
; CHECK-NEXT: %first varying
; CHECK-NEXT: %reversed varying
; CHECK-NEXT: %reversed.end uniform
; CHECK-NEXT: %odd affine 2, of 64, below 2048
; CHECK-NEXT: %odd.one affine 2, below 2048
; CHECK-NEXT: %never.even varying
; CHECK-NEXT: %half.warp varying
; CHECK-NEXT: kept: divergent-branch
; CHECK-NEXT: parted:
; CHECK-NEXT: done: join
define void @constants() {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %below = icmp ult i32 %tid, 64
  %above = icmp sge i32 %tid, 96
  %swapped = icmp ugt i32 %tid, 63
  %within = icmp ult i32 %tid, 16
  %upto = icmp ule i32 %tid, 64
  %upto.end = icmp ule i32 %tid, 63
  %always = icmp ult i32 %tid, 1500
  %never = icmp eq i32 %tid, 2000
  %first = icmp eq i32 %tid, 0
  %reversed = icmp ult i32 100, %tid
  %reversed.end = icmp ugt i32 128, %tid
  %odd = shl i32 %tid, 1
  %odd.one = or disjoint i32 %odd, 1
  %never.even = icmp eq i32 %odd.one, 8
  %half.warp = icmp ult i32 %odd, 32
  br i1 %below, label %kept, label %done
kept:
  br i1 %within, label %parted, label %done
parted:
  br label %done
done:
  ret void
}

; CHECK-LABEL: shapes of 'values'
; CHECK-NEXT: entry:
; CHECK-NEXT: %tid affine 1, of 32, below 1024
; CHECK-NEXT: %size uniform, below 2048
; CHECK-NEXT: %block uniform, below 2147483648
; CHECK-NEXT: %start uniform
; CHECK-NEXT: %i affine 1, below 2147483648
; CHECK-NEXT: %inside varying
; CHECK-NEXT: %whole uniform, of 32
; CHECK-NEXT: %rounded varying
; CHECK-NEXT: %rounded.unsigned varying
; CHECK-NEXT: %rounded.at varying
; CHECK-NEXT: %in.block varying
; CHECK-NEXT: %moved affine 1, wraps
; CHECK-NEXT: %same uniform
; CHECK-NEXT: %order varying
; CHECK-NEXT: %ahead affine 1, wraps
; CHECK-NEXT: %order.known varying
; CHECK-NEXT: %far affine 2, wraps, of 2
; CHECK-NEXT: %crossing varying
; CHECK-NEXT: %wide affine 1, of 32, below 1024
; CHECK-NEXT: %from affine 4
; CHECK-NEXT: %to affine 4
; CHECK-NEXT: %ends uniform
; CHECK-NEXT: %before varying
; CHECK-NEXT: %same.end varying
; FULL-LABEL: shapes of 'values'
; FULL: %size uniform, of 32, below 2048
; FULL: %start uniform, of 32
; FULL: %i affine 1, of 32
; FULL: %rounded uniform
; FULL: %rounded.unsigned uniform
; FULL: %in.block uniform
; FULL: %ahead affine 1, of 32
; FULL: %order.known uniform
; FULL: %far affine 2, of 64
define void @values(i32 %n, ptr %p, ptr %q) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %size = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %start = mul i32 %block, %size
  %i = add i32 %start, %tid
  %inside = icmp slt i32 %i, %n
  %whole = shl i32 %n, 5
  %rounded = icmp slt i32 %i, %whole
  %rounded.unsigned = icmp ult i32 %i, %whole
  %rounded.at = icmp sle i32 %i, %whole
  %in.block = icmp ult i32 %tid, %size
  %moved = add i32 %i, %n
  %same = icmp eq i32 %i, %moved
  %order = icmp slt i32 %i, %moved
  %ahead = add i32 %i, 32
  %order.known = icmp ult i32 %i, %ahead
  %far = shl i32 %i, 1
  %crossing = icmp eq i32 %i, %far
  %wide = zext i32 %tid to i64
  %from = getelementptr i32, ptr %p, i64 %wide
  %to = getelementptr i32, ptr %q, i64 %wide
  %ends = icmp eq ptr %from, %to
  %before = icmp ult ptr %from, %to
  %same.end = icmp eq ptr %from, %q
  ret void
}

; Two lines by what their flags say keep their distance where lanes run, and lane 0 need not.
; CHECK-LABEL: shapes of 'anchored'
; CHECK: %order varying
define void @anchored(i32 %n, i32 %m) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = add nsw i32 %tid, %n
  %k = add nsw i32 %tid, %m
  %order = icmp slt i32 %i, %k
  ret void
}
