/// The members of a JSON object in order, each name once. Lookup is linear: objects on a socket
/// have a handful of members.
package struct JSONObject: Sendable {
    package struct Member: Hashable, Sendable {
        package let name: String
        package var value: JSON
    }

    package private(set) var members: [Member]

    /// Creates an object; of a repeated name the last value counts, in the first position.
    package init(_ members: [(String, JSON)] = []) {
        self.members = []
        self.members.reserveCapacity(members.count)
        for (name, value) in members { self[name] = value }
    }

    /// Creates an object of members whose names are known to differ.
    init(distinct members: [Member]) { self.members = members }

    /// The value of the member `name`; setting nil removes it, setting a new name appends it.
    package subscript(name: String) -> JSON? {
        get {
            for member in members where member.name == name { return member.value }
            return nil
        }
        set {
            let index = members.firstIndex { $0.name == name }
            switch (index, newValue) {
            case (let index?, let value?): members[index].value = value
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): members.append(Member(name: name, value: value))
            case (nil, nil): break
            }
        }
    }

    package var names: [String] { members.map(\.name) }
}

extension JSONObject: RandomAccessCollection {
    package var startIndex: Int { members.startIndex }
    package var endIndex: Int { members.endIndex }
    package subscript(position: Int) -> Member { members[position] }
}

extension JSONObject: Hashable {
    /// True if both have the same names with the same values, in any order.
    package static func == (left: JSONObject, right: JSONObject) -> Bool {
        if left.members == right.members { return true }
        guard left.count == right.count else { return false }
        let index = Dictionary(right.members.map { ($0.name, $0.value) }) { first, _ in first }
        return left.members.allSatisfy { index[$0.name] == $0.value }
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(Set(members))
    }
}

extension JSONObject: CustomStringConvertible {
    package var description: String { JSON.object(self).text }
}
