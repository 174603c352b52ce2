; Small functions are inlined and private variables become values; accesses to other memory stay, dead ones too, and a
; branch on what has become constant goes. Without --check nothing happens.
; RUN: %softwarp-cc %s --check --passes=import,promote --emit=llvm | FileCheck %s
; RUN: %softwarp-cc %s --passes=import,promote --emit=llvm | FileCheck %s --check-prefix=PLAIN

target triple = "nvptx64-nvidia-cuda"

define void @put(ptr %to, i32 %how) noinline {
  %to.addr = alloca ptr
  store ptr %to, ptr %to.addr
  %big = icmp sgt i32 %how, 3
  br i1 %big, label %a, label %b
a:
  %p = load ptr, ptr %to.addr
  store i32 1, ptr %p
  ret void
b:
  %q = load ptr, ptr %to.addr
  store i32 2, ptr %q
  store i32 3, ptr %q
  %dead = load i32, ptr %q
  ret void
}

define void @kernel(ptr %to) noinline {
; CHECK-LABEL: define void @kernel(
; CHECK-NOT: alloca
; CHECK-NOT: call
; CHECK-NOT: store i32 1
; CHECK: store i32 2, ptr %to
; CHECK: store i32 3, ptr %to
; CHECK: load i32, ptr %to
; CHECK: ret void
; PLAIN-LABEL: define void @kernel(
; PLAIN: call void @put(ptr %to, i32 2)
  call void @put(ptr %to, i32 2)
  ret void
}

define i32 @recursive(i32 %n) noinline {
  %some = icmp sgt i32 %n, 0
  br i1 %some, label %more, label %none
more:
  %less = sub i32 %n, 1
  %r = call i32 @recursive(i32 %less)
  ret i32 %r
none:
  ret i32 0
}

define void @second(ptr %to) noinline {
; CHECK-LABEL: define void @second(
; CHECK: call i32 @recursive(
  %r = call i32 @recursive(i32 3)
  store i32 %r, ptr %to
  ret void
}

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @kernel, !"kernel", i32 1}
!1 = !{ptr @second, !"kernel", i32 1}
