import API
import Foundation
import NIOCore
import NIOPosix
import Synchronization
import Varlink
import VarlinkIDL

/// A server of pages in a runtime directory of its own, as far as `soteria dashboard` sees it, and
/// the programs that it finds there.
final class DashboardServing: Sendable {
    /// The runtime directory; programs that the test makes lie in it too.
    let directory = NSTemporaryDirectory() + "soteria-dash-\(UUID().uuidString.prefix(8))"
    private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    private let server = Mutex<VarlinkServer?>(nil)
    private let pages = Mutex<[String?]>([])

    init() throws {
        try FileManager.default.createDirectory(
            atPath: directory + "/soteria", withIntermediateDirectories: true)
    }

    /// The path of the file that it answers with.
    var file: String { directory + "/open-1.html" }
    /// The pages that were asked for.
    var asked: [String?] { pages.withLock { $0 } }

    /// Answers from now on, by `handler` if one is given; does nothing if it does already.
    func start(_ handler: Method? = nil) throws {
        try server.withLock { server in
            guard server == nil else { return }
            let answer = Method { [self] call in
                let page = try call.decode(DashboardAPI.Open.Parameters.self).page
                pages.withLock { $0.append(page) }
                call.reply(DashboardAPI.Open.Reply(file: file))
            }
            let started = VarlinkServer(
                identity: ServiceIdentity(vendor: "Tests", product: "Fake", version: "0", url: ""),
                interfaces: [
                    try Interface(
                        InterfaceDescription(DashboardAPI.description),
                        methods: ["Open": handler ?? answer])
                ], eventLoop: group.next())
            try started.listen(at: directory + "/soteria/dashboard").wait()
            server = started
        }
    }

    /// Ends it and removes its directory; called once.
    func stop() {
        try? server.withLock { $0 }?.shutdown().wait()
        try? group.syncShutdownGracefully()
        try? FileManager.default.removeItem(atPath: directory)
    }

    /// Makes a program of a shell script.
    func makeProgram(_ name: String, _ script: String) throws {
        let path = "\(directory)/\(name)"
        try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(fileURLWithPath: path))
        chmod(path, 0o755)
    }

    /// The contents of a file that a program wrote in the directory; empty if it did not.
    func written(_ name: String) -> String {
        (try? String(contentsOfFile: "\(directory)/\(name)", encoding: .utf8)) ?? ""
    }

    /// The environment in which the programs are found; the shell's own as well.
    func environment(browser: String? = nil, path: String = ":/usr/bin:/bin") -> [String: String] {
        var environment = ["XDG_RUNTIME_DIR": directory, "PATH": directory + path]
        environment["BROWSER"] = browser
        return environment
    }
}
