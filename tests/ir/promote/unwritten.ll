; Of a local variable that may be read before it is written there is a hook (9 is its number) that tells which bytes are;
; of one that surely is written nothing is left. Where a variable's scope begins it is unwritten again. What is only
; copied is not read.
; RUN: %softwarp-cc %s --check --passes=promote --emit=llvm | FileCheck %s

target triple = "nvptx64-nvidia-cuda"
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32)
declare void @keep(ptr)

define i32 @sure(i32 %n, i1 %c) {
; CHECK-LABEL: define i32 @sure(
; CHECK-NOT: alloca
; CHECK-NOT: sw.hook
; CHECK: ret i32
  %x = alloca i32
  %s = alloca { i32, i64 }
  %t = alloca { i32, i64 }
  br i1 %c, label %a, label %b
a:
  store i32 1, ptr %x
  br label %both
b:
  store i32 %n, ptr %x
  br label %both
both:
  %member = getelementptr { i32, i64 }, ptr %s, i32 0, i32 1
  store i64 7, ptr %member
  store i32 %n, ptr %s
  call void @llvm.memcpy.p0.p0.i64(ptr %t, ptr %s, i64 16, i1 false)
  %v = load i32, ptr %x
  %w = load i32, ptr %t
  %sum = add i32 %v, %w
  ret i32 %sum
}

define i32 @branch(i32 %n, i1 %c) {
; CHECK-LABEL: define i32 @branch(
; CHECK: %[[W:.*]] = phi i32 [ 16843009, %a ], [ 0, %0 ]
; CHECK: %[[B:.*]] = zext nneg i32 %[[W]] to i64
; CHECK-NEXT: call void @sw.hook(ptr null, ptr null, i64 %[[B]], ptr @{{.*}}, i32 0, i32 9, i32 0, i32 4, i32 0, i32 0, i32 0)
; CHECK-NOT: sw.hook
; CHECK: ret i32
  %x = alloca i32
  br i1 %c, label %a, label %b
a:
  store i32 %n, ptr %x
  br label %b
b:
  %v = load i32, ptr %x
  %once = add i32 %v, 1
  %w = load i32, ptr %x
  %twice = add i32 %once, %w
  ret i32 %twice
}

define void @turns(ptr %out, i32 %n) {
; CHECK-LABEL: define void @turns(
; The second turn does not see what the first has written.
; CHECK: body:
; CHECK: phi i32 [ 16843009, %first ], [ 0, %loop ]
; CHECK: zext
; CHECK-NEXT: call void @sw.hook(ptr null, ptr null, i64 %{{.*}}, i32 9,
; CHECK: ret void
  %x = alloca i32
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %body ]
  call void @llvm.lifetime.start.p0(i64 4, ptr %x)
  %c = icmp eq i32 %i, 0
  br i1 %c, label %first, label %body
first:
  store i32 %n, ptr %x
  br label %body
body:
  %v = load i32, ptr %x
  store i32 %v, ptr %out
  call void @llvm.lifetime.end.p0(i64 4, ptr %x)
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

define i32 @copies(i32 %n, i1 %c) {
; CHECK-LABEL: define i32 @copies(
; A bit field, a shuffle, a copy that is not read: no hook.
; CHECK-NOT: sw.hook
; CHECK: ret i32
  %bits = alloca { i32 }
  %x = alloca i32
  %y = alloca i32
  %bf.load = load i32, ptr %bits
  %bf.clear = and i32 %bf.load, -8
  %bf.set = or i32 %bf.clear, 1
  store i32 %bf.set, ptr %bits
  %field = load i32, ptr %bits
  %low = and i32 %field, 7
  br i1 %c, label %a, label %b
a:
  store i32 %n, ptr %x
  br label %b
b:
  %v = load i32, ptr %x
  %given = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %v, i32 0, i32 31)
  %w = load i32, ptr %x
  store i32 %w, ptr %y
  %q = add i32 %given, %low
  ret i32 %q
}

define i32 @gets_out(i32 %n) {
; CHECK-LABEL: define i32 @gets_out(
; CHECK-NOT: written
; CHECK-NOT: sw.hook
; CHECK: ret i32
  %x = alloca i32
  call void @keep(ptr %x)
  %v = load i32, ptr %x
  %w = add i32 %v, 1
  ret i32 %w
}

define i32 @index(i32 %i, i32 %j) {
; CHECK-LABEL: define i32 @index(
; A shadow is written behind its variable, whose bounds are tested before. What may lie out of bounds stays as it is when
; it has been told of.
; CHECK: %written = alloca [16 x i8]
; CHECK: call void @llvm.memset.p0.i64(ptr{{.*}} %written, i8 0, i64 16,
; CHECK: store i32 1, ptr %p
; CHECK-NEXT: store i32 16843009, ptr %
; CHECK: call void @sw.hook(ptr null, ptr null, i64 %
; CHECK-NEXT: load i32, ptr %q
  %a = alloca [4 x i32], align 4
  %p = getelementptr [4 x i32], ptr %a, i64 0, i32 %i
  store i32 1, ptr %p
  %q = getelementptr [4 x i32], ptr %a, i64 0, i32 %j
  %v = load i32, ptr %q
  %w = add i32 %v, 1
  ret i32 %w
}

define i32 @outside(i32 %i) {
; CHECK-LABEL: define i32 @outside(
; What lies outside its variable is told of as that alone.
; CHECK: call void @sw.hook(ptr %q, ptr %a, i64 16, {{.*}}, i32 0, i32 6,
; CHECK-NEXT: load i32, ptr %q
; CHECK-NOT: sw.hook
; CHECK: ret i32
  %a = alloca [4 x i32], align 4
  %p = getelementptr [4 x i32], ptr %a, i64 0, i32 %i
  store i32 1, ptr %p
  %q = getelementptr [4 x i32], ptr %a, i64 0, i32 4
  %v = load i32, ptr %q
  %w = add i32 %v, 1
  ret i32 %w
}

define void @leaves(ptr %out, i32 %n) {
; CHECK-LABEL: define void @leaves(
; A scope that is left in two ways ends in one block, which is gone: the ways lead where they did in the source.
; CHECK: leave:
; CHECK-NEXT: br label %out.of.it
; CHECK: stay:
; CHECK-NEXT: br label %loop
; CHECK-NOT: switch
; CHECK: ret void
  %slot = alloca i32
  %x = alloca i32
  br label %loop
loop:
  call void @llvm.lifetime.start.p0(i64 4, ptr %x)
  store i32 %n, ptr %x
  %v = load i32, ptr %x
  store volatile i32 %v, ptr %out
  %stop = icmp eq i32 %v, 3
  br i1 %stop, label %leave, label %stay
leave:
  store i32 2, ptr %slot
  br label %cleanup
stay:
  store i32 0, ptr %slot
  br label %cleanup
cleanup:
  call void @llvm.lifetime.end.p0(i64 4, ptr %x)
  %where = load i32, ptr %slot
  switch i32 %where, label %out.of.it [
    i32 0, label %loop
  ]
out.of.it:
  ret void
}
