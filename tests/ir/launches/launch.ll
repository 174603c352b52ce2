; RUN: echo launch.o > %t.objects
; RUN: %softwarp-cc --passes=import,launches --objects=%t.objects --emit=llvm %s | FileCheck %s
; RUN: not %softwarp-cc --passes=import,launches --emit=llvm %s 2>&1 | FileCheck %s --check-prefix=ALONE

; A launch as clang leaves it in a lambda of the headers: the kernel's call becomes the runtime's, with the arguments where
; the kernel's parameters lie, and the kernel's address is a name.
;
;      entry: configure? -- failed --> end
;                |                      |
;               go: call kernel --------+

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%dim3 = type { i32, i32, i32 }
%pair = type { i32, i8 }

; CHECK: @sw.kernel = private constant {{.*}}softwarp kernel{{.*}}child

declare i32 @__cudaPushCallConfiguration(ptr byval(%dim3) align 4, ptr byval(%dim3) align 4, i64, ptr)

define void @child(i8 %c, ptr byval(%pair) align 4 %by, double %d) {
  ret void
}

; The arguments: 1 byte, 8 from offset 4, 8 from 16.
; CHECK-LABEL: define void @parent(
; CHECK: %[[WORDS:.*]] = alloca [64 x i8], align 16
; CHECK: %[[ARGUMENTS:.*]] = alloca [24 x i8], align 16
; CHECK: %[[GRID:.*]] = getelementptr inbounds i8, ptr %[[WORDS]], i64 24
; CHECK-NEXT: store i32 2, ptr %[[GRID]]
; CHECK: %[[STREAM:.*]] = getelementptr inbounds i8, ptr %[[WORDS]], i64 56
; CHECK-NEXT: store ptr %p, ptr %[[STREAM]]
; CHECK: store i8 7, ptr %[[ARGUMENTS]], align
; CHECK: %[[BY:.*]] = getelementptr inbounds i8, ptr %[[ARGUMENTS]], i64 4
; CHECK-NEXT: store i32 5, ptr %[[BY]]
; CHECK: %[[D:.*]] = getelementptr inbounds i8, ptr %[[ARGUMENTS]], i64 16
; CHECK-NEXT: store double 2.000000e+00, ptr %[[D]]
; CHECK: store ptr @sw.kernel, ptr %[[WORDS]], align
; CHECK: call i32 @__sw_device_call(i32 0, ptr nonnull %[[WORDS]])
; CHECK-NOT: call void @child
define void @parent(ptr %p) {
  call void @_ZN11__sw_behindIvE3runEv(ptr %p)
  ret void
}

define internal void @_ZN11__sw_behindIvE3runEv(ptr %p) noinline optnone {
  call void @lambda(ptr %p)
  ret void
}

define internal void @lambda(ptr %stream) noinline optnone {
  %grid = alloca %dim3
  %block = alloca %dim3
  %by = alloca %pair
  store %dim3 { i32 2, i32 3, i32 1 }, ptr %grid
  store %dim3 { i32 32, i32 1, i32 1 }, ptr %block
  store %pair { i32 5, i8 6 }, ptr %by
  %failed = call i32 @__cudaPushCallConfiguration(ptr byval(%dim3) align 4 %grid, ptr byval(%dim3) align 4 %block, i64 16, ptr %stream)
  %has = icmp ne i32 %failed, 0
  br i1 %has, label %end, label %go
go:
  call void @child(i8 7, ptr byval(%pair) align 4 %by, double 2.0)
  br label %end
end:
  ret void
}

; A kernel that is compared.
; CHECK-LABEL: define internal i1 @is_child(
; CHECK: icmp eq ptr %k, @sw.kernel
define i1 @is_child(ptr %k) {
  %is = icmp eq ptr %k, @child
  ret i1 %is
}

; ALONE: error: launches, streams, events and questions about devices in device code require separate compilation mode (-rdc=true)

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @child, !"kernel", i32 1}
!1 = !{ptr @parent, !"kernel", i32 1}
