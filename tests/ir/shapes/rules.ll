; One rule after another, control flow aside.
; RUN: %softwarp-cc %s --print=shapes | FileCheck %s --match-full-lines
; RUN: %softwarp-cc %s --print=shapes-anyhow | FileCheck %s --match-full-lines --check-prefix=ANYHOW
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.z()
declare i32 @llvm.nvvm.read.ptx.sreg.laneid()
declare i32 @llvm.nvvm.read.ptx.sreg.warpid()
declare i32 @llvm.nvvm.read.ptx.sreg.lanemask.lt()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.clock()
declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32)
declare i32 @llvm.nvvm.barrier0.popc(i32)
declare i32 @llvm.umin.i32(i32, i32)
declare i32 @llvm.usub.sat.i32(i32, i32)
declare float @llvm.sqrt.f32(float)
declare float @__nv_sinf(float) memory(none)
declare i32 @__sw_atomic_add_i32_device(ptr, i32)
declare ptr @sw.block()
declare i32 @pure(i32) memory(none)
declare i32 @impure(i32)
declare void @llvm.assume(i1)

; CHECK-LABEL: shapes of 'which'
; CHECK-NEXT: entry:
; CHECK-NEXT: %mine affine 1, of 32, below 1024
; ANYHOW-LABEL: shapes of 'which'
; ANYHOW: %mine varying
define internal i32 @which() noinline memory(none) {
entry:
  %mine = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  ret i32 %mine
}

; CHECK-LABEL: shapes of 'square'
; CHECK-NEXT: entry:
; CHECK-NEXT: %squared uniform
define internal i32 @square(i32 %x) noinline memory(none) {
entry:
  %squared = mul i32 %x, %x
  ret i32 %squared
}

; CHECK-LABEL: shapes of 'registers'
; CHECK-NEXT: entry:
; CHECK-NEXT: %x affine 1, of 32, below 1024
; CHECK-NEXT: %y uniform, below 1024
; CHECK-NEXT: %z uniform, below 64
; CHECK-NEXT: %lane affine 1, 0
; CHECK-NEXT: %warp uniform, below 32
; CHECK-NEXT: %mask varying
; CHECK-NEXT: %block.y uniform, below 65536
; CHECK-NEXT: %clock uniform
; CHECK-NEXT: %leader varying
; CHECK-NEXT: %quarter varying
; CHECK-NEXT: %same uniform, 0
; ANYHOW-LABEL: shapes of 'registers'
; ANYHOW: %x varying
; ANYHOW: %y varying
; ANYHOW: %z varying
define void @registers() {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %z = call i32 @llvm.nvvm.read.ptx.sreg.tid.z()
  %lane = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %warp = call i32 @llvm.nvvm.read.ptx.sreg.warpid()
  %mask = call i32 @llvm.nvvm.read.ptx.sreg.lanemask.lt()
  %block.y = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %clock = call i32 @llvm.nvvm.read.ptx.sreg.clock()
  %leader = icmp eq i32 %lane, 0
  %quarter = lshr i32 %lane, 3
  %same = lshr i32 %lane, 5
  ret void
}

; CHECK-LABEL: shapes of 'calls'
; CHECK-NEXT: entry:
; CHECK-NEXT: %x affine 1, 0
; CHECK-NEXT: %block uniform
; CHECK-NEXT: %root uniform
; CHECK-NEXT: %sine uniform
; CHECK-NEXT: %least uniform
; CHECK-NEXT: %least.x affine 1, unsigned, under a test, tested
; CHECK-NEXT: %less.x varying
; CHECK-NEXT: %computed uniform
; CHECK-NEXT: %computed.x varying
; CHECK-NEXT: %done varying
; CHECK-NEXT: %squared uniform
; CHECK-NEXT: %who varying
; CHECK-NEXT: %old varying
; CHECK-NEXT: %shuffled uniform
; CHECK-NEXT: %counted uniform
define void @calls(ptr %p, i32 %n, float %f, i1 %c) {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %block = call ptr @sw.block()
  %root = call float @llvm.sqrt.f32(float %f)
  %sine = call float @__nv_sinf(float %f)
  %least = call i32 @llvm.umin.i32(i32 %n, i32 7)
  %least.x = call i32 @llvm.umin.i32(i32 %x, i32 7)
  %less.x = call i32 @llvm.usub.sat.i32(i32 %x, i32 7)
  %computed = call i32 @pure(i32 %n)
  %computed.x = call i32 @pure(i32 %x)
  %done = call i32 @impure(i32 %n)
  %squared = call i32 @square(i32 %n)
  %who = call i32 @which()
  %old = call i32 @__sw_atomic_add_i32_device(ptr %p, i32 1)
  %shuffled = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %n, i32 0, i32 31)
  %counted = call i32 @llvm.nvvm.barrier0.popc(i32 %x)
  call void @llvm.assume(i1 %c)
  ret void
}

