import Engine
import RuleFiles

/// The lists of sites that the rules name: watched for changes, and copied as long as they are
/// needed.
extension Daemon {
    /// Watches the directories of all lists that the rules name, in force or not.
    func followLists() {
        let paths = rules.lastRead.listPaths + engine.written.sources.filter(\.isList).map(\.path)
        rules.watch(
            paths.map { path in String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) })
    }

    /// Reads the rules again where a list is another one than was read.
    func checkLists() {
        let lists = rules.lastRead.lists
        guard !lists.isEmpty else { return }
        work.rules.async {
            guard lists.contains(where: { !$0.isCurrent }) else { return }
            self.enter { $0.reload(isChecking: true) }
        }
    }

    /// Removes the copies of lists that no rules need any more: neither those in force, nor those
    /// that were read last, nor any that an edit may bring back.
    ///
    /// `grace` is for how many seconds a copy is left alone in any case: what was read just now may
    /// not be in force yet.
    func pruneLists(grace: Int = 600) {
        // What is not in the record yet needs its copies, and so does what it is to replace.
        guard let copies = settings.listCopies, !record.isFailing else { return }
        var sources = engine.written.sources + rules.inForce.sources + rules.lastRead.sources
        sources += engine.state.edits.flatMap(\.sources)
        let needed = Set(sources.compactMap(\.digest))
        work.rules.async { copies.prune(keeping: needed, grace: grace) }
    }
}
