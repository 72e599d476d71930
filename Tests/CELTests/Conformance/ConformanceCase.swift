import CEL
import Foundation

/// One conformance test as its line tells it.
struct ConformanceCase: Decodable {
    struct Declaration: Decodable {
        struct Signature: Decodable {
            let params: [String]
            let result: String
            let member: Bool?
        }
        let name: String
        let type: String?
        let overloads: [Signature]?
    }
    struct Expectation: Decodable {
        let kind: String
        let value: ConformanceValue?
    }

    let id: String
    let expr: String
    let features: [String]?
    let container: String?
    let disableCheck: Bool?
    let checkOnly: Bool?
    let decls: [Declaration]?
    let bindings: [String: ConformanceValue]?
    let expect: Expectation
    let expectType: String?

    /// Libraries by the features that tests name.
    static let libraries: [String: Library] = [
        "strings": .strings, "two-var-comprehensions": .twoVariableComprehensions,
    ]

    /// Whether all that the test needs is there.
    var isSupported: Bool { (features ?? []).allSatisfy { Self.libraries[$0] != nil } }

    /// Whether the test holds in the checked form too.
    var isChecked: Bool { !(disableCheck ?? false) }

    /// The failure, or nil; in the checked form if the test has one, and in the unchecked form if
    /// it evaluates anything.
    func failure() -> String? {
        let isEvaluated = !(checkOnly ?? false)
        if isChecked, let failure = failure(check: true) { return failure }
        guard isEvaluated else { return nil }
        return failure(check: false).map { "unchecked: \($0)" }
    }

    private func failure(check: Bool) -> String? {
        let env: Env
        do { env = try environment() } catch { return "\(error)" }
        let program: Program
        // Counting the steps takes another way through the compiler.
        switch env.compile(expr, check: check, tracksCost: !check) {
        case .failure(let issues):
            return expect.kind == "error" ? nil : "issues: \(issues)"
        case .success(let compiled): program = compiled
        }
        if check, let expectType, program.type.description != expectType {
            return "type \(program.type), expected \(expectType)"
        }
        if checkOnly ?? false { return nil }
        var activation = Activation(env)
        for (name, value) in bindings ?? [:] { activation.set(name, value.value) }
        switch (program.evaluate(activation), expect.value) {
        case (.failure, nil): return nil
        case (.failure(let error), _): return "\(error)"
        case (.success(let value), nil): return "\(value), expected an error"
        case (.success(let value), let wanted?):
            return value.isIdentical(to: wanted.value)
                ? nil : "\(value), expected \(wanted.value)"
        }
    }

    private func environment() throws -> Env {
        var variables: [Variable] = []
        var functions: [Function] = []
        for declaration in decls ?? [] {
            if let type = declaration.type {
                variables.append(
                    Variable(name: declaration.name, type: try CELType(conformance: type)))
            }
            let overloads = try (declaration.overloads ?? []).map {
                Overload(
                    try $0.params.map { try CELType(conformance: $0) },
                    try CELType(conformance: $0.result), isMember: $0.member ?? false)
            }
            if !overloads.isEmpty {
                functions.append(Function(name: declaration.name, overloads: overloads))
            }
        }
        // Values without a declaration are of any type.
        for name in (bindings ?? [:]).keys where !variables.contains(where: { $0.name == name }) {
            variables.append(Variable(name: name, type: .dyn))
        }
        return Env(
            container: container ?? "", variables: variables, functions: functions,
            libraries: (features ?? []).compactMap { Self.libraries[$0] },
            zones: SystemZones.lookup)
    }
}

/// Zones of the system, for tests alone.
enum SystemZones {
    static let lookup: ZoneLookup = { name in
        guard let zone = TimeZone(identifier: name) else { return nil }
        return { seconds in
            Int32(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds))))
        }
    }
}
