extension ToolsFile {
    /// The schedules of this file, in its order; entries that are not maps are left out.
    package var schedules: [ScheduleEntry] { entries() }

    /// The targets of this file, in its order; entries that are not maps are left out.
    package var targets: [TargetEntry] { entries() }

    package func schedule(_ key: String) -> ScheduleEntry? { schedules.first { $0.key == key } }

    package func target(_ key: String) -> TargetEntry? { targets.first { $0.key == key } }

    /// The keys of a section in this file, including those of entries that are not maps.
    package func keys(of section: ToolsSection) -> Set<String> {
        Set((sections[section.rawValue]?.members ?? []).map(\.key))
    }

    /// Adds a schedule, or changes the one with its key; parts that the type does not know are
    /// kept.
    ///
    /// Throws `ToolsFileError.section` if the file's section is not a map.
    package mutating func set(_ entry: ScheduleEntry) throws(ToolsFileError) { try put(entry) }

    package mutating func set(_ entry: TargetEntry) throws(ToolsFileError) { try put(entry) }

    /// Removes an entry from the file; returns false if there was none.
    @discardableResult
    package mutating func remove(_ key: String, from section: ToolsSection) -> Bool {
        guard var entries = sections[section.rawValue]?.members, entries[key] != nil else {
            return false
        }
        entries[key] = nil
        sections[section.rawValue] = entries.isEmpty ? nil : .map(entries)
        return true
    }

    /// Adds a place to a target of this file; false if there is no such target, or it is there.
    @discardableResult
    package mutating func add(_ place: TargetPlace, to target: String) -> Bool {
        change(place, of: target) { items, index in
            if index != nil { return false }
            items.append(.text(place.text))
            return true
        }
    }

    /// Removes a place from a target of this file; returns false if it was not there. The check of
    /// the rules refuses a target without places.
    @discardableResult
    package mutating func remove(_ place: TargetPlace, from target: String) -> Bool {
        change(place, of: target) { items, index in
            guard let index else { return false }
            items.remove(at: index)
            return true
        }
    }

    // MARK: -

    private func entries<Entry: ToolsEntry>() -> [Entry] {
        (sections[Entry.section.rawValue]?.members ?? []).compactMap { member in
            member.value.members.map { Entry(key: member.key, $0) }
        }
    }

    private mutating func put(_ entry: some ToolsEntry) throws(ToolsFileError) {
        let section = type(of: entry).section
        guard var entries = sections[section.rawValue].map(\.members) ?? [] else {
            throw .section(section.rawValue)
        }
        var map = entries[entry.key]?.members ?? []
        for part in entry.parts { map[part.key] = part.value }
        entries[entry.key] = .map(map)
        if sections[section.rawValue] == nil, section == .targets {
            // An entry is read more easily before those that refer to it.
            sections.insert(Literal.Member(section.rawValue, .map(entries)), at: 0)
        } else {
            sections[section.rawValue] = .map(entries)
        }
    }

    /// Changes the list of a place; the edit receives the place's index and returns true if it
    /// changed anything.
    private mutating func change(
        _ place: TargetPlace, of target: String,
        by edit: (inout [Literal], Int?) -> Bool
    ) -> Bool {
        let section = ToolsSection.targets.rawValue
        guard var entries = sections[section]?.members, var map = entries[target]?.members,
            var items = map[place.key].map(\.items) ?? []
        else { return false }
        let sought = place.compared(place.text)
        let index = items.firstIndex { $0.words.map(place.compared) == sought }
        guard edit(&items, index) else { return false }
        map[place.key] = items.isEmpty ? nil : .list(items)
        entries[target] = .map(map)
        sections[section] = .map(entries)
        return true
    }
}
