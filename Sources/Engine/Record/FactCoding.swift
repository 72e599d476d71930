/// A fact is coded as an object with one member, named by its kind; names never change once
/// released, and members that come later are optional, so that old records stay readable.
extension Fact: Codable {
    /// The kinds of facts, under the names that the store and the socket use.
    package enum Kind: String, CaseIterable, Sendable, Codable, CodingKey {
        case daemonStarted, daemonStopped, storeReplaced, storeFailed, rulesLoaded
        case clockJumped, clockAdopted, clockReturned, zoneChanged
        case quietHoursBegan, quietHoursMoved, quietHoursEnded, protectionStarted, protectionEnded
        case switched, switchCleared, decided, riskAssessed
        case attempted, unblockRequested, intentGiven, blockKept, unblocked, requestClosed
        case grantEnded, protectionReleased, promptClosed
    }

    /// The kind of this fact.
    package var kind: Kind {
        switch self {
        case .daemonStarted: .daemonStarted
        case .daemonStopped: .daemonStopped
        case .storeReplaced: .storeReplaced
        case .storeFailed: .storeFailed
        case .rulesLoaded: .rulesLoaded
        case .clockJumped: .clockJumped
        case .clockAdopted: .clockAdopted
        case .clockReturned: .clockReturned
        case .zoneChanged: .zoneChanged
        case .quietHoursBegan: .quietHoursBegan
        case .quietHoursMoved: .quietHoursMoved
        case .quietHoursEnded: .quietHoursEnded
        case .protectionStarted: .protectionStarted
        case .protectionEnded: .protectionEnded
        case .switched: .switched
        case .switchCleared: .switchCleared
        case .decided: .decided
        case .riskAssessed: .riskAssessed
        case .attempted: .attempted
        case .unblockRequested: .unblockRequested
        case .intentGiven: .intentGiven
        case .blockKept: .blockKept
        case .unblocked: .unblocked
        case .requestClosed: .requestClosed
        case .grantEnded: .grantEnded
        case .protectionReleased: .protectionReleased
        case .promptClosed: .promptClosed
        }
    }

