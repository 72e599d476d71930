import API
import RuleModel
import SeededRandom
import Testing
import Varlink

@testable import soteriad

/// How what belongs to the targets is cut into pieces.
@Suite struct PlacePiecesTests {
    private func target(
        _ key: String, sites: Int = 0, apps: Int = 0, executables: Int = 0
    ) -> Target {
        Target(
            key: key, name: key.uppercased(), sites: (0..<sites).map { "s\($0).\(key).example" },
            apps: (0..<apps).map { "org.\(key).App\($0)" },
            executables: (0..<executables).map { "/opt/\(key)/\($0)" },
            enforcement: .stop, kill: true, fingerprint: "x")
    }

    private func pieces(
        _ targets: [Target], siteLimit: Int? = nil
    ) -> [TargetsAPI.Monitor.Reply] {
        Array(PlacePieces(targets, siteLimit: siteLimit, awayAfter: .minutes(3)))
    }

    /// Joins the pieces as a follower does.
    private func together(_ pieces: [TargetsAPI.Monitor.Reply]) -> [TargetsAPI.Places] {
        var whole: [TargetsAPI.Places] = []
        for part in pieces.flatMap(\.places) {
            guard let last = whole.last, last.target == part.target else {
                whole.append(part)
                continue
            }
            whole[whole.count - 1].sites = last.sites.map { $0 + (part.sites ?? []) }
            whole[whole.count - 1].apps += part.apps
            whole[whole.count - 1].executables += part.executables
        }
        return whole
    }

    private func count(_ piece: TargetsAPI.Monitor.Reply) -> Int {
        piece.places.reduce(0) {
            $0 + ($1.sites?.count ?? 0) + $1.apps.count + $1.executables.count
        }
    }

    @Test func nothingIsTold() {
        #expect(pieces([]) == [.init(begins: true, places: [], complete: true, awayAfter: 180)])
    }

