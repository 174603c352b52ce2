; A recursive function that waits becomes a coroutine of its own; its callers await its frame and read its result from a
; slot. A function pointer of a type of which one function waits is called the same way, whichever it points to.
; RUN: %softwarp-cc %s --passes=import,inline,context,nested --emit=llvm | FileCheck %s
; RUN: %softwarp-cc %s --passes=import,inline,context,nested --emit=llvm | FileCheck %s --check-prefix=KERNEL
; RUN: %softwarp-cc %s --passes=import,inline,context,nested,services,requests,variants --emit=llvm | FileCheck %s --check-prefix=CORO

declare void @llvm.nvvm.barrier0()

; CHECK: define internal i64 @other_type(ptr {{.*}}%block, i32 %n)
; CHECK: define internal ptr @sum(ptr {{.*}}%block, i32 %n, ptr %[[SLOT:.*]])
; CORO: define internal ptr @sum(ptr {{.*}}%block, i32 %n, ptr %{{.*}}) #[[A:[0-9]+]]
; CORO: call void @llvm.coro.resume(ptr
; CORO: call void @swrt_frame_free(ptr %block, ptr
; CORO: attributes #[[A]] = { presplitcoroutine
define i32 @sum(i32 %n) {
  %end = icmp eq i32 %n, 0
  br i1 %end, label %out, label %more
more:
  call void @llvm.nvvm.barrier0()
  %less = sub i32 %n, 1
; CHECK: %frame = call ptr @sum(ptr %block, i32 %less, ptr %result)
; CHECK: call void @sw.await(ptr %block, ptr %frame)
; CHECK: %[[R:.*]] = load i32, ptr %result
; CHECK: add i32 %[[R]], %n
  %rest = call i32 @sum(i32 %less)
  %all = add i32 %rest, %n
; CHECK: store i32 %all, ptr %[[SLOT]]
; CHECK: ret ptr null
  ret i32 %all
out:
  ret i32 0
}

; CHECK: define internal ptr @same_type(ptr {{.*}}%block, i32 %n, ptr %{{.*}})
define i32 @same_type(i32 %n) {
  ret i32 %n
}

define i64 @other_type(i32 %n) noinline {
  ret i64 0
}

; KERNEL: define void @kernel(ptr {{.*}}%block)
; KERNEL: call ptr %{{.*}}(ptr %block, i32 3, ptr %{{.*}})
; KERNEL: call void @sw.await
define void @kernel(i1 %which) {
  %f = select i1 %which, ptr @sum, ptr @same_type
  %r = call i32 %f(i32 3)
  %s = call i64 @other_type(i32 %r)
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{ptr @kernel, !"kernel", i32 1}
