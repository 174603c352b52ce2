; What a warp is asked is uniform when every lane that runs gets the same answer: with one mask, votes, reductions,
; matches of all, and shuffles from one lane of the whole warp. Under divergence, too: it is those lanes' answer. Lanes
; that go round a cycle of two entries do not run together.
; RUN: %softwarp-cc %s --print=shapes-anyhow | FileCheck %s --match-full-lines
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i1 @llvm.nvvm.vote.any.sync(i32, i1)
declare i1 @llvm.nvvm.vote.all.sync(i32, i1)
declare i1 @llvm.nvvm.vote.uni.sync(i32, i1)
declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1)
declare i32 @llvm.nvvm.match.any.sync.i32(i32, i32)
declare { i32, i1 } @llvm.nvvm.match.all.sync.i32p(i32, i32)
declare i32 @llvm.nvvm.redux.sync.add(i32, i32)
declare i32 @llvm.nvvm.activemask()
declare i32 @__sw_legacy_any(i32)
declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32)
declare { i32, i1 } @llvm.nvvm.shfl.sync.idx.i32p(i32, i32, i32, i32)
declare i32 @llvm.nvvm.shfl.sync.up.i32(i32, i32, i32, i32)
declare i32 @__sw_legacy_shfl_idx(i32, i32, i32)

; CHECK-LABEL: shapes of 'votes'
; CHECK-NEXT: entry:
; CHECK-NEXT: %x varying
; CHECK-NEXT: %c varying
; CHECK-NEXT: %any uniform
; CHECK-NEXT: %all uniform
; CHECK-NEXT: %uni uniform
; CHECK-NEXT: %ballot uniform
; CHECK-NEXT: %half uniform
; CHECK-NEXT: %sum uniform
; CHECK-NEXT: %alike uniform
; CHECK-NEXT: %first uniform
; CHECK-NEXT: %active uniform
; CHECK-NEXT: %legacy uniform
; CHECK-NEXT: %groups varying
; CHECK-NEXT: %any.group varying
; CHECK-NEXT: %ballot.group varying
; CHECK-NEXT: %sum.group varying
; CHECK-NEXT: %alike.group varying
define void @votes(i32 %mask, ptr %p) {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp sgt i32 %x, 3
  %any = call i1 @llvm.nvvm.vote.any.sync(i32 -1, i1 %c)
  %all = call i1 @llvm.nvvm.vote.all.sync(i32 %mask, i1 %c)
  %uni = call i1 @llvm.nvvm.vote.uni.sync(i32 -1, i1 %c)
  %ballot = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %c)
  %half = call i32 @llvm.nvvm.vote.ballot.sync(i32 %ballot, i1 %c)
  %sum = call i32 @llvm.nvvm.redux.sync.add(i32 %x, i32 -1)
  %alike = call { i32, i1 } @llvm.nvvm.match.all.sync.i32p(i32 -1, i32 %x)
  %first = extractvalue { i32, i1 } %alike, 0
  %active = call i32 @llvm.nvvm.activemask()
  %legacy = call i32 @__sw_legacy_any(i32 %x)
  %groups = call i32 @llvm.nvvm.match.any.sync.i32(i32 -1, i32 %x)
  %any.group = call i1 @llvm.nvvm.vote.any.sync(i32 %groups, i1 %c)
  %ballot.group = call i32 @llvm.nvvm.vote.ballot.sync(i32 %x, i1 true)
  %sum.group = call i32 @llvm.nvvm.redux.sync.add(i32 1, i32 %groups)
  %alike.group = call { i32, i1 } @llvm.nvvm.match.all.sync.i32p(i32 %groups, i32 1)
  ret void
}