    @Test func aFewPlaces() {
        let told = pieces([target("a", sites: 2, apps: 1, executables: 1), target("b")])
        #expect(
            told == [
                .init(
                    begins: true,
                    places: [
                        .init(
                            target: "a", name: "A", enforcement: .stop, kill: true,
                            sites: ["s0.a.example", "s1.a.example"], siteCount: 2,
                            apps: ["org.a.App0"], executables: ["/opt/a/0"]),
                        .init(
                            target: "b", name: "B", enforcement: .stop, kill: true, sites: [],
                            siteCount: 0, apps: [], executables: []),
                    ], complete: true, awayAfter: 180)
            ])
    }

    @Test(arguments: [(999, 1), (1000, 1), (1001, 2), (2000, 2), (2001, 3), (100_000, 100)])
    func manySites(sites: Int, expected: Int) {
        let whole = target("a", sites: sites)
        let told = pieces([whole])
        #expect(told.count == expected)
        #expect(told.map(\.begins) == [true] + Array(repeating: false, count: expected - 1))
        #expect(told.map(\.complete) == Array(repeating: false, count: expected - 1) + [true])
        #expect(told.map(\.awayAfter) == [180] + Array(repeating: nil, count: expected - 1))
        #expect(told.allSatisfy { count($0) <= PlacePieces.most && $0.places.count == 1 })
        #expect(told.allSatisfy { $0.places[0].siteCount == sites })
        #expect(told.flatMap { $0.places[0].sites ?? [] } == whole.sites)
    }

    /// Exceptions go first, over several pieces if they must, and not without the sites.
    @Test func exceptions() {
        var whole = target("a", sites: 700)
        whole.exceptSites = (0..<1500).map { "e\($0).example" }
        let told = pieces([whole])
        #expect(told.map { $0.places[0].exceptSites?.count } == [1000, 500, nil])
        #expect(told.flatMap { $0.places[0].exceptSites ?? [] } == whole.exceptSites)
        #expect(told.map { $0.places[0].sites?.count } == [0, 500, 200])
        for (limit, isListed) in [(2199, false), (2200, true)] {
            let first = pieces([whole], siteLimit: limit)[0].places[0]
            #expect((first.sites != nil) == isListed && (first.exceptSites != nil) == isListed)
        }
    }

    /// Paths are sent whether the sites are or not; every site is one word.
    @Test(arguments: [nil, 0])
    func paths(limit: Int?) {
        var whole = target("a", sites: 3)
        whole.paths = (0..<700).compactMap { SitePath("p.example/\($0)") }
        whole.exceptPaths = (0..<600).compactMap { SitePath("e.example/\($0)") }
        whole.hasEverySite = true
        let told = pieces([whole], siteLimit: limit).map { $0.places[0] }
        #expect(told.flatMap { $0.paths ?? [] } == whole.paths.map(\.text))
        #expect(told.flatMap { $0.exceptPaths ?? [] } == whole.exceptPaths.map(\.text))
        #expect(told.allSatisfy { $0.everySite == true && $0.siteCount == 704 })
        #expect(told.count == 2 && told.allSatisfy { ($0.sites == nil) == (limit == 0) })
        #expect(told[1].exceptPaths == nil)
    }

    /// A piece ends wherever it is full: within the apps, between two targets.
    @Test func theEndOfAPiece() {
        let told = pieces([
            target("a", sites: 600, apps: 600, executables: 300), target("b", sites: 500),
            target("c", sites: 1),
        ])
        #expect(told.map(count) == [1000, 1000, 1])
        #expect(told[0].places.map(\.target) == ["a"])
        #expect(told[0].places[0].apps.count == 400)
        #expect(told[1].places.map(\.target) == ["a", "b"])
        #expect(told[1].places[0].sites == [] && told[1].places[0].apps.count == 200)
        #expect(told[1].places[0].executables.count == 300)
        #expect(told[2].places.map(\.target) == ["c"])
    }

    @Test(arguments: [
        (0, [0, nil, nil]), (1, [0, 1, nil]), (2, [0, 1, nil]), (2500, [0, 1, 2500]),
        (nil, [0, 1, 2500]),
    ])
    func sitesBeyondTheLimitAreLeftOut(limit: Int?, told: [Int?]) {
        let targets = [
            target("a", apps: 1), target("b", sites: 1, apps: 1), target("c", sites: 2500, apps: 1),
        ]
        let whole = together(pieces(targets, siteLimit: limit))
        #expect(whole.map { $0.sites?.count } == told)
        #expect(whole.map(\.siteCount) == [0, 1, 2500])
        #expect(whole.map(\.apps.count) == [1, 1, 1])
    }

    /// Targets of which nothing is listed do not make a piece long without end.
    @Test func manyTargets() {
        let targets = (0..<2500).map { target("t\($0)", sites: 1) }
        let told = pieces(targets, siteLimit: 0)
        #expect(told.map(\.places.count) == [1000, 1000, 500])
        #expect(together(told).map(\.target) == targets.map(\.key))
    }

    /// No message is longer than a browser takes, however long the names are, and however many of
    /// their characters are escaped.
    @Test func longNames() throws {
        var long = target("a")
        long.executables = (0..<3000).map { number in
            "/" + String(repeating: "\"", count: 1018) + String(number + 1000)
        }
        let told = pieces([long])
        #expect(told.flatMap { $0.places.flatMap(\.executables) } == long.executables)
        for piece in told {
            let length = try JSON(encoding: piece).text.utf8.count
            #expect(length < 1 << 20)
        }
    }

    @Test func nothingIsLostOrTwice() {
        let seed = SeededGenerator.seed()
        var generator = SeededGenerator(seed: seed)
        func number(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }
        for _ in 0..<60 {
            let targets = (0..<number(below: 12)).map { index in
                target(
                    "t\(index + 10)", sites: number(below: 1500),
                    apps: number(below: 700), executables: number(below: 700))
            }
            let limit = number(below: 3) == 0 ? number(below: 1500) : nil
            let told = pieces(targets, siteLimit: limit)
            let whole = together(told)
            #expect(told.first?.begins == true && told.last?.complete == true, "seed \(seed)")
            #expect(told.count { $0.begins } == 1 && told.count { $0.complete } == 1)
            #expect(told.allSatisfy { count($0) <= PlacePieces.most }, "seed \(seed)")
            #expect(whole.map(\.target) == targets.map(\.key), "seed \(seed)")
            #expect(
                whole.map(\.sites)
                    == targets.map { $0.sites.count > limit ?? .max ? nil : $0.sites },
                "seed \(seed)")
            #expect(whole.map(\.apps) == targets.map(\.apps), "seed \(seed)")
            #expect(whole.map(\.executables) == targets.map(\.executables), "seed \(seed)")
        }
    }
}
