; Lines by flags are believed where a lane that breaks one has undefined behaviour, and anchored; elsewhere a test decides.
; Nothing is uniform because of a test.
; RUN: %softwarp-cc %s --print=shapes | FileCheck %s --match-full-lines
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @may_exit()
declare void @returns() nounwind willreturn memory(none)
declare i32 @__sw_atomic_add_i32_device(ptr, i32)

; CHECK-LABEL: shapes of 'believed'
; CHECK-NEXT: entry: divergent-branch
; CHECK-NEXT: %tid affine 1, of 32, below 1024
; CHECK-NEXT: %i affine 1, signed, anchored
; CHECK-NEXT: %wide affine 1, signed
; CHECK-NEXT: %at affine 4
; CHECK-NEXT: %value varying
; CHECK-NEXT: %u affine 1, unsigned, anchored
; CHECK-NEXT: %u.wide affine 1, signed
; CHECK-NEXT: %u.at affine 4
; CHECK-NEXT: %k affine 3, signed, anchored
; CHECK-NEXT: %k.wide affine 3, signed
; CHECK-NEXT: %k.at affine 12
; CHECK-NEXT: %old varying
; CHECK-NEXT: %j affine -1, signed, anchored
; CHECK-NEXT: %j.wide affine -1, signed
; CHECK-NEXT: %more varying
; CHECK-NEXT: then:
; CHECK-NEXT: done: join
define void @believed(ptr %p, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = add nsw i32 %tid, %n
  %wide = sext i32 %i to i64
  call void @returns()
  %at = getelementptr float, ptr %p, i64 %wide
  %value = load float, ptr %at
  %u = add nuw i32 %tid, %n
  %u.wide = zext i32 %u to i64
  %u.at = getelementptr float, ptr %p, i64 %u.wide
  store float %value, ptr %u.at
  %k = mul nsw i32 %i, 3
  %k.wide = sext i32 %k to i64
  %k.at = getelementptr i32, ptr %p, i64 %k.wide
  %old = call i32 @__sw_atomic_add_i32_device(ptr %k.at, i32 1)
  %j = sub nsw i32 %n, %tid
  %j.wide = sext i32 %j to i64
  %more = icmp slt i64 %j.wide, 100
  br i1 %more, label %then, label %done
then:
  br label %done
done:
  ret void
}

; CHECK-LABEL: shapes of 'believed_beyond'
; CHECK-NEXT: entry:
; CHECK-NEXT: %tid affine 1, of 32, below 1024
; CHECK-NEXT: %i affine 1, signed, anchored
; CHECK-NEXT: %wide affine 1, signed
; CHECK-NEXT: loop: divergent-branch divergent-loop
; CHECK-NEXT: %k affine 1, wraps
; CHECK-NEXT: %at affine 4
; CHECK-NEXT: %value varying
; CHECK-NEXT: %next affine 1, wraps
; CHECK-NEXT: %more varying
; CHECK-NEXT: done: join
define void @believed_beyond(ptr %p, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = add nsw i32 %tid, %n
  %wide = sext i32 %i to i64
  br label %loop
loop:
  %k = phi i64 [ %wide, %entry ], [ %next, %loop ]
  %at = getelementptr float, ptr %p, i64 %k
  %value = load float, ptr %at
  %next = add i64 %k, 1024
  %more = icmp slt i64 %next, 100000
  br i1 %more, label %loop, label %done
done:
  ret void
}

; CHECK-LABEL: shapes of 'not_believed'
; CHECK-NEXT: entry:
; CHECK-NEXT: %tid affine 1, of 32, below 1024
; CHECK-NEXT: %i affine 1, signed, anchored
; CHECK-NEXT: %speculated affine 1, signed, under a test, tested
; CHECK-NEXT: %stored affine 1, under a test, tested, below 4294967296
; CHECK-NEXT: %behind affine 1, signed, under a test, tested
; CHECK-NEXT: %at.behind affine 4, tested
; CHECK-NEXT: %value.behind varying
; CHECK-NEXT: %frozen affine 1, wraps
; CHECK-NEXT: %frozen.wide affine 1, signed, under a test, tested
; CHECK-NEXT: %frozen.at affine 4, tested
; CHECK-NEXT: %frozen.value varying
; CHECK-NEXT: %narrow varying
; CHECK-NEXT: %small affine 1, wraps
; CHECK-NEXT: %small.more affine 1, wraps
; CHECK-NEXT: %little affine 1, signed, under a test, tested
; CHECK-NEXT: %little.at affine 4, tested
; CHECK-NEXT: %little.value varying
; CHECK-NEXT: use:
; CHECK-NEXT: %at affine 4, tested
; CHECK-NEXT: %value varying
; CHECK-NEXT: done:
define void @not_believed(ptr %p, i32 %n, i1 %c) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = add nsw i32 %tid, %n
  %speculated = sext i32 %i to i64
  %stored = zext i32 %i to i64
  store i64 %stored, ptr %p
  %behind = sext i32 %i to i64
  call void @may_exit()
  %at.behind = getelementptr float, ptr %p, i64 %behind
  %value.behind = load float, ptr %at.behind
  %frozen = freeze i32 %i
  %frozen.wide = sext i32 %frozen to i64
  %frozen.at = getelementptr float, ptr %p, i64 %frozen.wide
  %frozen.value = load float, ptr %frozen.at
  %narrow = getelementptr float, ptr %p, i32 %i
  %small = trunc i32 %i to i16
  %small.more = add nsw i16 %small, 1
  %little = sext i16 %small.more to i17
  %little.at = getelementptr float, ptr %p, i17 %little
  %little.value = load float, ptr %little.at
  br i1 %c, label %use, label %done
