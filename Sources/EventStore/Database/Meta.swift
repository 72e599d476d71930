import Engine
import Foundation
import GRDB

/// What the database says of itself.
enum Meta {
    private static func value(_ key: String, _ db: Database) throws -> String? {
        let row = try Row.fetchOne(
            db, sql: "SELECT value FROM meta WHERE key = ?", arguments: [key])
        guard let row else { return nil }
        guard let text = String.fromDatabaseValue(row[0]) else {
            throw Damage("its \(key) is not text")
        }
        return text
    }

    private static func set(_ key: String, _ value: String, _ db: Database) throws {
        try db.execute(
            sql: "INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", arguments: [key, value])
    }

    /// The device's id, 32 hexadecimal digits.
    static func device(_ db: Database) throws -> String {
        guard let text = try value("device", db), text.utf8.count == 32,
            text.utf8.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit })
        else { throw Damage("it has no device id") }
        return text
    }

    /// The sequence before the first event that this database can hold; 0 unless it continues one
    /// that was damaged.
    static func base(_ db: Database) throws -> Int64 {
        guard let text = try value("base", db), let base = Int64(text), EventRow.sequences ~= base
        else { throw Damage("it does not say where its history begins") }
        return base
    }

    /// The rule texts that were in force when this database continued a damaged one.
    static func carriedRules(_ db: Database) throws -> RulesLoaded? {
        guard let text = try value("rules", db) else { return nil }
        return try? JSONDecoder().decode(RulesLoaded.self, from: Data(text.utf8))
    }

    /// Writes all of it into a new database.
    static func begin(_ beginning: Beginning, _ db: Database) throws {
        try set("device", beginning.device, db)
        try set("base", String(beginning.carried?.state.lastSequence ?? 0), db)
        guard let carried = beginning.carried else { return }
        if let rules = carried.rules {
            try set("rules", String(decoding: JSONEncoder().encode(rules), as: UTF8.self), db)
        }
        try Checkpoint(state: carried.state).write(db)
    }

    /// A random id of 128 bits.
    static func newDevice() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<4).map { _ in
            let digits = String(UInt32.random(in: .min ... .max, using: &generator), radix: 16)
            return String(repeating: "0", count: 8 - digits.count) + digits
        }.joined()
    }
}

/// What a new database begins with.
struct Beginning: Sendable {
    var device: String
    var carried: Carried?
}

/// What is carried over from a database that was damaged or lost.
struct Carried: Sendable {
    var state: State
    var rules: RulesLoaded?
}
