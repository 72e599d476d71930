import RuleModel

/// The other devices of the person: the fold of what was received from them.
///
/// Each device is a fold of its own, and what they told together is found when it is asked for. So
/// it does not depend on the order of the devices, nor on what came twice. A fact that two devices
/// told, because one is a copy of the other, counts once, as early as one of them says.
package struct OtherDevices: Hashable, Sendable, Codable {
    /// By id.
    package private(set) var devices = KeyedValues<OtherDevice>()
    /// The windows that were begun here, with the time of that.
    private var begun: [SharedFactID: Instant] = [:]
    /// When outdated facts are next removed.
    private var prunedOn: Int?

    package init() {}

    mutating func take(in received: Received, _ event: Event) {
        devices.update(received.device, default: OtherDevice()) { device in
            if let cursor = received.cursor { device.cursor = cursor }
            device.heardAt = max(device.heardAt, event.at)
            device.isOwn = received.isOwn ?? device.isOwn
            for fact in received.facts { device.take(in: fact, event) }
        }
        // A removal costs as much as there is left: not with every event.
        guard prunedOn != event.at.utcDay else { return }
        prunedOn = event.at.utcDay
        devices.updateAll { $0.prune(at: event.at) }
        begun = begun.filter { event.at - $0.value < OtherDevice.Memory.week }
    }

    mutating func begin(_ window: SharedFactID, at instant: Instant) { begun[window] = instant }

    mutating func goBack(to instant: Instant) {
        devices.updateAll { $0.goBack(to: instant) }
        begun = begun.mapValues { min($0, instant) }
    }

    mutating func carry(from last: State.Moment, to event: Event) {
        devices.updateAll { $0.carry(from: last, to: event) }
    }

    mutating func forgetWords(before day: Int) {
        devices.updateAll { $0.forgetWords(before: day) }
    }

    // MARK: Windows, answers and switches

    /// The windows that are running and were not begun here, by id.
    func windowsToBegin(at moment: Deadline) -> [(id: SharedFactID, window: SharedWindow)] {
        var found: [SharedFactID: SharedWindow] = [:]
        for device in devices {
            for (id, window) in device.value.windows
            where begun[id] == nil && !window.time.isOver(at: moment) {
                let end = window.time.deadline.elapsed
                if let known = found[id], known.time.deadline.elapsed <= end { continue }
                found[id] = window
            }
        }
        return found.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// The answer to a check-in on a day, of which a *no* outweighs any other; nil: none.
    package func answer(to checkIn: String, on day: Int) -> Bool? {
        let key = OtherDevice.DayOfCheckIn(checkIn: checkIn, day: day)
        var answer: Bool?
        for device in devices {
            guard let said = device.value.answers[key] else { continue }
            if !said { return false }
            answer = true
        }
        return answer
    }

    /// Whether a schedule that would run now is switched off on another device.
    func haveScheduleSwitchedOff(at now: Instant) -> Bool {
        devices.contains { device in
            device.value.weakened.values.contains {
                $0.what.hasPrefix(Self.schedules) && now < $0.until
            }
        }
    }

    /// The start of the names of schedules that are switched off.
    static let schedules = "quiet_hours."

    // MARK: Values that every device can write

    /// The values of names, goals and settings by key.
    package var said: [String: SharedValue] {
        registers(\.said, isFinal: \.isRemoved).mapValues(\.value)
    }

    /// The entries of the tools' rule files, by key.
    package var rules: [String: Register<String>] { registers(\.rules) }

    /// The highest counter of a key; 0 if there is none.
    package func counter(of key: String) -> Int64 {
        devices.reduce(0) { highest, device in
            max(
                highest, device.value.said[key]?.counter ?? 0,
                device.value.rules[key]?.counter ?? 0)
        }
    }

    private func registers<Value>(
        _ path: KeyPath<OtherDevice, [String: Register<Value>]>,
        isFinal: (Value) -> Bool = { _ in false }
    ) -> [String: Register<Value>] {
        var found: [String: Register<Value>] = [:]
        for device in devices {
            found.merge(device.value[keyPath: path]) { known, other in
                other.prevails(over: known, isFinal: isFinal) ? other : known
            }
        }
        return found
    }

    /// The episodes, the oldest first: of each the revision that counts, with its instant.
    package var episodes: [(at: Instant, episode: SharedEpisode)] {
        var found: [OtherDevice.EpisodeKey: OtherDevice.EpisodeOfDevice] = [:]
        for device in devices {
            found.merge(device.value.episodes) { $1.prevails(over: $0) ? $1 : $0 }
        }
        return found.values.sorted { ($0.at, $0.fact) < ($1.at, $1.fact) }
            .map { ($0.at, $0.episode) }
    }

    /// The experiments that began within the last 52 weeks and have not ended.
    package func experiments(at now: Instant) -> [SharedFactID] {
        var found: [SharedFactID: OtherDevice.Experiment] = [:]
        for device in devices {
            found.merge(device.value.experiments) { known, other in
                OtherDevice.Experiment(
                    at: min(known.at, other.at), hasEnded: known.hasEnded || other.hasEnded)
            }
        }
        return found.filter { !$0.value.hasEnded && now - $0.value.at < .days(364) }
            .map(\.key).sorted()
    }
}
