import RuleModel

/// Imports use that another program measured. The reply is what of it was new; nil: nothing.
package struct ImportUse: Request {
    package typealias Reply = UseImport?
    let source: String
    let use: [UseImport.Day]

    package enum Refusal: Error, Hashable, Sendable {
        /// The rules have no target with this key.
        case noSuchTarget(String)
        /// All imports together would have more days than `UseImport.most`, or there are
        /// `UseImport.mostImports`.
        case tooMuch
    }

    package func perform(on engine: inout Engine) -> Response<Self> {
        let known = Set(engine.rules.targets.map(\.key))
        if let stranger = use.first(where: { !known.contains($0.target) }) {
            return .refused(.noSuchTarget(stranger.target))
        }
        let found = UseImport(id: engine.nextSequence, at: engine.now, source: source, use: use)
        let imported = engine.state.imported
        let news = imported.news(of: found)
        guard !news.use.isEmpty else { return .replied(nil) }
        guard imported.all.count < UseImport.mostImports,
            imported.count + news.use.count <= UseImport.most
        else { return .refused(.tooMuch) }
        return engine.propose(.useImported(found)) { engine in
            // The same may have been on its way to the disk.
            .replied(engine.state.imported.all.first { $0.id == found.id })
        }
    }
}

extension Request where Self == ImportUse {
    package static func importUse(_ use: [UseImport.Day], from source: String) -> Self {
        Self(source: source, use: use)
    }
}

/// Takes an import back.
package struct RemoveUseImport: Request {
    let id: Int64

    package enum Refusal: Error, Hashable, Sendable {
        case noSuchImport(Int64)
    }

    package func perform(on engine: inout Engine) -> Response<Self> {
        guard engine.state.imported.all.contains(where: { $0.id == id }) else {
            return .refused(.noSuchImport(id))
        }
        return engine.propose(.useImportRemoved(id: id)) { _ in .replied(Done()) }
    }
}

extension Request where Self == RemoveUseImport {
    package static func removeUseImport(_ id: Int64) -> Self { Self(id: id) }
}