use:
  %at = getelementptr float, ptr %p, i64 %speculated
  %value = load float, ptr %at
  br label %done
done:
  ret void
}

; zext nneg of a line as a signed number only extends lane 0's value as signed.
; CHECK-LABEL: shapes of 'not_negative'
; CHECK-NEXT: entry:
; CHECK-NEXT: %tid affine 1, of 32, below 1024
; CHECK-NEXT: %i affine 1, signed, anchored
; CHECK-NEXT: %wide affine 1, signed
; CHECK-NEXT: %at affine 4
; CHECK-NEXT: %value varying
; CHECK-NEXT: %plain affine 1, of 32, below 1024
; CHECK-NEXT: %below affine 1, of 32
; CHECK-NEXT: %below.wide affine 1, of 32, below 4294967296
define void @not_negative(ptr %p, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = add nsw i32 %tid, %n
  %wide = zext nneg i32 %i to i64
  %at = getelementptr float, ptr %p, i64 %wide
  %value = load float, ptr %at
  %plain = zext nneg i32 %tid to i64
  %below = add i32 %tid, -32
  %below.wide = zext nneg i32 %below to i64
  ret void
}

; CHECK-LABEL: shapes of 'under_tests'
; CHECK-NEXT: entry:
; CHECK-NEXT: %tid affine 1, of 32, below 1024
; CHECK-NEXT: %i affine 1, wraps
; CHECK-NEXT: %wide affine 1, under a test, tested, below 4294967296
; CHECK-NEXT: %at affine 4, tested
; CHECK-NEXT: %value varying
; CHECK-NEXT: %other affine 1, below 1024
; CHECK-NEXT: %other.i affine 1, wraps
; CHECK-NEXT: %other.wide affine 1, under a test, tested, below 4294967296
; CHECK-NEXT: %apart varying
; CHECK-NEXT: %warp varying
; CHECK-NEXT: %ahead affine 1, tested, below 8589934592
; CHECK-NEXT: %order varying
; CHECK-NEXT: %quad affine 4, tested, of 4, below 17179869184
; CHECK-NEXT: %back affine 1, tested, below 4294967296
; CHECK-NEXT: %choice uniform
; CHECK-NEXT: %either varying
; CHECK-NEXT: %one affine 1, tested, below 4294967296
; CHECK-NEXT: loop: divergent-branch divergent-loop
; CHECK-NEXT: %k affine 1, wraps, tested
; CHECK-NEXT: %next affine 1, wraps, tested
; CHECK-NEXT: %more varying
; CHECK-NEXT: done: join
define void @under_tests(ptr %p, ptr %q, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = add i32 %tid, %n
  %wide = zext i32 %i to i64
  %at = getelementptr float, ptr %p, i64 %wide
  %value = load float, ptr %at
  %other = add i32 %tid, 7
  %other.i = add i32 %other, %n
  %other.wide = zext i32 %other.i to i64
  %apart = sub i64 %wide, %other.wide
  %warp = lshr i64 %wide, 40
  %ahead = add i64 %wide, 32
  %order = icmp ult i64 %wide, %ahead
  %quad = shl i64 %wide, 2
  %back = lshr i64 %quad, 2
  %choice = icmp eq i32 %n, 3
  %either = select i1 %choice, ptr %at, ptr %q
  %one = select i1 %choice, i64 %wide, i64 %other.wide
  br label %loop
loop:
  %k = phi i64 [ %wide, %entry ], [ %next, %loop ]
  %next = add i64 %k, 1024
  %more = icmp slt i64 %next, 100000
  br i1 %more, label %loop, label %done
done:
  ret void
}

; A number below zero is divided towards zero, and times a negative factor it wraps as an unsigned one.
; CHECK-LABEL: shapes of 'below_zero'
; CHECK-NEXT: entry:
; CHECK-NEXT: %tid affine 1, of 32, below 1024
; CHECK-NEXT: %below affine 1, of 32
; CHECK-NEXT: %quotient varying
; CHECK-NEXT: %u affine 1, unsigned, anchored
; CHECK-NEXT: %turned affine -3, wraps
define void @below_zero(i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %below = add i32 %tid, -1024
  %quotient = sdiv i32 %below, 32
  %u = add nuw i32 %tid, %n
  %turned = mul nuw i32 %u, -3
  ret void
}
