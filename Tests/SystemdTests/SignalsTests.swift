import TestBus
import Dispatch
import Foundation
import Glibc
import Systemd
import Testing

/// Signals belong to a whole process, so each test has one of its own. Its main thread is in
/// `dispatchMain()`, as in a daemon. An alarm ends one in which a signal is lost.
@Suite(.timeLimit(.minutes(30))) struct SignalsTests {
    @Test func deliversWhatComesBeforeAndAfterTheWatch() async {
        await #expect(processExitsWith: .success) {
            alarm(60)
            let signals = [SIGTERM, SIGINT, SIGHUP]
            Signals.hold(signals)
            kill(getpid(), SIGTERM)
            let seen = Mailbox<Int32>()
            let watch = try Signals.watch(signals, queue: DispatchQueue(label: "signals")) {
                seen.post($0)
            }
            #expect(try await seen.next() == SIGTERM)
            for signal in [SIGHUP, SIGTERM, SIGINT, SIGHUP] {
                kill(getpid(), signal)
                #expect(try await seen.next() == signal)
            }
            watch.cancel()
        }
    }

    @Test func watchingAloneHoldsToo() async {
        await #expect(processExitsWith: .success) {
            alarm(60)
            let seen = Mailbox<Int32>()
            let watch = try Signals.watch([SIGUSR1], queue: DispatchQueue(label: "signals")) {
                seen.post($0)
            }
            kill(getpid(), SIGUSR1)
            #expect(try await seen.next() == SIGUSR1)
            watch.cancel()
        }
    }

    @Test func holdsSignalsBackBetweenTwoWatches() async {
        await #expect(processExitsWith: .success) {
            alarm(60)
            let queue = DispatchQueue(label: "signals")
            let seen = Mailbox<Int32>()
            let first = try Signals.watch([SIGTERM], queue: queue) { seen.post($0) }
            first.cancel()
            queue.sync {}
            kill(getpid(), SIGTERM)
            let second = try Signals.watch([SIGTERM], queue: queue) { seen.post($0) }
            #expect(try await seen.next() == SIGTERM)
            second.cancel()
        }
    }

    @Test func takesSignalsFromManyThreads() async {
        await #expect(processExitsWith: .success) {
            alarm(60)
            let seen = Mailbox<Int32>()
            let watch = try Signals.watch([SIGUSR2], queue: DispatchQueue(label: "signals")) {
                seen.post($0)
            }
            for _ in 0..<200 {
                let thread = Thread {
                    unblock(SIGUSR2)
                    pthread_kill(pthread_self(), SIGUSR2)
                }
                thread.start()
                #expect(try await seen.next() == SIGUSR2)
            }
            watch.cancel()
        }
    }

    @Test func leavesOtherSignalsTheirEffect() async {
        await #expect(processExitsWith: .signal(SIGUSR2)) {
            alarm(60)
            Signals.hold([SIGTERM])
            kill(getpid(), SIGUSR2)
            // Whichever thread takes it, the process ends meanwhile.
            while true { pause() }
        }
    }

    @Test func childrenGetTheSignalsAsTheyWere() async {
        await #expect(processExitsWith: .success) {
            alarm(60)
            Signals.hold([SIGTERM])
            unblock(SIGTERM)
            let child = Process()
            child.executableURL = URL(fileURLWithPath: "/bin/sh")
            child.arguments = ["-c", "kill -TERM $$; exit 3"]
            try child.run()
            child.waitUntilExit()
            #expect(child.terminationReason == .uncaughtSignal)
            #expect(child.terminationStatus == SIGTERM)
        }
    }

    @Test func doesNotLoseAnErrorNumber() async {
        await #expect(processExitsWith: .success) {
            alarm(60)
            Signals.hold([SIGUSR1])
            unblock(SIGUSR1)
            errno = ENOTDIR
            pthread_kill(pthread_self(), SIGUSR1)
            #expect(errno == ENOTDIR)
        }
    }
}

/// Threads of libdispatch block most signals, and what they start inherits that.
private func unblock(_ signal: Int32) {
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, signal)
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
}
