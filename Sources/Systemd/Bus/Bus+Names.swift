/// The process behind a bus name, by org.freedesktop.DBus.GetConnectionCredentials.
package struct BusCredentials: Sendable, Equatable {
    /// The process that opened the connection; nil if the bus does not know it. If the process has
    /// ended, another one may have the number.
    package let processID: Int32?
    /// The user of that process; nil if the bus does not know it.
    package let userID: UInt32?
}

extension Bus {
    private static let name = "org.freedesktop.DBus"
    private static let path = "/org/freedesktop/DBus"

    /// The process behind a name on the bus, well-known or unique; nil if it has no owner. The
    /// query starts no service.
    package func credentials(
        of name: String, timeLimit: Duration? = .seconds(2)
    ) async throws(BusError) -> BusCredentials? {
        let reply: [BusValue]
        do throws(BusError) {
            reply = try await call(
                destination: Self.name, path: Self.path, interface: Self.name,
                member: "GetConnectionCredentials", arguments: [.string(name)],
                timeLimit: timeLimit)
        } catch  where error.isNoOwner {
            return nil
        }
        guard let credentials = reply.first?.dictionary else { throw .malformedReply }
        return BusCredentials(
            processID: credentials["ProcessID"]?.count.flatMap(Int32.init(exactly:)),
            userID: credentials["UnixUserID"]?.count.flatMap(UInt32.init(exactly:)))
    }

    /// Follows the owner of a well-known name. There is no wake-up while the owner stays, and the
    /// query starts no service.
    ///
    /// `handler` is called on the bus's queue with the owner's unique name (`:1.7`), or nil if
    /// there is none: first with the present owner, before this returns, then with each change;
    /// never after a throw.
    package func watchOwner(
        of name: String, timeLimit: Duration? = .seconds(2),
        handler: @escaping @Sendable (String?) -> Void
    ) async throws(BusError) -> BusMatch {
        let watch = OwnerWatch(handler)
        let match = try await match(
            sender: Self.name, path: Self.path, interface: Self.name, member: "NameOwnerChanged",
            argument0: name, timeLimit: timeLimit
        ) { signal in
            guard signal.arguments.count == 3, let owner = signal.arguments[2].text else { return }
            watch.hasChanged(to: owner.isEmpty ? nil : owner)
        }
        // Done in the reply's callback, not after an `await`, so that the answer and the signals
        // stay in the bus's order.
        let outcome = await executor.answer { continuation in
            askOwner(of: name, timeLimit) { outcome in
                if case .success(let owner) = outcome { watch.begin(with: owner) }
                continuation.resume(returning: outcome)
            }
        }
        if case .failure(let error) = outcome {
            remove(match: match.id)
            throw error
        }
        return match
    }

    private func askOwner(
        of name: String, _ timeLimit: Duration?,
        onEnd: @escaping @Sendable (Result<String?, BusError>) -> Void
    ) {
        start(
            destination: Self.name, path: Self.path, interface: Self.name, member: "GetNameOwner",
            arguments: [.string(name)], timeLimit: timeLimit
        ) { outcome in
            switch outcome {
            case .success(let reply):
                onEnd(reply.first?.text.map { .success($0) } ?? .failure(.malformedReply))
            case .failure(let error):
                onEnd(error.isNoOwner ? .success(nil) : .failure(error))
            }
        }
    }
}

extension BusError {
    /// True if the bus answered that the name has no owner.
    fileprivate var isNoOwner: Bool {
        if case .remote("org.freedesktop.DBus.Error.NameHasNoOwner", _) = self {
            true
        } else {
            false
        }
    }
}
