/* Device pointers go to MPI as they are: pairs, rings, collectives, windows, and a message for each size that the
 * transport between processes of one machine treats differently. */
#include "kernels.h"

#include <cstdio>
#include <cstdlib>
#include <mpi.h>
#include <unistd.h>
#include <sys/wait.h>

static int rank, ranks;

static void expect(bool holds, const char *what, int detail)
{
    if (holds)
        return;
    fprintf(stderr, "rank %d: %s (%d)\n", rank, what, detail);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static void expect_filled(const int *memory, int count, int first, const char *what)
{
    int at = first_difference(memory, count, first);
    expect(at < 0, what, at);
}

/* To the next rank and from the one before: eagerly sent, in pieces, and copied by the kernel in one. */
static void ring(int count)
{
    int *mine = device_memory(count), *theirs = device_memory(count), next = (rank + 1) % ranks;
    int before = (rank + ranks - 1) % ranks;
    fill(mine, count, rank * 1000);
    MPI_Sendrecv(mine, count, MPI_INT, next, 7, theirs, count, MPI_INT, before, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    expect_filled(theirs, count, before * 1000, "Sendrecv");
    MPI_Request requests[2];
    fill(theirs, count, 0);
    MPI_Irecv(theirs, count, MPI_INT, next, 8, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(mine, count, MPI_INT, before, 8, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    expect_filled(theirs, count, next * 1000, "Isend, Irecv");
    release(mine);
    release(theirs);
}

static void reduce(int count)
{
    int *mine = device_memory(count), *sum = device_memory(count), *one = device_memory(count);
    fill(mine, count, rank);
    for (int k = 1; k < ranks; k++) { /* ranks times i, so that the sum is no line of step 1 */
        fill(one, count, 0);
        add(mine, one, count);
    }
    MPI_Allreduce(mine, sum, count, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    int *most = managed_memory(count);
    MPI_Reduce(sum, most, count, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    for (int i = 0; rank == 0 && i < count; i++)
        expect(most[i] == ranks * ((ranks - 1) + i * ranks), "Allreduce, Reduce", i);
    MPI_Allreduce(MPI_IN_PLACE, sum, count, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    release(mine);
    release(sum);
    release(one);
    release(most);
}

static void exchange(int count)
{
    int *out = device_memory(count * ranks), *in = device_memory(count * ranks), *all = device_memory(count * ranks);
    for (int to = 0; to < ranks; to++)
        fill(out + to * count, count, 100 * rank + to);
    MPI_Alltoall(out, count, MPI_INT, in, count, MPI_INT, MPI_COMM_WORLD);
    for (int from = 0; from < ranks; from++)
        expect_filled(in + from * count, count, 100 * from + rank, "Alltoall");
    MPI_Allgather(out, count, MPI_INT, all, count, MPI_INT, MPI_COMM_WORLD);
    for (int from = 0; from < ranks; from++)
        expect_filled(all + from * count, count, 100 * from, "Allgather");
    MPI_Bcast(all, count, MPI_INT, ranks - 1, MPI_COMM_WORLD);
    expect_filled(all, count, 0, "Bcast");
    release(out);
    release(in);
    release(all);
}

/* One-sided: device memory is a window; each rank writes to the next one's and reads the one before's. */
static void window(int count)
{
    int *memory = device_memory(2 * count), *mine = device_memory(count), next = (rank + 1) % ranks;
    fill(memory, 2 * count, 0);
    fill(mine, count, 10 * rank);
    MPI_Win win;
    MPI_Win_create(memory, 2 * count * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Put(mine, count, MPI_INT, next, count, count, MPI_INT, win);
    MPI_Win_fence(0, win);
    expect_filled(memory + count, count, 10 * ((rank + ranks - 1) % ranks), "Put");
    MPI_Get(mine, count, MPI_INT, next, count, count, MPI_INT, win);
    MPI_Win_fence(0, win);
    expect_filled(mine, count, 10 * rank, "Get");
    MPI_Win_free(&win);
    release(memory);
    release(mine);
}

/* A column of a matrix in device memory, described by a derived type. */
static void column(int rows)
{
    enum { COLUMNS = 5 };
    int *matrix = managed_memory(rows * COLUMNS), *flat = managed_memory(rows);
    fill(matrix, rows * COLUMNS, rank);
    MPI_Datatype type;
    MPI_Type_vector(rows, 1, COLUMNS, MPI_INT, &type);
    MPI_Type_commit(&type);
    int next = (rank + 1) % ranks, before = (rank + ranks - 1) % ranks;
    MPI_Sendrecv(matrix + 2, 1, type, next, 9, flat, rows, MPI_INT, before, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < rows; i++)
        expect(flat[i] == before + i * COLUMNS + 2, "derived type", i);
    MPI_Type_free(&type);
    release(matrix);
    release(flat);
}

/* A process that started workers may start others. */
static void child()
{
    int status = -1;
    pid_t pid = fork();
    if (pid == 0)
        _exit(3);
    waitpid(pid, &status, 0);
    expect(WIFEXITED(status) && WEXITSTATUS(status) == 3, "fork", status);
}

int main(int argc, char **argv)
{
    MPI_Comm local;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &local);
    int local_rank, devices;
    MPI_Comm_rank(local, &local_rank);
    devices = use_device(local_rank);
    for (int count : {1, 33, 1000, 5000, 300000, 2000000})
        ring(count);
    reduce(1001);
    reduce(200000);
    exchange(50000);
    window(100000);
    column(3000);
    child();
    int least = workers(), most;
    MPI_Allreduce(MPI_IN_PLACE, &least, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    most = workers();
    MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d ranks, %d devices, %d to %d workers: right\n", ranks, devices, least, most);
    MPI_Finalize();
    return 0;
}
