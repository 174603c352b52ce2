; Masked accesses that the processor has no instruction for become loops over the lanes that are on; others stay. What is
; side by side is one access where all lanes are on. A mask that is known stays LLVM's.
; RUN: rm -rf %t && mkdir %t && cd %t
; RUN: %softwarp-cc %s -O1 --lanes=1 --cpu=x86-64-v3 --keep-stages=s. -o kernel.o
; RUN: cat s.*-masked.ll | FileCheck %s --check-prefixes=CHECK,V3,SLOW
; RUN: %softwarp-cc %s -O1 --lanes=1 --cpu=znver3 --keep-stages=r. -o kernel.o
; RUN: cat r.*-masked.ll | FileCheck %s --check-prefixes=CHECK,V3,SLOW
; RUN: %softwarp-cc %s -O1 --lanes=1 --cpu=haswell --keep-stages=q. -o kernel.o
; RUN: cat q.*-masked.ll | FileCheck %s --check-prefixes=CHECK,V3,FAST
; RUN: %softwarp-cc %s -O1 --lanes=1 --cpu=x86-64-v4 --keep-stages=t. -o kernel.o
; RUN: cat t.*-masked.ll | FileCheck %s --check-prefixes=CHECK,V4
; RUN: %softwarp-cc %s -O1 --lanes=1 --cpu=x86-64-v2 --keep-stages=u. -o kernel.o
; RUN: cat u.*-masked.ll | FileCheck %s --check-prefixes=CHECK,V2

; CHECK-LABEL: define internal fastcc void @gather(
; V4: call <16 x i32> @llvm.masked.gather
; V4-NOT: br i1
; V3: %addresses = alloca [128 x i8], align 64
; V3: %values = alloca [64 x i8], align 64
; V3: store <16 x ptr> {{.*}}, ptr %addresses, align 64
; V3: br i1 %{{.*}}, label %[[LANE:.*]], label %[[END:.*]]
; V3: [[LANE]]:
; V3: %left = phi i16 [ %{{on.*}}, %lanes ], [ %[[NEXT:.*]], %[[LANE]] ]
; V3: call i16 @llvm.cttz.i16(i16 %left, i1 true)
; V3: load i32, ptr %{{.*}}, align 4
; V3: %[[NEXT]] = and i16 %left,
; V3: br i1 %{{.*}}, label %[[LANE]], label %[[END]]
; V3: [[END]]:
; V3: load <16 x i32>, ptr %values, align 64
; V3-NOT: llvm.masked.gather
; CHECK: ret void
define void @gather(ptr %p, ptr %q) noinline {
  %from = load <16 x ptr>, ptr %p
  %a = load <16 x i32>, ptr %q
  %on = icmp sgt <16 x i32> %a, zeroinitializer
  %v = call <16 x i32> @llvm.masked.gather.v16i32.v16p0(<16 x ptr> %from, i32 4, <16 x i1> %on, <16 x i32> %a)
  store <16 x i32> %v, ptr %q
  ret void
}

; Bytes are scattered by no processor; ascending lanes.
; CHECK-LABEL: define internal fastcc void @scatter(
; CHECK: store <16 x i8> %{{.*}}, ptr %values, align 64
; CHECK: store i8 %{{.*}}, ptr %{{.*}}, align 1
; CHECK-NOT: llvm.masked.scatter
; CHECK: ret void
define void @scatter(ptr %p, ptr %q, ptr %r) noinline {
  %to = load <16 x ptr>, ptr %p
  %a = load <16 x i8>, ptr %q
  %on = icmp sgt <16 x i8> %a, zeroinitializer
  call void @llvm.masked.scatter.v16i8.v16p0(<16 x i8> %a, <16 x ptr> %to, i32 1, <16 x i1> %on)
  ret void
}

; CHECK-LABEL: define internal fastcc void @side_by_side(
; V4: call <16 x i16> @llvm.masked.load
; V4: call void @llvm.masked.store
; V3: icmp eq i16 %{{on.*}}, -1
; V3: whole:
; V3: load <16 x i16>, ptr %p, align 2
; V3: phi <16 x i16>
; V3: store <16 x i16> %{{.*}}, ptr %r, align 2
; V3-NOT: llvm.masked
; CHECK: ret void
define void @side_by_side(ptr %p, ptr %q, ptr %r) noinline {
  %a = load <16 x i16>, ptr %q
  %on = icmp sgt <16 x i16> %a, zeroinitializer
  %v = call <16 x i16> @llvm.masked.load.v16i16.p0(ptr %p, i32 2, <16 x i1> %on, <16 x i16> %a)
  call void @llvm.masked.store.v16i16.p0(<16 x i16> %v, ptr %r, i32 2, <16 x i1> %on)
  ret void
}

; Ints side by side have masked accesses from AVX on.
; CHECK-LABEL: define internal fastcc void @ints(
; V2-NOT: llvm.masked.load
; V3: call <16 x i32> @llvm.masked.load
; V4: call <16 x i32> @llvm.masked.load
; CHECK: ret void
define void @ints(ptr %p, ptr %q) noinline {
  %a = load <16 x i32>, ptr %q
  %on = icmp sgt <16 x i32> %a, zeroinitializer
  %v = call <16 x i32> @llvm.masked.load.v16i32.p0(ptr %p, i32 4, <16 x i1> %on, <16 x i32> %a)
  store <16 x i32> %v, ptr %q
  ret void
}

; AVX's masked stores are slow on AMD's processors.
; CHECK-LABEL: define internal fastcc void @stored(
; FAST: call void @llvm.masked.store
; V4: call void @llvm.masked.store
; SLOW: icmp eq i16 %{{on.*}}, -1
; SLOW: whole:
; SLOW-NEXT: store <16 x i32> %{{.*}}, ptr %p, align 4
; SLOW: lane:
; SLOW: store i32 %{{.*}}, ptr %{{.*}}, align 4
; SLOW-NOT: llvm.masked.store
; CHECK: ret void
define void @stored(ptr %p, ptr %q) noinline {
  %a = load <16 x i32>, ptr %q
  %on = icmp sgt <16 x i32> %a, zeroinitializer
  call void @llvm.masked.store.v16i32.p0(<16 x i32> %a, ptr %p, i32 4, <16 x i1> %on)
  ret void
}

; CHECK-LABEL: define internal fastcc void @known(
; CHECK: call <16 x i8> @llvm.masked.gather
; CHECK: ret void
define void @known(ptr %p, ptr %q) noinline {
  %from = load <16 x ptr>, ptr %p
  %v = call <16 x i8> @llvm.masked.gather.v16i8.v16p0(<16 x ptr> %from, i32 1, <16 x i1> splat (i1 true), <16 x i8> poison)
  store <16 x i8> %v, ptr %q
  ret void
}

define void @kernel(ptr %p, ptr %q, ptr %r) {
  call void @gather(ptr %p, ptr %q)
  call void @scatter(ptr %p, ptr %q, ptr %r)
  call void @side_by_side(ptr %p, ptr %q, ptr %r)
  call void @ints(ptr %p, ptr %q)
  call void @stored(ptr %p, ptr %q)
  call void @known(ptr %p, ptr %q)
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{ptr @kernel, !"kernel", i32 1}
