// Preloaded into a program, this makes the disk below FAULTY_PATH fail, or kills the program in the
// middle of what it does there. The first line of the file FAULTY_DISK says what is to happen, and
// may be another one at any time:
//
//     ACTION OPERATIONS ERRNO AFTER TIMES
//
// From the operation on before which there were AFTER of them, `fail` lets TIMES of them (-1: all)
// end with ERRNO. `kill` ends the program with SIGKILL in place of one, `tear` after half of it was
// written. OPERATIONS is `sync`, `write`, `name` (files made, renamed, removed) or `any`.
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <mutex>
#include <string>

namespace {

struct Plan {
    char action[8] = "";
    char operations[8] = "";
    int error = 0;
    long after = 0;
    long times = 0;
};

std::mutex counting;
std::string text;
Plan plan;
long met = 0;

std::string contents(const char *path) {
    char bytes[256] = "";
    int file = static_cast<int>(syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC));
    if (file < 0) return "";
    ssize_t count = read(file, bytes, sizeof bytes - 1);
    close(file);
    return std::string(bytes, count > 0 ? static_cast<size_t>(count) : 0);
}

bool isBelow(const char *path) {
    const char *place = getenv("FAULTY_PATH");
    if (!place) return false;
    std::string name = path;
    if (name[0] != '/') {
        char here[4096];
        if (getcwd(here, sizeof here)) name = std::string(here) + "/" + name;
    }
    return name.compare(0, strlen(place), place) == 0;
}

bool isBelow(int file) {
    char path[4096];
    std::string link = "/proc/self/fd/" + std::to_string(file);
    ssize_t count = syscall(SYS_readlinkat, AT_FDCWD, link.c_str(), path, sizeof path - 1);
    if (count < 0) return false;
    path[count] = 0;
    return isBelow(path);
}

void end() {
    syscall(SYS_kill, getpid(), SIGKILL);
    for (;;) pause();
}

enum class Fate { normal, fails, torn };

Fate fate(const char *operation) {
    const char *control = getenv("FAULTY_DISK");
    if (!control) return Fate::normal;
    std::lock_guard<std::mutex> guard(counting);
    std::string now = contents(control);
    if (now != text) {
        text = now;
        plan = Plan();
        met = 0;
        sscanf(text.c_str(), "%7s %7s %d %ld %ld", plan.action, plan.operations, &plan.error,
               &plan.after, &plan.times);
    }
    if (strcmp(plan.operations, "any") != 0 && strcmp(plan.operations, operation) != 0)
        return Fate::normal;
    long before = met++;
    if (before < plan.after) return Fate::normal;
    if (strcmp(plan.action, "kill") == 0) end();
    if (strcmp(plan.action, "tear") == 0) {
        if (strcmp(operation, "write") != 0) end();
        return Fate::torn;
    }
    if (strcmp(plan.action, "fail") != 0) return Fate::normal;
    if (plan.times >= 0 && before >= plan.after + plan.times) return Fate::normal;
    errno = plan.error;
    return Fate::fails;
}

template <typename Place>
bool fails(const char *operation, Place place) {
    int kept = errno;
    bool failing = isBelow(place) && fate(operation) == Fate::fails;
    if (!failing) errno = kept;
    return failing;
}

ssize_t written(int file, const void *bytes, size_t count, bool isPlaced, off_t offset) {
    int kept = errno;
    Fate how = isBelow(file) ? fate("write") : Fate::normal;
    if (how == Fate::fails) return -1;
    errno = kept;
    size_t part = how == Fate::torn ? count / 2 : count;
    ssize_t result = isPlaced ? syscall(SYS_pwrite64, file, bytes, part, offset)
                              : syscall(SYS_write, file, bytes, part);
    if (how == Fate::torn) end();
    return result;
}

int opened(const char *path, int flags, mode_t mode) {
    if ((flags & O_CREAT) && fails("name", path)) return -1;
    return static_cast<int>(syscall(SYS_openat, AT_FDCWD, path, flags, mode));
}

int synced(int file, long number) {
    return fails("sync", file) ? -1 : static_cast<int>(syscall(number, file));
}

int cut(int file, off_t length) {
    return fails("write", file) ? -1 : static_cast<int>(syscall(SYS_ftruncate, file, length));
}

}  // namespace

#define WITH_MODE(flags)                      \
    mode_t mode = 0;                          \
    if ((flags) & O_CREAT) {                  \
        va_list more;                         \
        va_start(more, flags);                \
        mode = va_arg(more, mode_t);          \
        va_end(more);                         \
    }

extern "C" {

int open(const char *path, int flags, ...) {
    WITH_MODE(flags)
    return opened(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    WITH_MODE(flags)
    return opened(path, flags | O_LARGEFILE, mode);
}

ssize_t write(int file, const void *bytes, size_t count) {
    return written(file, bytes, count, false, 0);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
    return written(file, bytes, count, true, offset);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) {
    return written(file, bytes, count, true, offset);
}

int fsync(int file) { return synced(file, SYS_fsync); }

int fdatasync(int file) { return synced(file, SYS_fdatasync); }

int ftruncate(int file, off_t length) noexcept { return cut(file, length); }

int ftruncate64(int file, off64_t length) noexcept { return cut(file, length); }

int rename(const char *from, const char *to) noexcept {
    if (fails("name", to)) return -1;
    return static_cast<int>(syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0));
}

int link(const char *from, const char *to) noexcept {
    if (fails("name", to)) return -1;
    return static_cast<int>(syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0));
}

int unlink(const char *path) noexcept {
    if (fails("name", path)) return -1;
    return static_cast<int>(syscall(SYS_unlinkat, AT_FDCWD, path, 0));
}

}  // extern "C"
