; In a grid-stride loop over bytes a whole block's rows prefetch what they will load when 4 KiB have been loaded, 16
; iterations later where a block has 256 threads, 32 where it has 128; or 1 KiB where the loop stores, too. A row's 32 bytes
; are half a line, so every other row does. Of longer data the first 512 bytes, in both versions of the loop. Not in warps.
; RUN: %softwarp-cc %s --passes=import,retarget,context,lockstep --emit=llvm | FileCheck %s
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()

; CHECK-LABEL: define internal void @bytes.w256.line(
; CHECK: %[[FAR:.*]] = mul {{.*}}i64 %{{.*}}, 16
; CHECK: %ahead = getelementptr i8, ptr %{{.*}}, i64 %[[FAR]]
; CHECK-LABEL: define internal void @bytes.w128.line(
; CHECK: %[[FAR:.*]] = mul {{.*}}i64 %{{.*}}, 32
; CHECK: %ahead = getelementptr i8, ptr %[[ROW:.*]], i64 %[[FAR]]
; CHECK: call void @llvm.prefetch.p0(ptr %ahead, i32 0, i32 3, i32 1)
; CHECK: load <32 x i8>, ptr %[[ROW]]
; CHECK: load <32 x i8>, ptr
; CHECK: %ahead{{[0-9]+}} = getelementptr i8, ptr %
; CHECK: call void @llvm.prefetch.p0(
; CHECK: load <32 x i8>, ptr
; CHECK-NOT: call void @llvm.prefetch
; CHECK: load <32 x i8>, ptr
; CHECK-LABEL: define internal void @bytes.w32.full(
; CHECK-NOT: llvm.prefetch
define void @bytes(ptr %in, ptr %out, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %ntid = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %blocks = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %step = mul nsw i32 %ntid, %blocks
  br label %loop
loop:
  %i = phi i32 [%tid, %entry], [%next, %loop]
  %sum = phi i32 [0, %entry], [%more, %loop]
  %wide = sext i32 %i to i64
  %at = getelementptr i8, ptr %in, i64 %wide
  %byte = load i8, ptr %at
  %value = zext i8 %byte to i32
  %more = add i32 %sum, %value
  %next = add nsw i32 %i, %step
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  %to = getelementptr i32, ptr %out, i32 %tid
  store i32 %more, ptr %to
  ret void
}

; CHECK-LABEL: define internal void @words.w256.line(
; CHECK: %ahead = getelementptr i8, ptr %{{.*}}, i64 4096
; CHECK-COUNT-16: call void @llvm.prefetch
; CHECK-NOT: llvm.prefetch
; CHECK-LABEL: define internal void @words.w128.line(
; CHECK: call void @llvm.prefetch
define void @words(ptr %in, ptr %out, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %ntid = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  br label %loop
loop:
  %i = phi i32 [%tid, %entry], [%next, %loop]
  %sum = phi i32 [0, %entry], [%more, %loop]
  %wide = sext i32 %i to i64
  %at = getelementptr i32, ptr %in, i64 %wide
  %value = load i32, ptr %at
  %more = add i32 %sum, %value
  %next = add nsw i32 %i, %ntid
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  %to = getelementptr i32, ptr %out, i32 %tid
  store i32 %more, ptr %to
  ret void
}

; CHECK-LABEL: define internal void @stores.w256.line(
; CHECK: %ahead = getelementptr i8, ptr %{{.*}}, i64 1024
define void @stores(ptr %in, ptr %out, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %ntid = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  br label %loop
loop:
  %i = phi i32 [%tid, %entry], [%next, %loop]
  %wide = sext i32 %i to i64
  %at = getelementptr i32, ptr %in, i64 %wide
  %value = load i32, ptr %at
  %to = getelementptr i32, ptr %out, i64 %wide
  store i32 %value, ptr %to
  %next = add nsw i32 %i, %ntid
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  ret void
}

!nvvm.annotations = !{!0, !1, !2}
!0 = !{ptr @bytes, !"kernel", i32 1}
!1 = !{ptr @words, !"kernel", i32 1}
!2 = !{ptr @stores, !"kernel", i32 1}
