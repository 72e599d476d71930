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
        case timeNoted, rulesWeakened, storeRestored, retained, outcomeLogged
        case usageBegan, usageNoted, usageEnded
        case checkInOpened, checkInAsked, checkInAnswered, checkInLapsed, checkInReset
        case checkInDayForgotten, budgetReached, budgetReset, riskyHourTold
        case goalAdded, goalContributed, goalRemoved, placeNamed
        case editBegan, editEnded, editsTakenBack
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
        case .rulesWeakened: .rulesWeakened
        case .storeRestored: .storeRestored
        case .retained: .retained
        case .outcomeLogged: .outcomeLogged
        case .usageBegan: .usageBegan
        case .usageNoted: .usageNoted
        case .usageEnded: .usageEnded
        case .checkInOpened: .checkInOpened
        case .checkInAsked: .checkInAsked
        case .checkInAnswered: .checkInAnswered
        case .checkInLapsed: .checkInLapsed
        case .checkInReset: .checkInReset
        case .checkInDayForgotten: .checkInDayForgotten
        case .budgetReached: .budgetReached
        case .budgetReset: .budgetReset
        case .riskyHourTold: .riskyHourTold
        case .goalAdded: .goalAdded
        case .goalContributed: .goalContributed
        case .goalRemoved: .goalRemoved
        case .placeNamed: .placeNamed
        case .timeNoted: .timeNoted
        case .editBegan: .editBegan
        case .editEnded: .editEnded
        case .editsTakenBack: .editsTakenBack
        }
    }

    private enum Member: String, CodingKey {
        case size, reason, from, to, schedule, target, id, setAside, refused, request, checkIn
        case budget
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
        case .rulesLoaded: self = .rulesLoaded(try payload())
        case .quietHoursBegan: self = .quietHoursBegan(try payload())
        case .quietHoursMoved: self = .quietHoursMoved(try payload())
        case .protectionStarted: self = .protectionStarted(try payload())
        case .switched: self = .switched(try payload())
        case .switchCleared: self = .switchCleared(try payload())
        case .decided: self = .decided(try payload())
        case .riskAssessed: self = .riskAssessed(try payload())
        case .attempted: self = .attempted(try payload())
        case .unblockRequested: self = .unblockRequested(try payload())
        case .intentGiven: self = .intentGiven(try payload())
        case .unblocked: self = .unblocked(try payload())
        case .requestClosed: self = .requestClosed(try payload())
        case .grantEnded: self = .grantEnded(try payload())
        case .protectionReleased: self = .protectionReleased(try payload())
        case .promptClosed: self = .promptClosed(try payload())
        case .rulesWeakened: self = .rulesWeakened(try payload())
        case .storeRestored: self = .storeRestored(try payload())
        case .retained: self = .retained(try payload())
        case .outcomeLogged: self = .outcomeLogged(try payload())
        case .usageBegan: self = .usageBegan(try payload())
        case .usageNoted: self = .usageNoted(try payload())
        case .usageEnded: self = .usageEnded(try payload())
        case .checkInOpened: self = .checkInOpened(try payload())
        case .checkInAsked: self = .checkInAsked(try payload())
        case .checkInAnswered: self = .checkInAnswered(try payload())
        case .budgetReached: self = .budgetReached(try payload())
        case .riskyHourTold: self = .riskyHourTold(try payload())
        case .goalAdded: self = .goalAdded(try payload())
        case .goalContributed: self = .goalContributed(try payload())
        case .placeNamed: self = .placeNamed(try payload())
        case .editBegan: self = .editBegan(try payload())
        case .editEnded: self = .editEnded(try payload())
        case .editsTakenBack: self = .editsTakenBack(try payload())
        default:
            self = try Fact(
                kind, members: container.nestedContainer(keyedBy: Member.self, forKey: kind))
        }
    }

    private init(_ kind: Kind, members: KeyedDecodingContainer<Member>) throws {
        func member<Value: Decodable>(_ key: Member) throws -> Value {
            try members.decode(Value.self, forKey: key)
        }
        switch kind {
        case .daemonStopped: self = .daemonStopped
        case .clockReturned: self = .clockReturned
        case .storeReplaced: self = .storeReplaced(setAside: try member(.setAside))
        case .storeFailed: self = .storeFailed(refused: try member(.refused))
        case .clockJumped: self = .clockJumped(size: try member(.size))
        case .clockAdopted:
            self = .clockAdopted(size: try member(.size), reason: try member(.reason))
        case .zoneChanged: self = .zoneChanged(from: try member(.from), to: try member(.to))
        case .quietHoursEnded: self = .quietHoursEnded(schedule: try member(.schedule))
        case .protectionEnded: self = .protectionEnded(id: try member(.id))
        case .blockKept: self = .blockKept(request: try member(.request))
        case .checkInLapsed: self = .checkInLapsed(checkIn: try member(.checkIn))
        case .checkInReset: self = .checkInReset(checkIn: try member(.checkIn))
        case .checkInDayForgotten: self = .checkInDayForgotten(checkIn: try member(.checkIn))
        case .budgetReset: self = .budgetReset(budget: try member(.budget))
        case .goalRemoved: self = .goalRemoved(id: try member(.id))
        case .timeNoted: self = .timeNoted
        default:
            throw DecodingError.dataCorrupted(
                .init(codingPath: members.codingPath, debugDescription: "not one known fact"))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Kind.self)
        if let payload {
            try container.encode(payload, forKey: kind)
        } else {
            var members = container.nestedContainer(keyedBy: Member.self, forKey: kind)
            try encodeMembers(to: &members)
        }
    }

    /// What a fact says where that is one value; nil where it is said in members of their own.
    private var payload: (any Encodable)? {
        switch self {
        case .daemonStarted(let start): start
        case .rulesLoaded(let loaded): loaded
        case .quietHoursBegan(let run), .quietHoursMoved(let run): run
        case .protectionStarted(let protection): protection
        case .switched(let change): change
        case .switchCleared(let subject): subject
        case .decided(let decision): decision
        case .riskAssessed(let record): record
        case .attempted(let attempt): attempt
        case .unblockRequested(let request), .intentGiven(let request): request
        case .unblocked(let grant): grant
        case .requestClosed(let closing): closing
        case .grantEnded(let ending): ending
        case .protectionReleased(let release): release
        case .promptClosed(let closing): closing
        case .rulesWeakened(let weakening): weakening
        case .storeRestored(let restoring): restoring
        case .retained(let retention): retention
        case .outcomeLogged(let outcome): outcome
        case .usageBegan(let session), .usageEnded(let session): session
        case .usageNoted(let note): note
        case .checkInOpened(let opening): opening
        case .checkInAsked(let asking): asking
        case .checkInAnswered(let answer): answer
        case .budgetReached(let reach): reach
        case .riskyHourTold(let hour): hour
        case .goalAdded(let goal): goal
        case .goalContributed(let contribution): contribution
        case .placeNamed(let name): name
        case .editBegan(let edit): edit
        case .editEnded(let ending): ending
        case .editsTakenBack(let reversal): reversal
        case .daemonStopped, .storeReplaced, .storeFailed, .clockJumped, .clockAdopted,
            .clockReturned, .zoneChanged, .quietHoursEnded, .protectionEnded, .blockKept,
            .timeNoted, .checkInLapsed, .checkInReset, .checkInDayForgotten, .budgetReset,
            .goalRemoved:
            nil
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
        case .protectionEnded(let id), .goalRemoved(let id): try members.encode(id, forKey: .id)
        case .blockKept(let request): try members.encode(request, forKey: .request)
        case .checkInLapsed(let key), .checkInReset(let key), .checkInDayForgotten(let key):
            try members.encode(key, forKey: .checkIn)
        case .budgetReset(let key): try members.encode(key, forKey: .budget)
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
