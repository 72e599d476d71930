// Preloaded into a program, this moves its clocks and its timers while it runs, as far as the file
// MOVED_CLOCKS says, and answers for the kernel which boot it is. A timer of a clock that is moved
// expires at its moment of the moved clock, and one that TFD_TIMER_CANCEL_ON_SET watches the wall
// clock with fails with ECANCELED when that is set, as with the kernel's own clocks.
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <dlfcn.h>
#include <fcntl.h>
#include <mutex>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

namespace {

constexpr int64_t second = 1000000000;
constexpr int descriptors = 4096;
constexpr int slots = 256;

// How far each clock is from the machine's, in nanoseconds; which boot it is; how often the wall
// clock was set.
struct Offsets {
    int64_t wall, elapsed, awake, boot, sets;
};

// The file: the offsets in force, by their number, among the last ones that there were.
struct File {
    int64_t number;
    Offsets last[slots];
};

struct Timer {
    clockid_t clock;
    int64_t moment;  // of the moved clock, in nanoseconds; 0: not armed
    bool isCancelledOnSet, isCancelled;
    timespec interval;
};

const volatile File *file = nullptr;
Timer timers[descriptors];
std::mutex lock;

Offsets offsets() {
    if (!file) return {};
    const volatile Offsets &now = file->last[file->number % slots];
    return {now.wall, now.elapsed, now.awake, now.boot, now.sets};
}

int64_t offset(clockid_t clock) {
    const Offsets now = offsets();
    switch (clock) {
        case CLOCK_REALTIME: return now.wall;
        case CLOCK_BOOTTIME: return now.elapsed;
        case CLOCK_MONOTONIC: return now.awake;
        default: return 0;
    }
}

int64_t nanoseconds(timespec time) {
    return time.tv_sec * second + time.tv_nsec;
}

timespec of(int64_t nanoseconds) {
    return {nanoseconds / second, nanoseconds % second};
}

// Arms the machine's timer for the moment at which the moved clock will show the timer's.
int arm(int descriptor, itimerspec *old = nullptr) {
    const Timer &timer = timers[descriptor];
    itimerspec value = {};
    if (timer.moment) {
        const int64_t moment = timer.isCancelled ? 1 : timer.moment - offset(timer.clock);
        value = {timer.interval, of(moment > 0 ? moment : 1)};
    }
    return static_cast<int>(
        syscall(SYS_timerfd_settime, descriptor, TFD_TIMER_ABSTIME, &value, old));
}

// Sees when the file has other offsets, and moves the timers with them.
void *follow(void *) {
    int64_t number = file->number;
    int64_t sets = offsets().sets;
    while (true) {
        const timespec pause = {0, 5000000};
        syscall(SYS_nanosleep, &pause, nullptr);
        if (file->number == number) continue;
        const std::lock_guard<std::mutex> guard(lock);
        number = file->number;
        const bool isSet = offsets().sets != sets;
        sets = offsets().sets;
        for (int descriptor = 0; descriptor < descriptors; descriptor++) {
            Timer &timer = timers[descriptor];
            if (!timer.moment) continue;
            if (isSet && timer.isCancelledOnSet) timer.isCancelled = true;
            arm(descriptor);
        }
    }
    return nullptr;
}

__attribute__((constructor)) void begin() {
    const char *path = getenv("MOVED_CLOCKS");
    const int descriptor = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (descriptor < 0) return;
    void *memory = mmap(nullptr, sizeof(File), PROT_READ, MAP_SHARED, descriptor, 0);
    close(descriptor);
    if (memory == MAP_FAILED) return;
    file = static_cast<const volatile File *>(memory);
    // The program's signals are none of this thread's.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t thread;
    pthread_create(&thread, nullptr, follow, nullptr);
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

}  // namespace

extern "C" int clock_gettime(clockid_t clock, timespec *time) noexcept {
    const int result = static_cast<int>(syscall(SYS_clock_gettime, clock, time));
    if (result == 0) *time = of(nanoseconds(*time) + offset(clock));
    return result;
}

extern "C" int gettimeofday(timeval *time, void *) noexcept {
    timespec now;
    const int result = clock_gettime(CLOCK_REALTIME, &now);
    *time = {now.tv_sec, now.tv_nsec / 1000};
    return result;
}

extern "C" int timerfd_create(clockid_t clock, int flags) noexcept {
    const int descriptor = static_cast<int>(syscall(SYS_timerfd_create, clock, flags));
    if (descriptor >= 0 && descriptor < descriptors) {
        const std::lock_guard<std::mutex> guard(lock);
        timers[descriptor] = {clock, 0, false, false, {}};
    }
    return descriptor;
}

extern "C" int timerfd_settime(
    int descriptor, int flags, const itimerspec *value, itimerspec *old) noexcept {
    const std::lock_guard<std::mutex> guard(lock);
    Timer &timer = timers[descriptor];
    timespec now = {};
    if (!(flags & TFD_TIMER_ABSTIME)) clock_gettime(timer.clock, &now);
    const int64_t length = nanoseconds(value->it_value);
    timer.moment = length ? nanoseconds(now) + length : 0;
    timer.interval = value->it_interval;
    timer.isCancelledOnSet = flags & TFD_TIMER_CANCEL_ON_SET;
    timer.isCancelled = false;
    return arm(descriptor, old);
}

extern "C" ssize_t read(int descriptor, void *buffer, size_t size) {
    const ssize_t count = syscall(SYS_read, descriptor, buffer, size);
    if (count != sizeof(uint64_t) || descriptor >= descriptors) return count;
    const std::lock_guard<std::mutex> guard(lock);
    if (!timers[descriptor].isCancelled) return count;
    timers[descriptor].isCancelled = false;
    errno = ECANCELED;
    return -1;
}

extern "C" int sd_id128_get_boot(unsigned char *id) {
    using Function = int (*)(unsigned char *);
    static const auto original = reinterpret_cast<Function>(dlsym(RTLD_NEXT, "sd_id128_get_boot"));
    const int result = original(id);
    if (result == 0) id[15] = static_cast<unsigned char>(id[15] + offsets().boot);
    return result;
}
