import API
import CEL
import Engine
import RuleModel
import Varlink

/// Use that other programs measured, of `org.soteria.usage`.
extension Daemon {
    func importUse(_ call: TypedCall<UsageAPI.ImportUse>) throws(CallError<UsageAPI>) {
        observe()
        let use = try days(call.parameters.use)
        answer(
            call, .importUse(use, from: try source(call.parameters.source)),
            refused: { _, refusal in
                switch refusal {
                case .noSuchTarget(let key): .noSuchTarget(target: key)
                case .tooMuch: .tooManyImports(imports: UseImport.mostImports, days: UseImport.most)
                }
            },
            then: { daemon, news, _ in
                call.reply(.init(imported: news.flatMap { .init($0, in: daemon.engine) }))
            })
    }

    func imports(_ call: TypedCall<UsageAPI.Imports>) {
        observe()
        call.reply(
            .init(imports: engine.state.imported.all.compactMap { .init($0, in: engine) }))
    }

    func removeImport(_ call: TypedCall<UsageAPI.RemoveImport>) {
        answer(
            call, .removeUseImport(Int64(call.parameters.number)),
            refused: { _, refusal in
                switch refusal {
                case .noSuchImport(let id): .noSuchImport(number: Int(id))
                }
            }, then: { _, _, _ in call.reply(.init()) })
    }

    /// The name of the source, which is printed and recorded.
    private func source(_ text: String) throws(CallError<UsageAPI>) -> String {
        guard !text.isEmpty, text.count <= 100,
            text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7f })
        else { throw .invalidParameter("source") }
        return text
    }

    private func days(
        _ use: [UsageAPI.ImportedDay]
    ) throws(CallError<UsageAPI>) -> [UseImport.Day] {
        var known: Set<[String]> = []
        var days: [UseImport.Day] = []
        guard use.count <= UseImport.most else {
            throw .tooManyImports(imports: UseImport.mostImports, days: UseImport.most)
        }
        for use in use {
            guard let day = CivilDate(use.day)?.daysSince1970,
                LocalDay.recordable.contains(day), day <= engine.localDay,
                (1...90_000).contains(use.seconds), known.insert([use.target, use.day]).inserted
            else { throw .invalidParameter("use") }
            days.append(
                UseImport.Day(target: use.target, day: day, time: .seconds(Int64(use.seconds))))
        }
        return days
    }
}

extension UsageAPI.ImportedUse {
    /// Nil for an import without use, which is none.
    fileprivate init?(_ found: UseImport, in engine: Engine) {
        guard let days = found.days else { return nil }
        self.init(
            number: Int(found.id), source: found.source, at: engine.localClock.text(found.at),
            from: LocalDay.text(days.lowerBound), to: LocalDay.text(days.upperBound),
            targets: Set(found.use.map(\.target)).sorted(), seconds: Int(found.time.seconds))
    }
}
