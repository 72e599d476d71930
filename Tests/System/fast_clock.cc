// Preloaded into a program, this makes CLOCK_BOOTTIME and the timers of that clock run FAST_CLOCK
// times as fast, and no other clock. What libfaketime leaves out is exactly such timers.
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

namespace {

constexpr long second = 1000000000;
constexpr int descriptors = 4096;
bool isFast[descriptors];

long speed() {
    static const long value = getenv("FAST_CLOCK") ? atol(getenv("FAST_CLOCK")) : 1;
    return value > 0 ? value : 1;
}

long nanoseconds(timespec time) {
    return time.tv_sec * second + time.tv_nsec;
}

timespec of(long nanoseconds) {
    return {nanoseconds / second, nanoseconds % second};
}

// Nothing but zero means "off" to a timer.
timespec slowed(timespec time) {
    long whole = nanoseconds(time);
    return of(whole ? (whole + speed() - 1) / speed() : 0);
}

}  // namespace

extern "C" int clock_gettime(clockid_t clock, timespec *time) noexcept {
    int result = static_cast<int>(syscall(SYS_clock_gettime, clock, time));
    if (result == 0 && clock == CLOCK_BOOTTIME) *time = of(nanoseconds(*time) * speed());
    return result;
}

extern "C" int timerfd_create(int clock, int flags) noexcept {
    int descriptor = static_cast<int>(syscall(SYS_timerfd_create, clock, flags));
    if (descriptor >= 0 && descriptor < descriptors) isFast[descriptor] = clock == CLOCK_BOOTTIME;
    return descriptor;
}

extern "C" int timerfd_settime(
    int descriptor, int flags, const itimerspec *value, itimerspec *old) noexcept {
    itimerspec changed = *value;
    if (descriptor >= 0 && descriptor < descriptors && isFast[descriptor]) {
        changed = {slowed(value->it_interval), slowed(value->it_value)};
    }
    return static_cast<int>(syscall(SYS_timerfd_settime, descriptor, flags, &changed, old));
}
