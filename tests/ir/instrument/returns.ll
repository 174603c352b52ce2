; Where threads leave a kernel by return is a hook (kind 12) like a wait's (function 8), in clang's words: a number for a
; scope's way out, a branch to the block of that name from where the function does not end, the only way out. Of functions
; that a kernel calls only where the kernel does nothing more.
; RUN: %softwarp-cc %s --check --passes=import,promote,instrument --emit=llvm | FileCheck %s

target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"

declare void @llvm.nvvm.barrier0()

define void @branches(ptr %p, i1 %c) {
; CHECK-LABEL: @branches(
; CHECK: if.then:
; CHECK-NEXT: call void @sw.hook({{.*}}, i32 8, i32 12, {{.*}})
; CHECK-NEXT: br label %return
; CHECK: if.end:
; CHECK-NOT: i32 8, i32 12
; CHECK: ret void
entry:
  br i1 %c, label %if.then, label %if.end
if.then:
  br label %return
if.end:
  call void @llvm.nvvm.barrier0()
  store i32 1, ptr %p
  br label %return
return:
  ret void
}

define void @scope(ptr %p, i1 %c) {
; CHECK-LABEL: @scope(
; CHECK: if.then:
; CHECK-NEXT: call void @sw.hook({{.*}}, i32 8, i32 12, {{.*}})
; CHECK-NOT: i32 8, i32 12
; CHECK: ret void
entry:
  %cleanup.dest.slot = alloca i32
  br i1 %c, label %if.then, label %if.end
if.then:
  store i32 1, ptr %cleanup.dest.slot
  br label %cleanup
if.end:
  call void @llvm.nvvm.barrier0()
  store i32 0, ptr %cleanup.dest.slot
  br label %cleanup
cleanup:
  %way = load i32, ptr %cleanup.dest.slot
  store i32 %way, ptr %p
  ret void
}

define void @loop(ptr %p) {
; CHECK-LABEL: @loop(
; CHECK: if.then:
; CHECK-NEXT: call void @sw.hook({{.*}}, i32 8, i32 12, {{.*}})
; CHECK-NEXT: ret void
entry:
  br label %while.body
while.body:
  call void @llvm.nvvm.barrier0()
  %v = load i1, ptr %p
  br i1 %v, label %if.then, label %if.end
if.then:
  ret void
if.end:
  br label %while.body
}

; Without a barrier nobody asks.
define void @alone(ptr %p, i1 %c) {
; CHECK-LABEL: @alone(
; CHECK-NOT: i32 8, i32 12
; CHECK: ret void
entry:
  br i1 %c, label %if.then, label %if.end
if.then:
  br label %return
if.end:
  store i32 1, ptr %p
  br label %return
return:
  ret void
}

define internal void @part(ptr %p, i1 %c) {
entry:
  br i1 %c, label %if.then, label %if.end
if.then:
  br label %return
if.end:
  call void @llvm.nvvm.barrier0()
  store i32 1, ptr %p
  br label %return
return:
  ret void
}
define void @calls(ptr %p, i1 %c) {
; CHECK-LABEL: @calls(
; CHECK: call void @sw.hook({{.*}}, i32 8, i32 12, {{.*}})
; CHECK: ret void
  call void @part(ptr %p, i1 %c)
  ret void
}
define void @goes_on(ptr %p, i1 %c) {
; CHECK-LABEL: @goes_on(
; CHECK-NOT: i32 8, i32 12
; CHECK: ret void
  call void @part(ptr %p, i1 %c)
  store i32 3, ptr %p
  ret void
}

!nvvm.annotations = !{!0, !1, !2, !3, !4, !5}
!0 = !{ptr @branches, !"kernel", i32 1}
!1 = !{ptr @scope, !"kernel", i32 1}
!2 = !{ptr @loop, !"kernel", i32 1}
!3 = !{ptr @alone, !"kernel", i32 1}
!4 = !{ptr @calls, !"kernel", i32 1}
!5 = !{ptr @goes_on, !"kernel", i32 1}
