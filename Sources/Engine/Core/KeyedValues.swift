import RuleModel

/// Values by key, in the order of the keys; coded like a dictionary.
///
/// For targets and schedules: they are looked up with every input, and mostly so few that a search
/// costs less than a hash.
///
/// Keys come from rules and are ASCII. Only a record written by hand can have two spellings of one
/// text as keys; one of them may then not be found. Comparing bytes would find both, but makes a
/// simulated year a quarter more expensive (`bench year`).
package struct KeyedValues<Value> {
    package struct Entry {
        package let key: String
        package fileprivate(set) var value: Value
    }

    private var entries: [Entry] = []

    package init() {}

    package var isEmpty: Bool { entries.isEmpty }
    package var keys: [String] { entries.map(\.key) }
    package var values: [Value] { entries.map(\.value) }

    package subscript(key: String) -> Value? {
        get {
            let place = place(of: key)
            return holds(key, at: place) ? entries[place].value : nil
        }
        set {
            let place = place(of: key)
            switch (newValue, holds(key, at: place)) {
            case (let value?, true): entries[place].value = value
            case (let value?, false): insert(key, value, at: place)
            case (nil, true): entries.remove(at: place)
            case (nil, false): break
            }
        }
    }

    /// Changes the value of a key in place, which is `standard` if there is none yet.
    mutating func update(
        _ key: String, default standard: Value, _ change: (inout Value) -> Void
    ) {
        let place = place(of: key)
        if !holds(key, at: place) { insert(key, standard, at: place) }
        change(&entries[place].value)
    }

    /// Changes all values in place.
    mutating func updateAll(_ change: (inout Value) -> Void) {
        for place in entries.indices { change(&entries[place].value) }
    }

    mutating func removeAll(where isOver: (Value) -> Bool) {
        entries.removeAll { isOver($0.value) }
    }

    /// The place of a key, or the one at which to insert it.
    private func place(of key: String) -> Int { entries.prefixCount { $0.key < key } }

    private mutating func insert(_ key: String, _ value: Value, at place: Int) {
        let entry = Entry(key: key, value: value)
        // Adding at the end costs less, and many lists are built in the order of their keys.
        if place == entries.count { return entries.append(entry) }
        entries.insert(entry, at: place)
    }

    private func holds(_ key: String, at place: Int) -> Bool {
        place < entries.count && entries[place].key == key
    }
}

extension KeyedValues: Sequence {
    package func makeIterator() -> [Entry].Iterator { entries.makeIterator() }
}

extension KeyedValues: Sendable where Value: Sendable {}
extension KeyedValues.Entry: Sendable where Value: Sendable {}
extension KeyedValues: Equatable where Value: Equatable {}
extension KeyedValues.Entry: Equatable where Value: Equatable {}
extension KeyedValues: Hashable where Value: Hashable {}
extension KeyedValues.Entry: Hashable where Value: Hashable {}

extension KeyedValues: Codable where Value: Codable {
    package init(from decoder: any Decoder) throws {
        entries = try [String: Value](from: decoder).sorted { $0.key < $1.key }
            .map { Entry(key: $0.key, value: $0.value) }
    }

    package func encode(to encoder: any Encoder) throws {
        // Two spellings of one text are one key of a dictionary.
        try Dictionary(entries.map { ($0.key, $0.value) }, uniquingKeysWith: { _, last in last })
            .encode(to: encoder)
    }
}
