/* Access from one device to another's memory (CUDA Runtime API, "Peer Device Memory Access"), and devices by PCI bus
 * id.
 *
 * All devices share one memory, so access needs no enabling; who enabled what is kept only to answer as CUDA does.
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "device/device.h"
#include "device/peer.h"
#include "os/thread/lock.h"
#include "report/error.h"

#define BUS_ID_BYTES 13 /* "0000:00:00.0" and its end */

static struct swrt_mutex lock = SWRT_MUTEX_FREE;
static bool enabled[SWRT_MAX_DEVICES][SWRT_MAX_DEVICES];

void swrt_peer_reset_device(int device) {
    swrt_mutex_lock(&lock);
    memset(enabled[device], 0, sizeof enabled[device]);
    swrt_mutex_unlock(&lock);
}

static cudaError_t check_pair(int device, int peer) {
    if (swrt_device_valid(device) && swrt_device_valid(peer))
        return cudaSuccess;
    return swrt_because(cudaErrorInvalidDevice, "devices %d and %d of %d", device, peer, swrt_device_count());
}

static cudaError_t can_access(int *can, int device, int peer) {
    if (!can)
        return cudaErrorInvalidValue;
    SWRT_TRY(check_pair(device, peer));
    *can = device != peer;
    return cudaSuccess;
}

cudaError_t cudaDeviceCanAccessPeer(int *canAccessPeer, int device, int peerDevice) {
    return swrt_fail(can_access(canAccessPeer, device, peerDevice));
}

/* Sets whether the current device's access is enabled; `wrong` is the error when it already is as wanted. */
static cudaError_t set_access(int peer, bool wanted, cudaError_t wrong) {
    int device = swrt_current_device();
    cudaError_t error = wrong;
    SWRT_TRY(swrt_check_device());
    SWRT_TRY(check_pair(device, peer));
    if (device == peer)
        return wanted ? cudaErrorPeerAccessUnsupported : wrong;
    swrt_mutex_lock(&lock);
    if (enabled[device][peer] != wanted) {
        enabled[device][peer] = wanted;
        error = cudaSuccess;
    }
    swrt_mutex_unlock(&lock);
    return error;
}

cudaError_t cudaDeviceEnablePeerAccess(int peerDevice, unsigned int flags) {
    if (flags)
        return swrt_fail(cudaErrorInvalidValue);
    return swrt_fail(set_access(peerDevice, true, cudaErrorPeerAccessAlreadyEnabled));
}

cudaError_t cudaDeviceDisablePeerAccess(int peerDevice) {
    return swrt_fail(set_access(peerDevice, false, cudaErrorPeerAccessNotEnabled));
}

static cudaError_t get_p2p_attribute(int *value, enum cudaDeviceP2PAttr attribute, int device, int peer) {
    if (!value)
        return cudaErrorInvalidValue;
    SWRT_TRY(check_pair(device, peer));
    if (device == peer)
        return swrt_because(cudaErrorInvalidDevice, "device %d with itself", device);
    switch (attribute) {
    case cudaDevP2PAttrPerformanceRank:
        *value = 0;
        return cudaSuccess;
    case cudaDevP2PAttrAccessSupported:
    case cudaDevP2PAttrNativeAtomicSupported:
        *value = 1;
        return cudaSuccess;
    case cudaDevP2PAttrCudaArrayAccessSupported:
    case cudaDevP2PAttrOnlyPartialNativeAtomicSupported:
        *value = 0;
        return cudaSuccess;
    }
    return cudaErrorInvalidValue;
}

cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attr, int srcDevice, int dstDevice) {
    return swrt_fail(get_p2p_attribute(value, attr, srcDevice, dstDevice));
}

static cudaError_t get_bus_id(char *text, int size, int device) {
    if (!text || size < BUS_ID_BYTES)
        return cudaErrorInvalidValue;
    SWRT_TRY(check_pair(device, device));
    const struct cudaDeviceProp *p = swrt_device_properties(device);
    snprintf(text, (size_t)size, "%04x:%02x:%02x.0", p->pciDomainID & 0xffff, p->pciBusID & 0xff,
             p->pciDeviceID & 0xff);
    return cudaSuccess;
}

cudaError_t cudaDeviceGetPCIBusId(char *pciBusId, int len, int device) {
    return swrt_fail(get_bus_id(pciBusId, len, device));
}

/* [domain:]bus:device[.function], in hexadecimal. */
static bool parse_bus_id(const char *text, unsigned *domain, unsigned *bus, unsigned *device) {
    int end = 0;
    unsigned function = 0;
    if (sscanf(text, "%x:%x:%x%n.%x%n", domain, bus, device, &end, &function, &end) >= 3)
        return !text[end];
    *domain = 0;
    return sscanf(text, "%x:%x%n.%x%n", bus, device, &end, &function, &end) >= 2 && !text[end];
}

static cudaError_t get_by_bus_id(int *device, const char *text) {
    unsigned domain, bus, slot;
    if (!device || !text || !parse_bus_id(text, &domain, &bus, &slot))
        return cudaErrorInvalidValue;
    for (int i = 0; i < swrt_device_count(); i++) {
        const struct cudaDeviceProp *p = swrt_device_properties(i);
        if ((unsigned)p->pciDomainID != domain || (unsigned)p->pciBusID != bus || (unsigned)p->pciDeviceID != slot)
            continue;
        *device = i;
        return cudaSuccess;
    }
    return swrt_because(cudaErrorInvalidDevice, "no device has the bus id %s", text);
}

cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *pciBusId) {
    return swrt_fail(get_by_bus_id(device, pciBusId));
}
