/// The use that an export of ActivityWatch tells of.
///
/// Of a window only its app is kept, of a page only its host, and both only if they belong to a
/// target. Titles and addresses are skipped as they are read; pages in private windows are left
/// out.
struct ActivityWatchExport {
    /// The measurements of one computer.
    struct Host: Hashable {
        /// By the keys of targets: their apps in front.
        var apps: [String: TimeRanges] = [:]
        /// By the keys of targets: their pages in front in the browser.
        var pages: [String: TimeRanges] = [:]
        /// A browser in front; nil if no windows were recorded.
        var browser: TimeRanges?
        /// The person at the computer; nil if that was not recorded.
        var presence: TimeRanges?
    }

    /// A bucket that was not read.
    struct OtherBucket: Hashable, Encodable {
        var bucket: String
        var type: String
    }

    enum Problem: Error, Hashable {
        /// There are no buckets in it.
        case notAnExport
        case tooMuch(limit: Int)
    }

    /// The most stretches of time that are kept, of 16 bytes each.
    private static let mostRanges = 2_000_000
    /// The longest name of a bucket, a computer, an app and a time, and the longest address.
    private static let longest = (name: 200, address: 2000)
    /// The longest event, in seconds: ActivityWatch begins a new one far earlier.
    private static let longestEvent = 86_400.0

    private let targetsOfApp: (String) throws -> [String]
    private let targetsOfHost: (String) throws -> [String]
    private(set) var hosts: [String: Host] = [:]
    private(set) var others: [OtherBucket] = []
    /// The events without a time, a length or an app that could be read.
    private(set) var damagedEvents = 0
    private var ranges = 0

    /// The functions return the keys of targets, for an app as ActivityWatch names it, and for a
    /// host.
    init(
        targetsOfApp: @escaping (String) throws -> [String],
        targetsOfHost: @escaping (String) throws -> [String]
    ) {
        self.targetsOfApp = targetsOfApp
        self.targetsOfHost = targetsOfHost
    }

    /// Reads an export. Throws a `Problem`, that of the stream, and what the functions throw.
    mutating func read(_ stream: inout JSONStream) throws {
        var isExport = false
        guard try stream.isMap() else { throw Problem.notAnExport }
        try stream.readMap { key, stream in
            guard key == "buckets" else { return try stream.skip() }
            isExport = true
            if try stream.isMap() {
                try stream.readMap { try readBucket($0, &$1) }
            } else {
                try stream.readList { try readBucket("", &$0) }
            }
        }
        try stream.end()
        guard isExport else { throw Problem.notAnExport }
        nameUnknownHost()
    }

    // MARK: - Buckets

    private enum Kind: String {
        case windows = "currentwindow"
        case presence = "afkstatus"
        case pages = "web.tab.current"
    }

    private mutating func readBucket(_ name: String, _ stream: inout JSONStream) throws {
        var (name, type, host) = (name, "", "")
        try stream.readMap { key, stream in
            switch key {
            case "id": name = try stream.readText(atMost: Self.longest.name) ?? name
            case "type": type = try stream.readText(atMost: Self.longest.name) ?? ""
            case "hostname": host = try stream.readText(atMost: Self.longest.name) ?? ""
            case "events":
                // ActivityWatch writes the events last.
                guard let kind = Kind(rawValue: type) else { return try stream.skip() }
                var found = hosts[host] ?? Host()
                if kind == .windows { found.browser = found.browser ?? TimeRanges() }
                if kind == .presence { found.presence = found.presence ?? TimeRanges() }
                hosts[host] = nil
                try stream.readList { try readEvent(&$0, kind, into: &found) }
                hosts[host] = found
            default: try stream.skip()
            }
        }
        if Kind(rawValue: type) == nil { others.append(OtherBucket(bucket: name, type: type)) }
    }

    /// The extension for browsers does not know the computer's name: its pages belong to the only
    /// computer with a name.
    private mutating func nameUnknownHost() {
        let named = hosts.keys.filter { !["", "unknown"].contains($0) }
        guard named.count == 1, let name = named.first else { return }
        for unknown in ["", "unknown"] {
            guard let nameless = hosts.removeValue(forKey: unknown) else { continue }
            hosts[name]?.pages.merge(nameless.pages) { one, other in
                TimeRanges(one.all + other.all)
            }
            hosts[name]?.apps.merge(nameless.apps) { one, other in
                TimeRanges(one.all + other.all)
            }
        }
    }

    // MARK: - Events

    private struct Event {
        var start: Int64?
        var seconds: Double?
        var app: String?
        var address: String?
        var status: String?
        var isPrivate = false

        /// In milliseconds; nil if the event tells no time.
        var range: Range<Int64>? {
            guard let start, let seconds, (0...longestEvent).contains(seconds) else { return nil }
            return start..<start + Int64(seconds * 1000)
        }
    }

    private mutating func readEvent(
        _ stream: inout JSONStream, _ kind: Kind, into host: inout Host
    ) throws {
        var event = Event()
        try stream.readMap { key, stream in
            switch key {
            case "timestamp":
                let text = try stream.readText(atMost: Self.longest.name)
                event.start = text.flatMap { Self.milliseconds($0) }
            case "duration": event.seconds = try stream.readNumber()
            case "data":
                guard try stream.isMap() else { return try stream.skip() }
                try stream.readMap { try Self.readData($0, &$1, kind, into: &event) }
            default: try stream.skip()
            }
        }
        guard let range = event.range else { return damagedEvents += 1 }
        try add(event, range, kind, to: &host)
    }

    private static func readData(
        _ key: String, _ stream: inout JSONStream, _ kind: Kind, into event: inout Event
    ) throws {
        switch (kind, key) {
        case (.windows, "app"): event.app = try stream.readText(atMost: longest.name)
        case (.presence, "status"): event.status = try stream.readText(atMost: longest.name)
        case (.pages, "url"): event.address = try stream.readText(atMost: longest.address)
        case (.pages, "incognito"): event.isPrivate = try stream.readTruth() == true
        default: try stream.skip()
        }
    }

    private mutating func add(
        _ event: Event, _ range: Range<Int64>, _ kind: Kind, to host: inout Host
    ) throws {
        guard !range.isEmpty else { return }
        switch kind {
        case .presence:
            guard event.status == "not-afk" else { return }
            try keep()
            host.presence?.add(range)
        case .windows:
            guard let app = event.app else { return damagedEvents += 1 }
            if Self.isBrowser(app) {
                try keep()
                host.browser?.add(range)
            }
            for target in try targetsOfApp(app) {
                try keep()
                host.apps[target, default: TimeRanges()].add(range)
            }
        case .pages:
            guard !event.isPrivate, let address = event.address,
                let name = Self.host(of: address)
            else { return }
            for target in try targetsOfHost(name) {
                try keep()
                host.pages[target, default: TimeRanges()].add(range)
            }
        }
    }

    private mutating func keep() throws {
        ranges += 1
        guard ranges <= Self.mostRanges else { throw Problem.tooMuch(limit: Self.mostRanges) }
    }
}
