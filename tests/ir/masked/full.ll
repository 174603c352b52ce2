; Where a mask decides whether a region is entered, and the region accesses memory under it, there is a copy for all lanes,
; whose accesses have no mask; before AVX-512, and in optimised code.
; RUN: rm -rf %t && mkdir %t && cd %t
; RUN: %softwarp-cc %s -O1 --lanes=1 --cpu=x86-64-v3 --keep-stages=s. -o kernel.o
; RUN: cat s.*-full.ll | FileCheck %s --check-prefixes=CHECK,V3
; RUN: %softwarp-cc %s -O1 --lanes=1 --cpu=x86-64-v4 --keep-stages=t. -o kernel.o
; RUN: cat t.*-full.ll | FileCheck %s --check-prefixes=CHECK,OTHER
; RUN: %softwarp-cc %s -O0 --lanes=1 --cpu=x86-64-v3 --keep-stages=u. -o kernel.o
; RUN: cat u.*-full.ll | FileCheck %s --check-prefixes=CHECK,OTHER

; What is loaded in the region is a phi's behind it.
; CHECK-LABEL: define internal {{.*}}@loaded(
; V3: phi <16 x i32> [ {{.*}}, %{{.*}} ], [ {{.*}}, %region ], [ %[[V:.*]], %[[FULL:.*]] ]
; V3: [[FULL]]:
; V3-NEXT: %[[V]] = load <16 x i32>, ptr %p, align 4
; V3-NEXT: br label
define void @loaded(ptr %p, ptr %q) noinline {
entry:
  %a = load <16 x i32>, ptr %q
  %on = icmp sgt <16 x i32> %a, zeroinitializer
  %bits = bitcast <16 x i1> %on to i16
  %any = icmp ne i16 %bits, 0
  br i1 %any, label %region, label %join
region:
  %v = call <16 x i32> @llvm.masked.load.v16i32.p0(ptr %p, i32 4, <16 x i1> %on, <16 x i32> zeroinitializer)
  br label %join
join:
  %out = phi <16 x i32> [ zeroinitializer, %entry ], [ %v, %region ]
  store <16 x i32> %out, ptr %q
  ret void
}

; Values that come out of the region have the copy's beside them; another mask within stays, as does a gather's.
; CHECK-LABEL: define internal {{.*}}@straight(
; OTHER-NOT: icmp eq i16 %{{.*}}, -1
; V3: %is.full = icmp eq i16 %[[BITS:.*]], -1
; V3: br i1 %is.full, label %[[FULL:.*]], label %[[SOME:.*]]
; V3: [[SOME]]:
; V3: br i1 %{{.*}}, label %[[JOIN:.*]], label %[[REGION:.*]]
; V3: [[REGION]]:
; V3: call <16 x i32> @llvm.masked.load
; V3: call void @llvm.masked.store
; V3: [[JOIN]]:
; V3: phi <16 x i32> [ {{.*}}, %[[SOME]] ], [ {{.*}}, %[[REGION]] ], [ {{.*}}, %[[FULL]] ]
; V3: [[FULL]]:
; V3: load <16 x i32>, ptr %p, align 4
; V3: call <16 x i32> @llvm.masked.gather{{.*}}(<16 x ptr> %{{.*}}, i32 4, <16 x i1> %on,
; V3: store <16 x i32> %{{.*}}, ptr %p, align 4
; V3: call void @llvm.masked.store{{.*}}(<16 x i32> %{{.*}}, ptr %r, i32 4, <16 x i1> %{{[0-9]+}})
; V3: br label %[[JOIN]]
define void @straight(ptr %p, ptr %q, ptr %r) noinline {
entry:
  %a = load <16 x i32>, ptr %q
  %on = icmp sgt <16 x i32> %a, zeroinitializer
  %other = icmp sgt <16 x i32> %a, splat (i32 7)
  %bits = bitcast <16 x i1> %on to i16
  %any = icmp ne i16 %bits, 0
  br i1 %any, label %region, label %join
region:
  %v = call <16 x i32> @llvm.masked.load.v16i32.p0(ptr %p, i32 4, <16 x i1> %on, <16 x i32> poison)
  %from = getelementptr i32, ptr %r, <16 x i32> %v
  %g = call <16 x i32> @llvm.masked.gather.v16i32.v16p0(<16 x ptr> %from, i32 4, <16 x i1> %on, <16 x i32> poison)
  %w = add <16 x i32> %v, %g
  call void @llvm.masked.store.v16i32.p0(<16 x i32> %w, ptr %p, i32 4, <16 x i1> %on)
  call void @llvm.masked.store.v16i32.p0(<16 x i32> %w, ptr %r, i32 4, <16 x i1> %other)
  br label %join
join:
  %out = phi <16 x i32> [ %a, %entry ], [ %w, %region ]
  store <16 x i32> %out, ptr %q
  ret void
}

; Two rows of a whole block: all lanes of both.
; CHECK-LABEL: define internal {{.*}}@rows(
; V3: %[[BOTH:.*]] = and <16 x i1> %{{(on|other)}}, %{{(on|other)}}
; V3: %[[BITS:.*]] = bitcast <16 x i1> %[[BOTH]] to i16
; V3: %is.full = icmp eq i16 %[[BITS]], -1
; V3: [[FULL:[a-z]+[0-9]+]]:
; V3: store <16 x i32> %a, ptr %p, align 4
; V3: store <16 x i32> %a, ptr %r, align 4
define void @rows(ptr %p, ptr %q, ptr %r) noinline {
entry:
  %a = load <16 x i32>, ptr %q
  %on = icmp sgt <16 x i32> %a, zeroinitializer
  %b = load <16 x i32>, ptr %r
  %other = icmp sgt <16 x i32> %b, zeroinitializer
  %either = or <16 x i1> %on, %other
  %bits = bitcast <16 x i1> %either to i16
  %any = icmp ne i16 %bits, 0
  br i1 %any, label %region, label %join
region:
  call void @llvm.masked.store.v16i32.p0(<16 x i32> %a, ptr %p, i32 4, <16 x i1> %on)
  call void @llvm.masked.store.v16i32.p0(<16 x i32> %a, ptr %r, i32 4, <16 x i1> %other)
  br label %join
join:
  ret void
}

; Nothing is accessed under the mask; a region that is entered elsewhere, too.
; CHECK-LABEL: define internal {{.*}}@neither(
; CHECK-NOT: icmp eq i16 %{{.*}}, -1
; CHECK: ret void
define void @neither(ptr %p, ptr %q, i1 %else) noinline {
entry:
  %a = load <16 x i32>, ptr %q
  %on = icmp sgt <16 x i32> %a, zeroinitializer
  %bits = bitcast <16 x i1> %on to i16
  %any = icmp ne i16 %bits, 0
  br i1 %any, label %region, label %next
region:
  store volatile i32 1, ptr %p
  br label %next
next:
  br i1 %else, label %shared, label %last
last:
  br i1 %any, label %shared, label %join
shared:
  call void @llvm.masked.store.v16i32.p0(<16 x i32> %a, ptr %p, i32 4, <16 x i1> %on)
  br label %join
join:
  ret void
}

define void @kernel(ptr %p, ptr %q, ptr %r, i1 %else) {
  call void @loaded(ptr %p, ptr %q)
  call void @rows(ptr %p, ptr %q, ptr %r)
  call void @straight(ptr %p, ptr %q, ptr %r)
  call void @neither(ptr %p, ptr %q, i1 %else)
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{ptr @kernel, !"kernel", i32 1}