; CHECK-LABEL: shapes of 'shuffles'
; CHECK-NEXT: entry:
; CHECK-NEXT: %x varying
; CHECK-NEXT: %one uniform
; CHECK-NEXT: %pair uniform
; CHECK-NEXT: %legacy uniform
; CHECK-NEXT: %from varying
; CHECK-NEXT: %segments varying
; CHECK-NEXT: %clamped varying
; CHECK-NEXT: %unknown varying
; CHECK-NEXT: %group varying
; CHECK-NEXT: %up varying
define void @shuffles(i32 %n, i32 %width) {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %one = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %x, i32 %n, i32 31)
  %pair = call { i32, i1 } @llvm.nvvm.shfl.sync.idx.i32p(i32 -1, i32 %x, i32 3, i32 31)
  %legacy = call i32 @__sw_legacy_shfl_idx(i32 %x, i32 %n, i32 31)
  %from = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %x, i32 %x, i32 31)
  %segments = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %x, i32 %n, i32 6175)
  %clamped = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %x, i32 %n, i32 15)
  %unknown = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %x, i32 %n, i32 %width)
  %group = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %x, i32 %x, i32 %n, i32 31)
  %up = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %x, i32 1, i32 0)
  ret void
}

; The lanes of the branch agree; behind it the others know nothing of that.
;   entry -> yes, done;  yes -> done
; CHECK-LABEL: shapes of 'branch'
; CHECK-NEXT: entry: divergent-branch
; CHECK-NEXT: %x varying
; CHECK-NEXT: %c varying
; CHECK-NEXT: yes:
; CHECK-NEXT: %these uniform
; CHECK-NEXT: done: join
; CHECK-NEXT: %mixed varying
define void @branch() {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp sgt i32 %x, 3
  br i1 %c, label %yes, label %done
yes:
  %these = call i32 @llvm.nvvm.activemask()
  br label %done
done:
  %mixed = phi i32 [ 0, %entry ], [ %these, %yes ]
  ret void
}

; A loop that goes on while one lane wants to is left by all at once; one that each lane leaves on its own has another
; answer in each turn.
;   entry -> loop -> loop, behind;  behind -> alone -> alone, done
; CHECK-LABEL: shapes of 'loops'
; CHECK-NEXT: entry:
; CHECK-NEXT: %x varying
; CHECK-NEXT: loop:
; CHECK-NEXT: %i uniform
; CHECK-NEXT: %i.next uniform
; CHECK-NEXT: %wants varying
; CHECK-NEXT: %goes uniform
; CHECK-NEXT: behind:
; CHECK-NEXT: %turns uniform
; CHECK-NEXT: alone: divergent-branch divergent-loop
; CHECK-NEXT: %k uniform
; CHECK-NEXT: %k.next uniform
; CHECK-NEXT: %left uniform
; CHECK-NEXT: %stays varying
; CHECK-NEXT: done: join
; CHECK-NEXT: %last varying
define void @loops() {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %i.next = add i32 %i, 1
  %wants = icmp slt i32 %i.next, %x
  %goes = call i1 @llvm.nvvm.vote.any.sync(i32 -1, i1 %wants)
  br i1 %goes, label %loop, label %behind
behind:
  %turns = phi i32 [ %i.next, %loop ]
  br label %alone
alone:
  %k = phi i32 [ 0, %behind ], [ %k.next, %alone ]
  %k.next = add i32 %k, 1
  %left = call i32 @llvm.nvvm.activemask()
  %stays = icmp slt i32 %k.next, %x
  br i1 %stays, label %alone, label %done
done:
  %last = phi i32 [ %left, %alone ]
  ret void
}

; Lanes enter at `a` or at `b` and go round apart.
;   entry -> a, b;  a -> b;  b -> a, done
; CHECK-LABEL: shapes of 'divergent_cycle'{{.*}}
; CHECK: %here varying
define void @divergent_cycle() {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp sgt i32 %x, 3
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %here = call i32 @llvm.nvvm.activemask()
  %again = icmp slt i32 %here, %x
  br i1 %again, label %a, label %done
done:
  ret void
}

; Barriers of different numbers have answers of their own.
declare i32 @__sw_barrier_popc(i32, i32, i32)
; CHECK-LABEL: shapes of 'barriers'
; CHECK: %one uniform
; CHECK-NEXT: %several varying
define void @barriers(i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %one = call i32 @__sw_barrier_popc(i32 1, i32 %n, i32 64)
  %several = call i32 @__sw_barrier_popc(i32 1, i32 %tid, i32 64)
  ret void
}
