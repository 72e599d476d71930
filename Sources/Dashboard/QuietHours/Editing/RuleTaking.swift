import RuleFiles

/// What came of taking an entry out of the tools' file.
enum RuleTaking {
    /// It is taken out; whether it holds on until a delay is over.
    case taken(waits: Bool)
    /// It stays, and why.
    case kept(RuleNotice)
}

extension OwnRules {
    /// Takes an entry out, as the form that was sent asks for; what the rules would lack then is
    /// told under a text of the catalogue.
    func take(
        _ key: String, from section: ToolsSection, faultsUnder text: String,
        _ context: PageContext
    ) throws -> RuleTaking {
        func kept(_ words: String, _ faults: [RuleFaults.Fault] = []) -> RuleTaking {
            .kept(
                RuleNotice(
                    level: "error", text: words, faults: faults, isAnswer: true, hasFocus: true))
        }
        guard context.request.form["revision"]?.last == revision else {
            return kept(context.texts("quietHours.conflictRemoval"))
        }
        var file = file
        file.remove(key, from: section)
        let saving = try save(file, context)
        switch saving {
        case .saved: return .taken(waits: saving.waits)
        case .conflict: return kept(context.texts("quietHours.conflictRemoval"))
        case .failed(let words): return kept(words)
        case .refused(let diagnostics):
            let faults = RuleFaults(diagnostics, of: file, section, key, context.texts)
            return kept(context.texts(text), faults.remaining(besides: []))
        }
    }
}
