/* What the Systemd library reaches beyond Swift's Glibc module: libsystemd, the kernel's
   descriptors for timers and file-system events, the clock, and the C library's allocator. */
#pragma once

#define SD_JOURNAL_SUPPRESS_LOCATION 1

#include <systemd/sd-bus.h>
#include <systemd/sd-daemon.h>
#include <systemd/sd-id128.h>
#include <systemd/sd-journal.h>

#include <malloc.h>
#include <sys/inotify.h>
#include <sys/timerfd.h>
#include <sys/timex.h>
