import Testing

@testable import soteria_sync

/// Every kind of storage does the same.
@Suite struct StorageContractTests {
    enum Kind: String, CaseIterable {
        case directory, s3, dynamoDB
    }

    static let kinds: [Kind] = Moto.isThere ? Kind.allCases : [.directory]

    private let scratch = Scratch()

    /// A storage of a new space.
    private func storage(of kind: Kind) throws -> any Storage {
        let space = Sample.randomSpace()
        switch kind {
        case .directory:
            let storage = DirectoryStorage(path: scratch.path, space: space)
            try storage.create()
            return storage
        case .s3: return try Moto.shared.get().s3(space)
        case .dynamoDB: return try Moto.shared.get().dynamoDB(space)
        }
    }

    @Test(arguments: kinds) func aNameIsTakenOnce(kind: Kind) throws {
        let storage = try storage(of: kind)
        let name = Sample.name(Sample.device, 1)
        #expect(try storage.put([1, 2, 3], at: name) == .stored)
        #expect(try storage.put([1, 2, 3], at: name) == .exists)
        #expect(try storage.put([3, 2, 1], at: name) == .taken([1, 2, 3]))
        #expect(try storage.get([name]) == [name: .bytes([1, 2, 3])])
    }

    @Test(arguments: kinds) func everyKindOfLogIsKeptApart(kind: Kind) throws {
        let storage = try storage(of: kind)
        let device = Sample.identifier("a").text
        let names = [device, "\(device)-m", "era", "join-\(device)"]
            .map { Sample.name(Sample.log($0), 1) }
        for (index, name) in names.enumerated() {
            #expect(try storage.put([UInt8(index)], at: name) == .stored)
        }
        for (index, name) in names.enumerated() {
            #expect(try storage.get([name])[name] == .bytes([UInt8(index)]))
        }
    }

    @Test(arguments: kinds) func anAbsentNameIsAbsent(kind: Kind) throws {
        let storage = try storage(of: kind)
        let name = Sample.name(Sample.device, 1)
        #expect(try storage.get([name]) == [name: .absent])
        #expect(try storage.first(in: Sample.device, after: 0) == nil)
        try storage.remove(name)
    }

    @Test(arguments: kinds) func aHundredNamesOfManyLogsAreAnswered(kind: Kind) throws {
        let storage = try storage(of: kind)
        let logs = (0..<10).map { Sample.log(Sample.identifier(Character("\($0)")).text) }
        let names = logs.flatMap { log in (1...10).map { Sample.name(log, $0) } }
        let there = names.filter { $0.place <= 7 }
        for name in there {
            #expect(try storage.put(Array(name.text.utf8), at: name) == .stored)
        }
        let answers = try storage.get(names)
        for name in there { #expect(answers[name] == .bytes(Array(name.text.utf8))) }
        // What follows an absent name need not be answered.
        for name in names where name.place == 8 { #expect(answers[name] == .absent) }
        for name in names where name.place > 8 { #expect(answers[name] ?? .absent == .absent) }
    }

    @Test(arguments: kinds) func firstFindsWhatLiesBehindAGap(kind: Kind) throws {
        let storage = try storage(of: kind)
        let places: [Int64] = [3, 4, 99, 1_000, 9_999_999_999_999_999]
        for place in places {
            _ = try storage.put([1], at: Sample.name(Sample.device, place))
        }
        _ = try storage.put([1], at: Sample.name(Sample.other, 2))
        var found: [Int64] = []
        while let next = try storage.first(in: Sample.device, after: found.last ?? 0) {
            found.append(next)
        }
        #expect(found == places)
    }

    @Test(arguments: kinds) func theLargestChunkComesBack(kind: Kind) throws {
        let storage = try storage(of: kind)
        let bytes = (0..<262_144).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let name = Sample.name(Sample.device, 1)
        #expect(try storage.put(bytes, at: name) == .stored)
        #expect(try storage.put(bytes, at: name) == .exists)
        #expect(try storage.get([name])[name] == .bytes(bytes))
        #expect(try storage.put([1], at: name) == .taken(bytes))
    }

    @Test(arguments: kinds) func whatIsRemovedIsGone(kind: Kind) throws {
        let storage = try storage(of: kind)
        for place in 1...5 {
            _ = try storage.put([1], at: Sample.name(Sample.device, Int64(place)))
        }
        _ = try storage.put([1], at: Sample.name(Sample.other, 1))
        #expect(try storage.removeAll(of: Sample.device) == 5)
        #expect(try storage.first(in: Sample.device, after: 0) == nil)
        #expect(try storage.first(in: Sample.other, after: 0) == 1)
    }

    @Test(arguments: kinds) func isProved(kind: Kind) throws {
        let storage = try storage(of: kind)
        try storage.prove()
        // Once more: the proof uses a log of its own.
        try storage.prove()
    }

    @Test(arguments: kinds) func creatingTwiceIsNoError(kind: Kind) throws {
        try storage(of: kind).create()
    }

    @Test(.enabled(if: Moto.isThere, Moto.absence), arguments: [Kind.s3, .dynamoDB])
    func aWrongSecretIsRefused(kind: Kind) throws {
        let moto = try Moto.shared.get()
        let name = Sample.name(Sample.device, 1)
        for credentials in [
            try moto.credentials(secret: "wrong"), try moto.credentials(key: "AKIANOBODY"),
        ] {
            let storage: any Storage =
                kind == .s3
                ? try moto.s3(Sample.space, credentials)
                : try moto.dynamoDB(Sample.space, credentials)
            for failure in [
                Self.failure { () throws(Failure) in _ = try storage.put([1], at: name) },
                Self.failure { () throws(Failure) in _ = try storage.get([name]) },
                Self.failure { () throws(Failure) in _ = try storage.first(in: name.log, after: 0)
                },
            ] {
                #expect(failure?.problem == .refused)
                #expect(failure?.text.contains("wrong") == false)
            }
        }
    }

    static func failure(_ body: () throws(Failure) -> Void) -> Failure? {
        do throws(Failure) { try body() } catch { return error }
        return nil
    }

    /// One winner, whoever is faster.
    @Test(arguments: kinds) func ofManyWritersOneWins(kind: Kind) async throws {
        let space = Sample.randomSpace()
        let path = scratch.path
        try DirectoryStorage(path: path, space: space).create()
        let results = try await withThrowingTaskGroup(of: PutResult.self) { group in
            for writer in 0..<8 {
                group.addTask {
                    let storage: any Storage =
                        switch kind {
                        case .directory: DirectoryStorage(path: path, space: space)
                        case .s3: try Moto.shared.get().s3(space)
                        case .dynamoDB: try Moto.shared.get().dynamoDB(space)
                        }
                    return try storage.put([UInt8(writer)], at: Sample.name(Sample.device, 1))
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.count { $0 == .stored } == 1)
        #expect(Set(results.filter { $0 != .stored }).count == 1)
    }
}
