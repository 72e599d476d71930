import API
import Testing

@testable import soteria_agent

/// Which units belong to which targets, and how they are reported.
struct PlaceIndexTests {
    private static let index = {
        var index = PlaceIndex()
        index.add(.target("games", apps: ["steam", "tux"], executables: ["/usr/games/tux"]))
        index.add(.target("shopping", .stop, kill: true, apps: ["steam"]))
        index.add(.target("tools", .notify, executables: ["/usr/bin/make", "/usr/bin/cc"]))
        return index
    }()

    @Test("By id, a unit belongs to all targets that name it")
    func byID() {
        let index = Self.index
        #expect(index.targets(ids: ["steam"], running: nil) == ["games", "shopping"])
        #expect(index.targets(ids: ["x", "tux"], running: nil) == ["games"])
        #expect(index.targets(ids: ["Steam"], running: nil).isEmpty)
        #expect(index.targets(ids: [], running: []).isEmpty)
    }

    @Test("By executable, every leading process has to run one that the target names")
    func byExecutable() {
        let index = Self.index
        #expect(index.targets(ids: [], running: ["/usr/games/tux"]) == ["games"])
        #expect(index.targets(ids: [], running: ["/usr/games/tux", "/bin/sh"]).isEmpty)
        #expect(index.targets(ids: [], running: ["/usr/bin/make", "/usr/bin/cc"]) == ["tools"])
        #expect(index.targets(ids: [], running: ["/usr/bin/make", "/usr/games/tux"]).isEmpty)
        #expect(index.targets(ids: [], running: nil).isEmpty)
    }

    @Test("A window's app is an id without case, the name of its file, or the class that it names")
    func windows() {
        var index = Self.index
        #expect(index.ids(ofWindow: "STEAM") == ["steam"])
        #expect(index.ids(ofWindow: "tux.desktop") == ["tux"])
        #expect(index.ids(ofWindow: "TuxRacer").isEmpty)
        let changes = [
            index.setClasses(["tux": "tuxracer", "steam": "tuxracer"]),
            index.setClasses(["tux": "tuxracer", "steam": "tuxracer"]),
        ]
        #expect(changes == [true, false])
        #expect(index.ids(ofWindow: "TuxRacer") == ["steam", "tux"])
        #expect(index.ids(ofWindow: "tux") == ["tux"], "an id comes first")
        #expect(index.applicationIDs == ["steam", "tux"])
    }

    @Test("By id and by executable together")
    func byBoth() {
        #expect(
            Self.index.targets(ids: ["steam"], running: ["/usr/bin/cc"])
                == ["games", "shopping", "tools"])
    }

    @Test("A unit is reported by as few names as name all its targets")
    func reported() {
        let index = Self.index
        #expect(
            index.reported(
                ids: ["steam"], running: ["/usr/games/tux"], of: ["games", "shopping"]) == ["steam"]
        )
        #expect(
            index.reported(ids: ["steam"], running: ["/usr/bin/cc"], of: ["games", "tools"])
                == ["steam", "/usr/bin/cc"])
        #expect(
            index.reported(ids: [], running: ["/usr/bin/cc", "/usr/bin/make"], of: ["tools"])
                == ["/usr/bin/cc"])
        #expect(index.reported(ids: ["tux"], running: nil, of: ["shopping"]).isEmpty)
    }

    @Test("Links in the paths are followed, and the path as written is what is reported")
    func links() {
        var index = PlaceIndex()
        index.add(.target("games", executables: ["/bin/tux", "/opt/tux"]))
        let places: [String: Executable] = ["/bin/tux": "/usr/bin/tux", "/opt/tux": "/usr/bin/tux"]
        #expect(index.resolve { places[$0] })
        #expect(!index.resolve { places[$0] })
        #expect(index.targets(ids: [], running: ["/usr/bin/tux"]) == ["games"])
        #expect(
            index.reported(ids: [], running: ["/usr/bin/tux"], of: ["games"]) == ["/bin/tux"])
        #expect(index.resolve { _ in nil })
        #expect(index.targets(ids: [], running: ["/bin/tux"]) == ["games"])
        #expect(index.targets(ids: [], running: ["/usr/bin/tux"]).isEmpty)
    }

    @Test("A file is found under another name, and a program whose file was replaced by its path")
    func hardLinks() {
        var index = PlaceIndex()
        index.add(.target("games", executables: ["/usr/games/tux"]))
        let file = Executable.File(device: 8, inode: 42)
        #expect(index.resolve { Executable(path: $0, file: file) })
        let linked = Executable(path: "/home/a/innocent", file: file)
        #expect(index.targets(ids: [], running: [linked]) == ["games"])
        #expect(
            index.reported(ids: [], running: [linked], of: ["games"]) == ["/usr/games/tux"])
        let replaced = Executable(path: "/usr/games/tux", file: .init(device: 8, inode: 7))
        #expect(index.targets(ids: [], running: [replaced]) == ["games"])
        for other in [Executable.File(device: 9, inode: 42), .init(device: 8, inode: 43)] {
            let copy = Executable(path: "/home/a/copy", file: other)
            #expect(index.targets(ids: [], running: [copy]).isEmpty)
        }
        // An update put another file there.
        #expect(index.resolve { Executable(path: $0, file: .init(device: 8, inode: 43)) })
        #expect(index.targets(ids: [], running: [linked]).isEmpty)
    }

    @Test("Whether processes have to be looked at at all")
    func executables() {
        #expect(Self.index.hasExecutables)
        #expect(Self.index.namesExecutables("tools"))
        #expect(!Self.index.namesExecutables("shopping"))
        #expect(!PlaceIndex().hasExecutables)
    }

    @Test("Pieces make a whole; what has no beginning or begins again is void")
    func pieces() {
        var assembler = PlaceIndexAssembler()
        let piece = { (begins: Bool, app: String, complete: Bool) in
            TargetsAPI.Monitor.Reply(
                begins: begins, places: [.target("games", apps: [app])], complete: complete)
        }
        #expect(assembler.append(piece(false, "lost", true)) == nil)
        #expect(assembler.append(piece(true, "void", false)) == nil)
        #expect(assembler.append(piece(true, "one", false)) == nil)
        #expect(assembler.append(piece(false, "two", false)) == nil)
        let whole = assembler.append(piece(false, "three", true))
        for app in ["one", "two", "three"] {
            #expect(whole?.targets(ids: [app], running: nil) == ["games"])
        }
        for app in ["lost", "void"] {
            #expect(whole?.targets(ids: [app], running: nil).isEmpty == true)
        }
        #expect(assembler.append(piece(false, "late", true)) == nil)
        #expect(assembler.append(.init(begins: true, places: [], complete: true)) == PlaceIndex())
    }
}
