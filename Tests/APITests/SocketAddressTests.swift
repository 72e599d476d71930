import API
import Foundation
import Testing

/// Where the socket is looked for.
@Suite struct SocketAddressTests {
    private func standard(
        _ variables: [String: String], user: UInt32 = 1000, directories: Set<String> = []
    ) throws -> String {
        try SocketAddress.standard(
            variable: { variables[$0] }, user: user, isDirectory: { directories.contains($0) }
        ).path
    }

    @Test func theVariableWins() throws {
        #expect(
            try standard(["SOTERIA_SOCKET": "/tmp/s", "XDG_RUNTIME_DIR": "/run/x"]) == "/tmp/s")
        #expect(try standard(["SOTERIA_SOCKET": "unix:/tmp/s"]) == "/tmp/s")
    }

    @Test func theRuntimeDirectoryComesNext() throws {
        let expected = "/run/x/soteria/org.soteria"
        #expect(try standard(["XDG_RUNTIME_DIR": "/run/x"]) == expected)
        #expect(try standard(["SOTERIA_SOCKET": "", "XDG_RUNTIME_DIR": "/run/x"]) == expected)
    }

    @Test func withoutVariablesTheUsersOwnDirectory() throws {
        let directories: Set = ["/run/user/1000"]
        #expect(
            try standard([:], directories: directories) == "/run/user/1000/soteria/org.soteria")
        // A directory that is not absolute is to be ignored, and an empty one too.
        for directory in ["", "run"] {
            #expect(
                try standard(["XDG_RUNTIME_DIR": directory], directories: directories)
                    == "/run/user/1000/soteria/org.soteria")
        }
    }

    @Test func withoutAnythingTheErrorSaysWhatHelps() throws {
        #expect(throws: SocketAddressError.noRuntimeDirectory(user: 7)) {
            try standard([:], user: 7, directories: ["/run/user/1000"])
        }
        let text = SocketAddressError.noRuntimeDirectory(user: 7).description
        #expect(text.contains("/run/user/7") && text.contains("SOTERIA_SOCKET"))
    }

    @Test func theProcessesOwnSurroundings() {
        #expect(SocketAddress.directoryExists("/"))
        #expect(!SocketAddress.directoryExists("/nowhere"))
        #expect(!SocketAddress.directoryExists("/dev/null"))
        #expect(
            SocketAddress.processVariable("PATH") == ProcessInfo.processInfo.environment["PATH"])
        #expect(SocketAddress.processVariable("SOTERIA_NO_SUCH_VARIABLE") == nil)
        #expect(SocketAddress(path: "unix:/a").description == "/a")
    }
}
