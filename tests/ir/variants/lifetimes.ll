; A variable whose address is used before its lifetime starts has no markers in a coroutine: LLVM's frame would leave it
; on the stack, and keep the address.
; RUN: %softwarp-cc %s --passes=import,context,services,requests,variants --emit=llvm | FileCheck %s

declare void @llvm.nvvm.barrier0()
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
declare void @use(ptr)

; A phi before the barrier, both of them variables that begin behind it.
; CHECK-LABEL: define internal ptr @early.threads.w1(
; CHECK-NOT: lifetime
; CHECK: ret ptr %handle
define void @early(i1 %c) {
entry:
  %a = alloca i32
  %b = alloca i32
  br i1 %c, label %one, label %both
one:
  br label %both
both:
  %p = phi ptr [ %a, %entry ], [ %b, %one ]
  call void @llvm.nvvm.barrier0()
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  call void @llvm.lifetime.start.p0(i64 4, ptr %b)
  store i32 1, ptr %a
  store i32 2, ptr %b
  call void @use(ptr %p)
  call void @llvm.lifetime.end.p0(i64 4, ptr %b)
  call void @llvm.lifetime.end.p0(i64 4, ptr %a)
  ret void
}

; Each use comes behind a start; so the second variable's, whose starts are in two arms.
; CHECK-LABEL: define internal ptr @behind.threads.w1(
; CHECK-COUNT-3: call void @llvm.lifetime.start
; CHECK: call void @llvm.lifetime.end
; CHECK: ret ptr %handle
define void @behind(i1 %c) {
  %a = alloca [4 x i32]
  %b = alloca i32
  call void @llvm.nvvm.barrier0()
  call void @llvm.lifetime.start.p0(i64 16, ptr %a)
  %p = getelementptr i32, ptr %a, i64 1
  br i1 %c, label %one, label %two
one:
  call void @llvm.lifetime.start.p0(i64 4, ptr %b)
  call void @use(ptr %b)
  br label %end
two:
  call void @llvm.lifetime.start.p0(i64 4, ptr %b)
  call void @use(ptr %b)
  br label %end
end:
  call void @use(ptr %p)
  call void @llvm.lifetime.end.p0(i64 16, ptr %a)
  ret void
}

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @early, !"kernel", i32 1}
!1 = !{ptr @behind, !"kernel", i32 1}
