import Engine
import Foundation
import GRDB
import RuleModel

/// The database's notes about itself, by key.
enum Metadata {
    private static func value(_ key: String, _ db: Database) throws -> String? {
        let row = try Row.fetchOne(
            db, sql: "SELECT value FROM meta WHERE key = ?", arguments: [key])
        guard let row else { return nil }
        guard let text = String.fromDatabaseValue(row[0]) else {
            throw Damage("the metadata value \"\(key)\" is not text")
        }
        return text
    }

    /// The decoded JSON value of a key; nil if it is missing or invalid.
    private static func decoded<Value: Decodable>(_ key: String, _ db: Database) throws -> Value? {
        try value(key, db).flatMap { try? JSONDecoder().decode(Value.self, from: Data($0.utf8)) }
    }

    private static func set(_ key: String, _ value: String, _ db: Database) throws {
        try db.execute(
            sql: "INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", arguments: [key, value])
    }

    private static func set(_ key: String, coding value: some Encodable, _ db: Database) throws {
        try set(key, String(decoding: JSONEncoder().encode(value), as: UTF8.self), db)
    }

    private static func remove(_ key: String, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM meta WHERE key = ?", arguments: [key])
    }

    /// The device's id, 32 hexadecimal digits.
    static func device(_ db: Database) throws -> String {
        guard let text = try value("device", db), isDevice(text) else {
            throw Damage("the record has no device id")
        }
        return text
    }

    /// The ids that the record had before, the oldest first.
    static func formerDevices(_ db: Database) throws -> [FormerDevice] {
        try decoded("formerDevices", db) ?? []
    }

    static func setFormerDevices(_ devices: [FormerDevice], _ db: Database) throws {
        try set("formerDevices", coding: devices, db)
    }

    /// Gives the record a new id, so that no two installations go on under one. Its chain stays.
    static func renewDevice(at: Instant, _ db: Database) throws {
        let former = FormerDevice(device: try device(db), until: at)
        try setFormerDevices(formerDevices(db) + [former], db)
        try set("device", newDevice(), db)
    }

    /// The id that the chain begins with: that of the device that wrote the first event.
    static func firstDevice(_ db: Database) throws -> String {
        try formerDevices(db).first?.device ?? device(db)
    }

    static func isDevice(_ text: String) -> Bool {
        text.utf8.count == 32
            && text.utf8.allSatisfy { Character(UnicodeScalar($0)).isHexDigit }
    }

    /// The sequence before the first event that the database can hold. It is 0 unless older events
    /// were removed or the record continues a damaged one.
    static func base(_ db: Database) throws -> Int64 {
        guard let text = try value("base", db), let base = Int64(text), EventRow.sequences ~= base
        else { throw Damage("the record does not say which event is its first") }
        return base
    }

    /// The rule texts that were in force at the base, as JSON.
    static func carriedRulesText(_ db: Database) throws -> String? { try value("rules", db) }

    /// The rule texts that were in force at the base.
    static func carriedRules(_ db: Database) throws -> RulesLoaded? { try decoded("rules", db) }

    /// The hash that precedes the first event after the base.
    static func chain(_ db: Database) throws -> ChainHash {
        guard try base(db) > 0 else { return .anchor(device: try firstDevice(db)) }
        guard let text = try value("chain", db), let hash = ChainHash(hexadecimal: text) else {
            throw Damage("the record does not say with which hash its chain begins")
        }
        return hash
    }

    /// Moves the base: a hash and rule texts represent everything before it.
    static func setBase(_ base: Int64, chain: ChainHash, rules: String?, _ db: Database) throws {
        try set("base", String(base), db)
        try set("chain", chain.hexadecimal, db)
        if let rules { try set("rules", rules, db) }
    }

    /// The restoration that no event records yet; nil: none.
    static func newRestoration(_ db: Database) throws -> Restoration? {
        try decoded("restored", db)
    }

    /// All restorations that this record knows, the last one at the end.
    static func restorations(_ db: Database) throws -> [Restoration] {
        let earlier: [Restoration] = try decoded("restorations", db) ?? []
        return earlier + [try newRestoration(db)].compactMap(\.self)
    }

    /// Records that this database replaced another, and the known earlier restorations.
    static func setRestored(
        _ restoration: Restoration, after earlier: [Restoration], carrying carried: CarriedEdits?,
        _ db: Database
    ) throws {
        try set("restored", coding: restoration, db)
        if let carried {
            try set("carried", coding: carried, db)
        } else {
            try remove("carried", db)
        }
        try set("restorations", coding: earlier, db)
    }

    /// Clears the pending restoration, which an event records now.
    static func clearRestoration(_ db: Database) throws {
        try set("restorations", coding: restorations(db), db)
        try remove("restored", db)
        try remove("carried", db)
    }

    /// The edits that the replaced record passes on, if no event records the restoration yet.
    static func carried(_ db: Database) throws -> CarriedEdits? { try decoded("carried", db) }

    /// The removal of old events that no event records yet.
    static func removal(_ db: Database) throws -> Retention? { try decoded("removal", db) }

    static func setRemoval(_ removal: Retention, _ db: Database) throws {
        try set("removal", coding: removal, db)
    }

    /// Clears the pending removal, which an event records now.
    static func clearRemoval(_ db: Database) throws { try remove("removal", db) }

    /// The damaged database that this one replaced, if no event records that yet.
    static func replaced(_ db: Database) throws -> ReplacedStore? { try decoded("replaced", db) }

    /// Clears the pending replacement, which an event records now.
    static func clearReplacement(_ db: Database) throws { try remove("replaced", db) }

    /// Fills a new database with its initial contents.
    static func begin(_ contents: InitialContents, _ db: Database) throws {
        try set("device", contents.device, db)
        try set("base", String(contents.carried?.state.lastSequence ?? 0), db)
        if let replaced = contents.replaced { try set("replaced", coding: replaced, db) }
        guard let carried = contents.carried else { return }
        let chain = carried.head ?? .anchor(device: contents.device)
        try set("chain", chain.hexadecimal, db)
        if let rules = carried.rules { try set("rules", coding: rules, db) }
        try Checkpoint.write(carried.state, db)
    }

    /// A random id of 128 bits.
    static func newDevice() -> String {
        (0..<16).map { _ in UInt8.random(in: .min ... .max) }.hexadecimal
    }
}

/// The initial contents of a new database.
struct InitialContents: Sendable {
    var device: String
    var carried: CarriedState?
    /// The damaged database that it replaces; nil: there was none.
    var replaced: ReplacedStore?
}

/// The state that a new database continues after damage or loss.
struct CarriedState: Sendable {
    var state: State
    var rules: RulesLoaded?
    /// The hash of the last event; nil if it is not known.
    var head: ChainHash?
}
