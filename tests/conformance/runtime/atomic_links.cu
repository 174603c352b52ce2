// FEW-WAYS
// NO-GPU: which atomic functions a link does depends on the machine
// What the links say about atomic functions, and notices of devices.
// ENV: SOFTWARP_DEVICES=2
#include "../conformance.h"

static void notice(cudaAsyncNotificationInfo_t *, void *, cudaAsyncCallbackHandle_t) {}

int main()
{
    cudaAtomicOperation operations[] = {cudaAtomicOperationIntegerAdd, cudaAtomicOperationCAS, cudaAtomicOperationFloatMin};
    unsigned found[3] = {9999, 9999, 9999};
    CHECK(cudaDeviceGetHostAtomicCapabilities(found, operations, 3, 0));
    EXPECT(found[0] & cudaAtomicCapabilityScalar64);
    EXPECT(found[1] & cudaAtomicCapabilityScalar128);
    EXPECT_EQ(found[2], 0u);
    CHECK(cudaDeviceGetP2PAtomicCapabilities(found, operations, 1, 0, 1));
    EXPECT_ERROR(cudaDeviceGetP2PAtomicCapabilities(found, operations, 1, 0, 2), cudaErrorInvalidDevice);
    EXPECT_ERROR(cudaDeviceGetHostAtomicCapabilities(found, operations, 0, 0), cudaErrorInvalidValue);
    operations[0] = cudaAtomicOperation(13);
    EXPECT_ERROR(cudaDeviceGetHostAtomicCapabilities(found, operations, 1, 0), cudaErrorInvalidValue);

    cudaAsyncCallbackHandle_t a, b;
    CHECK(cudaDeviceRegisterAsyncNotification(0, notice, nullptr, &a));
    CHECK(cudaDeviceRegisterAsyncNotification(1, notice, nullptr, &b));
    EXPECT_ERROR(cudaDeviceUnregisterAsyncNotification(1, a), cudaErrorInvalidValue);
    CHECK(cudaDeviceUnregisterAsyncNotification(0, a));
    CHECK(cudaDeviceUnregisterAsyncNotification(1, b));
    EXPECT_ERROR(cudaDeviceUnregisterAsyncNotification(1, b), cudaErrorInvalidValue);
    EXPECT_ERROR(cudaDeviceRegisterAsyncNotification(0, nullptr, nullptr, &a), cudaErrorInvalidValue);
    return finish();
}
