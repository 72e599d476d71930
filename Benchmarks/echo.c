/* The peer of the socket benchmark: what a round trip costs at the least.
 *
 * echo PATH SIZE: listens at PATH, reads messages that end in NUL from any number of clients by
 * epoll, as an event loop does, and answers each with the same SIZE bytes, the NUL included. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static void fail(const char *what) {
    perror(what);
    exit(1);
}

static void answer(int epoll, int peer, const char *reply, size_t size) {
    char message[65536];
    ssize_t count = read(peer, message, sizeof message);
    if (count <= 0) {
        epoll_ctl(epoll, EPOLL_CTL_DEL, peer, NULL);
        close(peer);
        return;
    }
    for (const char *at = message, *end = message + count;
         (at = memchr(at, 0, (size_t)(end - at))) != NULL; at++)
        if (write(peer, reply, size) != (ssize_t)size)
            return;
}

int main(int argc, char **argv) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (argc != 3 || strlen(argv[1]) >= sizeof address.sun_path) {
        fprintf(stderr, "usage: echo PATH SIZE\n");
        return 64;
    }
    strcpy(address.sun_path, argv[1]);
    size_t size = strtoul(argv[2], NULL, 10);
    char *reply = malloc(size + 1);
    if (reply == NULL || size == 0)
        fail("size");
    memset(reply, 'x', size);
    reply[size - 1] = 0;

    int listener = socket(AF_UNIX, SOCK_STREAM, 0);
    unlink(argv[1]);
    if (bind(listener, (struct sockaddr *)&address, sizeof address) < 0 || listen(listener, 64) < 0)
        fail(argv[1]);
    int epoll = epoll_create1(0);
    struct epoll_event event = {.events = EPOLLIN, .data.fd = listener};
    if (epoll < 0 || epoll_ctl(epoll, EPOLL_CTL_ADD, listener, &event) < 0)
        fail("epoll");
    for (;;) {
        struct epoll_event ready[64];
        int count = epoll_wait(epoll, ready, 64, -1);
        for (int i = 0; i < count; i++) {
            if (ready[i].data.fd != listener) {
                answer(epoll, ready[i].data.fd, reply, size);
                continue;
            }
            int peer = accept(listener, NULL, NULL);
            event = (struct epoll_event){.events = EPOLLIN, .data.fd = peer};
            if (peer >= 0)
                epoll_ctl(epoll, EPOLL_CTL_ADD, peer, &event);
        }
    }
}
