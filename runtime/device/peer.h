/* Peer access between devices. */
#ifndef SWRT_PEER_H
#define SWRT_PEER_H

void swrt_peer_reset_device(int device); /* cudaDeviceReset */

#endif
