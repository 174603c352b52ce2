/* CUuuid, which the runtime API and the driver API share. */
#ifndef SOFTWARP_UUID_H
#define SOFTWARP_UUID_H

struct CUuuid_st {
    char bytes[16];
};
typedef struct CUuuid_st CUuuid;

#endif
