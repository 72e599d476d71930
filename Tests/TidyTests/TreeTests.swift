import Testing

@Suite("The tree") struct TreeTests {
    @Test func nothingStraysAtTheTop() throws {
        let ignored = try Repository.file(".gitignore")
        expectNone(Checks.strayNames(Repository.names(in: ""), ignored: ignored))
    }

    @Test(arguments: ["Sources", "Tests", "Benchmarks", "rules", "systemd", "docs"])
    func nothingIsLeftUndone(directory: String) {
        expectNone(Repository.files(below: directory).flatMap { Checks.forbiddenWords(in: $0) })
    }

    @Test func everyTestFolderIsATarget() throws {
        // These have their own runners, or only hold files to read.
        let noTargets: Set = ["Load", "Records", "Simulation", "System"]
        let folders = Repository.folders(in: "Tests")
            .filter { !noTargets.contains($0) }
        let manifest = try Repository.file("Package.swift")
        expectNone(
            folders.filter { !manifest.text.contains("\($0)\"") }
                .map { Finding(path: "Tests/\($0)", "Package.swift has no such target") })
    }

    @Test func noVagueTargets() {
        let vague: Set<String> = ["Utils", "Utilities", "Common", "Shared", "Helpers", "Misc"]
        #expect(vague.isDisjoint(with: Repository.folders(in: "Sources")))
    }
}

@Suite("The architecture page") struct ArchitecturePageTests {
    @Test(arguments: [(ArchitecturePage.path, 2), (ArchitecturePage.inside, 53)])
    func everyInvariantIsHeldByATest(path: String, fewest: Int) throws {
        let page = try Repository.file(path)
        let (named, nameless) = ArchitecturePage.invariants(of: page)
        #expect(named.count >= fewest)
        expectNone(nameless)
        let all = ArchitecturePage.namedTests(of: page)
        #expect(all.count >= named.count)
        let tests = Repository.files(below: "Tests")
        expectNone(ArchitecturePage.missingTests(all, in: tests, path: path))
    }

    /// A newcomer looks up here which files a change touches.
    @Test(arguments: [ArchitecturePage.path, ArchitecturePage.inside])
    func everyFileThatIsNamedExists(path: String) throws {
        expectNone(
            ArchitecturePage.missingFiles(
                of: try Repository.file(path), exists: Repository.has))
    }

    @Test func namesManyFiles() throws {
        let page = try Repository.file(ArchitecturePage.path)
        #expect(page.lines.flatMap { ArchitecturePage.paths(in: $0) }.count > 40)
    }

    /// It is read in one sitting; details are in docs/inside.md.
    @Test func isTwoPages() throws {
        let page = try Repository.file(ArchitecturePage.path)
        #expect(ArchitecturePage.wordCount(of: page) <= 1_400)
    }

    @Test func everyFolderIsNamed() throws {
        // These have a folder for each page, and a file for each interface.
        let alike: Set = ["Dashboard", "API"]
        let folders = Repository.folders(in: "Sources").filter { !alike.contains($0) }
            .flatMap { target in
                Repository.folders(in: "Sources/\(target)").map { "Sources/\(target)/\($0)" }
            }
        #expect(folders.count > 50)
        expectNone(
            ArchitecturePage.unnamedFolders(
                folders, page: try Repository.file(ArchitecturePage.inside)))
    }

    @Test func tableIsTheOneThatIsHeld() throws {
        let table = ArchitecturePage.importTable(of: try Repository.file("docs/inside.md"))
        for (target, row) in ImportTable.rows {
            #expect(table[target] == row.imports, "\(target)")
        }
    }

    @Test func everyTargetIsNamed() throws {
        expectNone(
            ArchitecturePage.unnamedTargets(
                Repository.folders(in: "Sources"),
                page: try Repository.file(ArchitecturePage.path),
                manifest: try Repository.file("Package.swift")))
    }
}

@Suite("The security page") struct SecurityPageTests {
    @Test func everyPromiseIsHeldByATest() throws {
        let (named, nameless) = SecurityPage.promises(of: try Repository.file(SecurityPage.path))
        #expect(named.count > 20)
        expectNone(nameless)
        expectNone(
            ArchitecturePage.missingTests(
                named, in: Repository.files(below: "Tests"), path: SecurityPage.path))
    }
}

@Suite("Units") struct UnitFileTests {
    /// The interfaces under whose names systemd links the socket.
    static func registered(_ unit: SourceFile) -> [String] {
        unit.lines.filter { $0.hasPrefix("Symlinks=") }
            .compactMap { $0.split(separator: "/").last.map(String.init) }.sorted()
    }

    @Test func everyInterfaceIsRegisteredAndEveryRegisteredOneIsServed() throws {
        let registered = try ["soteriad.socket", "soteria-dashboard.socket"].flatMap {
            Self.registered(try Repository.file("systemd/\($0)"))
        }
        let interfaces = Repository.files(below: "Sources/API")
            .compactMap { $0.path.split(separator: "/").last }
            .filter { $0.hasSuffix(".varlink") }.map { String($0.dropLast(8)) }.sorted()
        #expect(!interfaces.isEmpty)
        #expect(registered.sorted() == interfaces)
    }

    @Test(arguments: [
        "soteriad.service", "soteriad.socket", "soteria-agent.service", "soteria-dashboard.service",
        "soteria-dashboard.socket", "soteria-sync@.service", "soteria-sync@.path",
        "without-user-namespaces.conf",
    ])
    func everyLineIsASectionASettingOrAComment(name: String) throws {
        let unit = try Repository.file("systemd/\(name)")
        for (number, line) in unit.lines.enumerated() where !line.isEmpty {
            let isSetting = line.first?.isUppercase == true && line.contains("=")
            #expect(
                line.hasPrefix("#") || line.hasPrefix("[") || isSetting,
                "systemd/\(name):\(number + 1): \(line)")
        }
    }

    @Test func loweredSandboxTakesBackOnlyWhatTheUnitSets() throws {
        func settings(_ path: String) throws -> Set<Substring> {
            let lines = try Repository.file(path).lines.filter { !$0.hasPrefix("#") }
            return Set(lines.compactMap { $0.contains("=") ? $0.prefix { $0 != "=" } : nil })
        }
        let lowered = try settings("systemd/without-user-namespaces.conf")
        #expect(!lowered.isEmpty)
        #expect(lowered.isSubset(of: try settings("systemd/soteriad.service")))
    }
}
