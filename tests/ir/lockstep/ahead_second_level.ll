; AMD's Zen is asked for all of each piece, into its second-level cache (locality 2), 8 KiB ahead: eight iterations of 256
; words, in loops that store, too; and by warps, each of which walks alone, 2 KiB ahead. Others: ahead.ll.
; RUN: %softwarp-cc %s --cpu=znver4 --passes=import,retarget,context,lockstep --emit=llvm | FileCheck %s
; RUN: %softwarp-cc %s --cpu=znver2 --passes=import,retarget,context,lockstep --emit=llvm | FileCheck %s
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()

; CHECK-LABEL: define internal void @words.w256.line(
; CHECK: %[[STEP:.*]] = sext i32 %step to i64
; CHECK: %[[FAR:.*]] = mul {{.*}}i64 %[[STEP]], 32
; CHECK: %ahead = getelementptr i8, ptr %{{.*}}, i64 %[[FAR]]
; CHECK-COUNT-16: call void @llvm.prefetch.p0(ptr %{{.*}}, i32 0, i32 2, i32 1)
; CHECK-LABEL: define internal void @words.w32.full(
; CHECK: %[[FAR:.*]] = mul {{.*}}i64 %{{.*}}, 64
; CHECK: %ahead = getelementptr i8, ptr %{{.*}}, i64 %[[FAR]]
; CHECK-COUNT-2: call void @llvm.prefetch.p0(ptr %{{.*}}, i32 0, i32 2, i32 1)
define void @words(ptr %in, ptr %out, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %ntid = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %blocks = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %step = mul nsw i32 %ntid, %blocks
  br label %loop
loop:
  %i = phi i32 [%tid, %entry], [%next, %loop]
  %wide = sext i32 %i to i64
  %at = getelementptr i32, ptr %in, i64 %wide
  %to = getelementptr i32, ptr %out, i64 %wide
  %value = load i32, ptr %at
  store i32 %value, ptr %to
  %next = add nsw i32 %i, %step
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{ptr @words, !"kernel", i32 1}
