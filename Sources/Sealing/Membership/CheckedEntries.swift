/// The entries of a set of files whose form and signatures hold, and why the others do not.
struct CheckedEntries {
    /// The keys of the phrase, from a beginning that the space is named by; nil for a pair.
    private(set) var recovery: PublicKeys?
    /// The beginnings of this version, each once.
    private(set) var beginnings: [Entry] = []
    /// The other entries, newer ones included, each once.
    private(set) var others: [Entry] = []
    /// The highest era that a later version began; 0 without one.
    private(set) var newestEra: Int64 = 0
    private(set) var refused: [[UInt8]: Refusal] = [:]

    private let space: SpaceID

    init(_ files: some Sequence<[UInt8]>, in space: SpaceID) {
        self.space = space
        var read: [(file: [UInt8], entry: Entry)] = []
        for file in Set(files) {
            do throws(Refusal) {
                read.append((file, try Entry(file, in: space)))
            } catch { refused[file] = error }
        }
        recovery = read.compactMap { Self.founding(space, $0.entry) }.first?.recovery
        // A file is nothing but its signed bytes: who adds to the file makes no other entry.
        var seen: Set<ContentHash> = []
        for (file, entry) in read where entry.isBeginning {
            do throws(Refusal) {
                let beginning = try checked(entry)
                if seen.insert(entry.hash).inserted { beginnings.append(beginning) }
            } catch { refused[file] = error }
        }
        let keepers = Dictionary(grouping: beginnings, by: \.era).mapValues(Self.keepers)
        for (file, entry) in read where !entry.isBeginning {
            let isSigned = (keepers[entry.era] ?? []).contains { holds(entry, 0, .member, $0) }
            if !isSigned { refused[file] = .signature }
            if isSigned, seen.insert(entry.hash).inserted { others.append(entry) }
        }
    }

    /// The keys of every device that an entry brings, by id.
    var known: [DeviceID: PublicKeys] {
        (beginnings + others).reduce(into: [:]) { known, entry in
            known.merge(entry.devices) { first, _ in first }
        }
    }

    /// The beginning, if the space is the one of its founder and phrase.
    private static func founding(_ space: SpaceID, _ entry: Entry) -> Beginning? {
        guard case .beginning(let beginning) = entry.content, beginning.founds(space) else {
            return nil
        }
        return beginning
    }

    /// Throws `elsewhere` if the beginning is not of this phrase, `signature`, or `newer`.
    private mutating func checked(_ entry: Entry) throws(Refusal) -> Entry {
        guard case .beginning(let beginning) = entry.content else {
            guard let recovery, holds(entry, 0, .begin, recovery) else { throw .signature }
            newestEra = max(newestEra, entry.era)
            throw .newer
        }
        let isGenesis = entry.era == 1 && beginning.founds(space)
        let isLater = entry.era > 1 && recovery != nil
        guard beginning.recovery == recovery, isGenesis || isLater else { throw .elsewhere }
        let signers = [beginning.recovery, beginning.keeper].compactMap { $0 }
        let isSigned = signers.enumerated().allSatisfy { holds(entry, $0, .begin, $1) }
        guard signers.count == entry.signatures.count, isSigned else { throw .signature }
        return entry
    }

    private func holds(
        _ entry: Entry, _ index: Int, _ label: Label, _ signer: PublicKeys
    ) -> Bool {
        guard index < entry.signatures.count else { return false }
        do throws(Refusal) {
            try label.verify(
                entry.signatures[index], of: entry.signedBytes, by: signer.signing)
            return true
        } catch { return false }
    }

    private static func keepers(_ beginnings: [Entry]) -> Set<PublicKeys> {
        Set(
            beginnings.compactMap {
                if case .beginning(let beginning) = $0.content { beginning.keeper } else { nil }
            })
    }
}
