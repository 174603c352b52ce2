; What an index and an address are in a block of one row: affine with a stride in bytes where it is certain or a test can
; make it so, varying where neither holds.
; RUN: %softwarp-cc %s --print=shapes | FileCheck %s
; RUN: %softwarp-cc %s --print=shapes-anyhow | FileCheck %s --check-prefix=ANYHOW
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @__sw_atomic_add_i32_device(ptr, i32)
%pair = type { i32, double }

; CHECK-LABEL: shapes of 'index'
; CHECK: %tid affine 1, of 32, below 1024{{$}}
; CHECK: %row uniform
; CHECK: %block uniform
; CHECK: %base uniform
; CHECK: %i affine 1, wraps{{$}}
; CHECK: %wide affine 1, under a test, tested
; CHECK: %address affine 4, tested{{$}}
; CHECK: %value varying
; CHECK: %direct affine 1, of 32, below 1024{{$}}
; CHECK: %field affine 16{{$}}
; CHECK: %reversed affine -1{{$}}
; CHECK: %scaled affine 12, of 128, below 16384{{$}}
; CHECK: %squared varying
; CHECK: %same uniform
; CHECK: %one uniform
; CHECK: %old varying
; ANYHOW-LABEL: shapes of 'index'
; ANYHOW: %tid varying
; ANYHOW: %row varying
; ANYHOW: %address varying
; ANYHOW: %one uniform
define void @index(ptr %p, ptr %q, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %row = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %base = mul i32 %block, %n
  %i = add i32 %base, %tid
  %wide = zext i32 %i to i64
  %address = getelementptr i32, ptr %p, i64 %wide
  %value = load i32, ptr %address
  %direct = zext i32 %tid to i64
  %field = getelementptr %pair, ptr %p, i64 %direct, i32 1
  %reversed = sub nsw i32 31, %tid
  %scaled = mul nsw i32 %tid, 12
  %squared = mul i32 %tid, %tid
  %same = sub i32 %i, %tid
  %one = load i32, ptr %q
  %old = call i32 @__sw_atomic_add_i32_device(ptr %q, i32 1)
  ret void
}

; An induction variable that steps by the grid stays affine; in a loop that lanes leave at different times, so do its
; values inside, and those behind it vary.
; CHECK-LABEL: shapes of 'grid_stride'
; CHECK: loop: divergent-branch divergent-loop
; CHECK: %i affine 1, signed, anchored{{$}}
; CHECK: %k uniform
; CHECK: %next affine 1, signed, anchored{{$}}
; CHECK: done: join
; CHECK: %k.lcssa varying
define void @grid_stride(ptr %p, i32 %n, i32 %step) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %i = phi i32 [ %tid, %entry ], [ %next, %loop ]
  %k = phi i32 [ 0, %entry ], [ %k.next, %loop ]
  %k.next = add i32 %k, 1
  %next = add nsw i32 %i, %step
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  %k.lcssa = phi i32 [ %k, %loop ]
  ret void
}