    private enum Member: String, CodingKey {
        case size, reason, from, to, schedule, target, id, setAside, refused, request
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Kind.self)
        guard let kind = container.allKeys.first, container.allKeys.count == 1 else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "not one known fact"))
        }
        func members() throws -> KeyedDecodingContainer<Member> {
            try container.nestedContainer(keyedBy: Member.self, forKey: kind)
        }
        func payload<Payload: Decodable>() throws -> Payload {
            try container.decode(Payload.self, forKey: kind)
        }
        switch kind {
        case .daemonStarted: self = .daemonStarted(try payload())
        case .daemonStopped: self = .daemonStopped
        case .storeReplaced:
            self = .storeReplaced(setAside: try members().decode(String.self, forKey: .setAside))
        case .storeFailed:
            self = .storeFailed(refused: try members().decode(Kind.self, forKey: .refused))
        case .rulesLoaded: self = .rulesLoaded(try payload())
        case .clockJumped:
            self = .clockJumped(size: try members().decode(TimeSpan.self, forKey: .size))
        case .clockAdopted:
            self = .clockAdopted(
                size: try members().decode(TimeSpan.self, forKey: .size),
                reason: try members().decode(AdoptionReason.self, forKey: .reason))
        case .clockReturned: self = .clockReturned
        case .zoneChanged:
            self = .zoneChanged(
                from: try members().decode(String.self, forKey: .from),
                to: try members().decode(String.self, forKey: .to))
        case .quietHoursBegan: self = .quietHoursBegan(try payload())
        case .quietHoursMoved: self = .quietHoursMoved(try payload())
        case .quietHoursEnded:
            self = .quietHoursEnded(
                schedule: try members().decode(String.self, forKey: .schedule))
        case .protectionStarted: self = .protectionStarted(try payload())
        case .protectionEnded:
            self = .protectionEnded(id: try members().decode(Int64.self, forKey: .id))
        case .switched: self = .switched(try payload())
        case .switchCleared: self = .switchCleared(try payload())
        case .decided: self = .decided(try payload())
        case .riskAssessed: self = .riskAssessed(try payload())
        case .attempted: self = .attempted(try payload())
        case .unblockRequested: self = .unblockRequested(try payload())
        case .intentGiven: self = .intentGiven(try payload())
        case .blockKept:
            self = .blockKept(request: try members().decode(Int64.self, forKey: .request))
        case .unblocked: self = .unblocked(try payload())
        case .requestClosed: self = .requestClosed(try payload())
        case .grantEnded: self = .grantEnded(try payload())
        case .protectionReleased: self = .protectionReleased(try payload())
        case .promptClosed: self = .promptClosed(try payload())
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Kind.self)
        switch self {
        case .daemonStarted(let start): try container.encode(start, forKey: kind)
        case .rulesLoaded(let loaded): try container.encode(loaded, forKey: kind)
        case .quietHoursBegan(let run), .quietHoursMoved(let run):
            try container.encode(run, forKey: kind)
        case .protectionStarted(let protection): try container.encode(protection, forKey: kind)
        case .switched(let change): try container.encode(change, forKey: kind)
        case .switchCleared(let subject): try container.encode(subject, forKey: kind)
        case .decided(let decision): try container.encode(decision, forKey: kind)
        case .riskAssessed(let record): try container.encode(record, forKey: kind)
        case .attempted(let attempt): try container.encode(attempt, forKey: kind)
        case .unblockRequested(let request), .intentGiven(let request):
            try container.encode(request, forKey: kind)
        case .unblocked(let grant): try container.encode(grant, forKey: kind)
        case .requestClosed(let closing): try container.encode(closing, forKey: kind)
        case .grantEnded(let ending): try container.encode(ending, forKey: kind)
        case .protectionReleased(let release): try container.encode(release, forKey: kind)
        case .promptClosed(let closing): try container.encode(closing, forKey: kind)
        case .daemonStopped, .clockReturned, .storeReplaced, .storeFailed, .clockJumped,
            .clockAdopted, .zoneChanged, .quietHoursEnded, .protectionEnded, .blockKept:
            var members = container.nestedContainer(keyedBy: Member.self, forKey: kind)
            try encodeMembers(to: &members)
        }
    }

    private func encodeMembers(to members: inout KeyedEncodingContainer<Member>) throws {
        switch self {
        case .storeReplaced(let path): try members.encode(path, forKey: .setAside)
        case .storeFailed(let refused): try members.encode(refused, forKey: .refused)
        case .clockJumped(let size): try members.encode(size, forKey: .size)
        case .clockAdopted(let size, let reason):
            try members.encode(size, forKey: .size)
            try members.encode(reason, forKey: .reason)
        case .zoneChanged(let from, let to):
            try members.encode(from, forKey: .from)
            try members.encode(to, forKey: .to)
        case .quietHoursEnded(let schedule): try members.encode(schedule, forKey: .schedule)
        case .protectionEnded(let id): try members.encode(id, forKey: .id)
        case .blockKept(let request): try members.encode(request, forKey: .request)
        default: break
        }
    }
}

extension Switch.Subject: Codable {
    private enum Key: String, CodingKey { case schedule, target, autoProtection }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        if let key = try container.decodeIfPresent(String.self, forKey: .schedule) {
            self = .schedule(key)
        } else if let key = try container.decodeIfPresent(String.self, forKey: .autoProtection) {
            self = .autoProtection(key)
        } else {
            self = .target(try container.decode(String.self, forKey: .target))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        switch self {
        case .schedule(let key): try container.encode(key, forKey: .schedule)
        case .target(let key): try container.encode(key, forKey: .target)
        case .autoProtection(let key): try container.encode(key, forKey: .autoProtection)
        }
    }
}
