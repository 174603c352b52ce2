; What is said of loads and stores: of those at one address, side by side, in reverse, n a lane, apart; of local
; variables, and of indices that may wrap around.
; RUN: %softwarp-cc %s --passes=import,retarget,context,lockstep --lanes=32 --remarks=/dev/stdout --emit=llvm -o %t | FileCheck %s

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: {"name": "uniform"
; CHECK: {"lanes": 32, "width": 32, "blocks": "full-rows", "form": null, "frame_bytes": null,
; CHECK-NEXT: "counts": {"load.uniform": 1, "store.uniform": 1},
define void @uniform(ptr %p, ptr %q) {
  %a = load i32, ptr %p
  store i32 %a, ptr %q
  ret void
}

; CHECK-LABEL: {"name": "vector"
; CHECK: {"lanes": 32, "width": 32, "blocks": "full-rows"
; CHECK-NEXT: "counts": {"load.vector": 1, "store.vector": 1},
; CHECK: {"lanes": 32, "width": 32, "blocks": "any"
; CHECK-NEXT: "counts": {"load.gather": 1, "store.scatter": 1},
define void @vector(ptr %p, ptr %q) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %n = zext nneg i32 %i to i64
  %from = getelementptr i32, ptr %p, i64 %n
  %to = getelementptr i32, ptr %q, i64 %n
  %a = load i32, ptr %from
  store i32 %a, ptr %to
  ret void
}

; CHECK-LABEL: {"name": "reversed"
; CHECK: "counts": {"load.reversed": 1, "store.reversed": 1},
define void @reversed(ptr %p, ptr %q) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %n = zext nneg i32 %i to i64
  %back = sub i64 0, %n
  %from = getelementptr i32, ptr %p, i64 %back
  %to = getelementptr i32, ptr %q, i64 %back
  %a = load i32, ptr %from
  store i32 %a, ptr %to
  ret void
}

; CHECK-LABEL: {"name": "interleaved"
; CHECK: "counts": {"load.interleaved": 1, "store.interleaved": 1},
define void @interleaved(ptr %p, ptr %q) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %n = zext nneg i32 %i to i64
  %from = getelementptr <2 x float>, ptr %p, i64 %n
  %to = getelementptr <2 x float>, ptr %q, i64 %n
  %a = load <2 x float>, ptr %from
  store <2 x float> %a, ptr %to
  ret void
}

; CHECK-LABEL: {"name": "strided"
; CHECK: "counts": {"load.strided": 1, "store.strided": 1},
; CHECK: {"kind": "load.strided", {{.*}}, "count": 1, "detail": "12 bytes from lane to lane"}
define void @strided(ptr %p, ptr %q) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %n = zext nneg i32 %i to i64
  %third = mul i64 %n, 3
  %from = getelementptr i32, ptr %p, i64 %third
  %to = getelementptr i32, ptr %q, i64 %third
  %a = load i32, ptr %from
  store i32 %a, ptr %to
  ret void
}

; A structure of two types is accessed member by member; it is one access of the source.
; CHECK-LABEL: {"name": "members"
; CHECK: "counts": {"load.strided": 1, "store.strided": 1},
define void @members(ptr %p, ptr %q) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %n = zext nneg i32 %i to i64
  %from = getelementptr {i32, double}, ptr %p, i64 %n
  %to = getelementptr {i32, double}, ptr %q, i64 %n
  %a = load {i32, double}, ptr %from
  store {i32, double} %a, ptr %to
  ret void
}

; CHECK-LABEL: {"name": "scattered"
; CHECK: "counts": {"load.vector": 1, "load.gather": 1, "store.scatter": 1},
; CHECK-NOT: "detail"
; CHECK: "fallbacks"
define void @scattered(ptr %p, ptr %q, ptr %keys) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %n = zext nneg i32 %i to i64
  %at = getelementptr i64, ptr %keys, i64 %n
  %key = load i64, ptr %at
  %from = getelementptr i32, ptr %p, i64 %key
  %to = getelementptr i32, ptr %q, i64 %key
  %a = load i32, ptr %from
  store i32 %a, ptr %to
  ret void
}

; CHECK-LABEL: {"name": "may_wrap"
; CHECK: "counts": {"load.vector": 1, "store.uniform": 1},
; CHECK: {"kind": "load.vector", {{.*}}, "detail": "if the index does not wrap around"}
; CHECK-LABEL: {"name": "may_wrap_in_loop"
; CHECK: {"kind": "load.gather", {{.*}}, "detail": "the index may wrap around"}
define void @may_wrap(ptr %p, ptr %q, i32 %start) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %sum = add i32 %i, %start
  %n = sext i32 %sum to i64
  %from = getelementptr i32, ptr %p, i64 %n
  %a = load i32, ptr %from
  store i32 %a, ptr %q
  ret void
}

; Round a loop, where no test of one number can say it.
define void @may_wrap_in_loop(ptr %p, ptr %q, i32 %start, i64 %count) {
entry:
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %sum = add i32 %i, %start
  %n = sext i32 %sum to i64
  br label %loop
loop:
  %at = phi i64 [ %n, %entry ], [ %next, %loop ]
  %k = phi i64 [ 0, %entry ], [ %k.next, %loop ]
  %from = getelementptr i32, ptr %p, i64 %at
  %a = load i32, ptr %from
  store i32 %a, ptr %q
  %next = add i64 %at, 100
  %k.next = add i64 %k, 1
  %more = icmp ult i64 %k.next, %count
  br i1 %more, label %loop, label %done
done:
  ret void
}

; CHECK-LABEL: {"name": "local"
; CHECK: {"kind": "load.vector", {{.*}}, "detail": "local variable, interleaved"}
; CHECK: {"kind": "store.vector", {{.*}}, "detail": "local variable, interleaved"}
; CHECK-LABEL: {"name": "local_at_large"
; CHECK: {"kind": "load.strided", {{.*}}, "detail": "local variable, 16 bytes from lane to lane"}
define void @local(ptr %q, i64 %k) {
  %mine = alloca [4 x i32]
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %slot = getelementptr [4 x i32], ptr %mine, i64 0, i64 %k
  store volatile i32 %i, ptr %mine
  %a = load volatile i32, ptr %slot
  store i32 %a, ptr %q
  ret void
}

define void @local_at_large(ptr %q, i64 %k) {
  %mine = alloca [4 x i32]
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %slot = getelementptr [4 x i32], ptr %mine, i64 0, i64 %k
  store volatile i32 %i, ptr %mine
  store volatile ptr %mine, ptr %q
  %a = load volatile i32, ptr %slot
  store i32 %a, ptr %q
  ret void
}

; CHECK-LABEL: {"name": "by_lane"
; CHECK: "counts": {"load.lanes": 1, "store.lanes": 1},
define void @by_lane(ptr %p, ptr %q) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %n = zext nneg i32 %i to i64
  %from = getelementptr i32, ptr %p, i64 %n
  %to = getelementptr i32, ptr %q, i64 %n
  %a = load atomic i32, ptr %from monotonic, align 4
  store atomic i32 %a, ptr %to monotonic, align 4
  ret void
}

!nvvm.annotations = !{!0, !1, !2, !3, !4, !5, !6, !7, !8, !9, !10, !11}
!0 = !{ptr @uniform, !"kernel", i32 1}
!1 = !{ptr @vector, !"kernel", i32 1}
!2 = !{ptr @reversed, !"kernel", i32 1}
!3 = !{ptr @interleaved, !"kernel", i32 1}
!4 = !{ptr @strided, !"kernel", i32 1}
!5 = !{ptr @members, !"kernel", i32 1}
!6 = !{ptr @scattered, !"kernel", i32 1}
!7 = !{ptr @may_wrap, !"kernel", i32 1}
!8 = !{ptr @may_wrap_in_loop, !"kernel", i32 1}
!9 = !{ptr @local, !"kernel", i32 1}
!10 = !{ptr @local_at_large, !"kernel", i32 1}
!11 = !{ptr @by_lane, !"kernel", i32 1}
