import API

/// A way into the pages, which the server of them makes.
struct Entrance {
    /// The program that serves the pages, which lies beside this one.
    static let server = "soteria-dashboard"

    let surroundings: Surroundings
    /// The server's control socket.
    let control: SocketAddress
    /// The page to begin with; nil for the first one.
    let page: String?

    /// How long to wait for a server that was just started, and how often it is tried.
    private static let patience = Duration.seconds(10)
    private static let pause = Duration.milliseconds(50)

    /// The path of a file that leads in; nil where nobody serves.
    func file() throws -> String? {
        do {
            return try ask()
        } catch CallFailure.notRunning {
            return nil
        } catch CallFailure.disconnected {
            // It was just ending: the socket starts another one.
            do {
                return try ask()
            } catch CallFailure.notRunning {
                return nil
            }
        }
    }

    /// As `file`, once a server that was just started answers; nil where it does not in time, or
    /// where `hasEnded` says that it is gone.
    func file(awaiting hasEnded: () -> Bool) throws -> String? {
        let end = surroundings.elapsed() + Self.patience
        while surroundings.elapsed() < end, !hasEnded() {
            if let file = try file() { return file }
            surroundings.wait(Self.pause)
        }
        return nil
    }

    private func ask() throws -> String {
        do {
            let client = try SoteriaClient(control, timeout: surroundings.timeout)
            return try client.call(DashboardAPI.Open.self, .init(page: page)).file
        } catch CallFailure.invalidParameter {
            throw Failure("there is no page \"\(Printable.text(page ?? ""))\"")
        }
    }
}