; CHECK-LABEL: shapes of 'memory'
; CHECK-NEXT: entry:
; CHECK-NEXT: %one affine 4
; CHECK-NEXT: %many affine 4
; CHECK-NEXT: %few affine 40
; CHECK-NEXT: %some varying
; CHECK-NEXT: %x affine 1, 0
; CHECK-NEXT: %wide affine 1, 0
; CHECK-NEXT: %fixed uniform
; CHECK-NEXT: %plain uniform
; CHECK-NEXT: %volatile uniform
; CHECK-NEXT: %atomic uniform
; CHECK-NEXT: %member affine 4
; CHECK-NEXT: %indexed affine 132
; CHECK-NEXT: %third varying
; CHECK-NEXT: %beside affine 48
; CHECK-NEXT: %own varying
; CHECK-NEXT: %at affine 4
; CHECK-NEXT: %near affine 4
; CHECK-NEXT: %number affine 4, wraps
; CHECK-NEXT: %pointer affine 4
; CHECK-NEXT: %narrow varying
; CHECK-NEXT: %cell affine 4
; CHECK-NEXT: %swapped varying
; CHECK-NEXT: later:
; CHECK-NEXT: %late varying
define void @memory(ptr %p, i32 %n) {
entry:
  %one = alloca float
  %many = alloca [3 x i32], align 16
  %few = alloca i64, i32 5
  %some = alloca float, i32 %n
  %x = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %wide = zext i32 %x to i64
  %fixed = load i32, ptr %p, !invariant.load !0
  %plain = load i32, ptr %p
  %volatile = load volatile i32, ptr %p
  %atomic = load atomic i32, ptr %p monotonic, align 4
  %member = getelementptr [3 x i32], ptr %many, i64 0, i64 2
  %indexed = getelementptr [3 x i32], ptr %many, i64 0, i64 %wide
  %third = load i32, ptr %indexed
  %beside = getelementptr i64, ptr %few, i64 %wide
  store ptr %few, ptr %p
  %own = load float, ptr %one
  %at = getelementptr i32, ptr %p, i64 %wide
  %near = addrspacecast ptr %at to ptr addrspace(3)
  %number = ptrtoint ptr %at to i64
  %pointer = inttoptr i64 %number to ptr
  %narrow = inttoptr i32 %x to ptr
  %cell = getelementptr i32, ptr %p, i32 %x
  %swapped = atomicrmw add ptr %p, i32 1 monotonic
  br label %later
later:
  %late = alloca i32
  ret void
}

; CHECK-LABEL: shapes of 'arithmetic'
; CHECK-NEXT: entry:
; CHECK-NEXT: %x affine 1, 0
; CHECK-NEXT: %frozen affine 1, wraps
; CHECK-NEXT: %next affine 1, 1
; CHECK-NEXT: %chosen affine 1, below 2
; CHECK-NEXT: %double affine 2, 0
; CHECK-NEXT: %mixed varying
; CHECK-NEXT: %fixed varying
; CHECK-NEXT: %first varying
; CHECK-NEXT: %by.lane varying
; CHECK-NEXT: %squared varying
; CHECK-NEXT: %scaled varying
; CHECK-NEXT: %tenfold affine 10, 0
; CHECK-NEXT: %power varying
; CHECK-NEXT: %too.far varying
; CHECK-NEXT: %gone uniform, 0
; CHECK-NEXT: %wide varying
; CHECK-NEXT: %bit varying
; CHECK-NEXT: %float varying
; CHECK-NEXT: %vector varying
; CHECK-NEXT: %half uniform
; CHECK-NEXT: %opposite affine -1, wraps, 0
; CHECK-NEXT: %none uniform, 0
define void @arithmetic(i32 %n, i1 %c, i128 %huge, <2 x i32> %pair) {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %frozen = freeze i32 %x
  %next = add i32 %x, 1
  %chosen = select i1 %c, i32 %x, i32 %next
  %double = shl i32 %x, 1
  %mixed = select i1 %c, i32 %x, i32 %double
  %fixed = select i1 %c, i32 %x, i32 %n
  %first = icmp eq i32 %x, 0
  %by.lane = select i1 %first, i32 1, i32 2
  %squared = mul i32 %x, %x
  %scaled = mul i32 %x, %n
  %tenfold = mul i32 %x, 10
  %power = shl i32 1, %x
  %too.far = shl i32 %x, 32
  %gone = mul i32 %x, 0
  %wide = zext i32 %x to i128
  %bit = trunc i32 %x to i1
  %float = uitofp i32 %x to float
  %vector = insertelement <2 x i32> %pair, i32 %x, i32 0
  %half = lshr <2 x i32> %pair, <i32 1, i32 1>
  %opposite = sub i32 0, %x
  %none = add i32 %x, %opposite
  ret void
}
!0 = !{}
