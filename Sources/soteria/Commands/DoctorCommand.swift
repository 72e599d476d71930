import API
import ArgumentParser

/// `soteria doctor`: what is wrong with this installation.
struct DoctorCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Look for what is wrong with this installation.")

    @OptionGroup var daemon: DaemonOptions

    struct Answer: Encodable {
        var findings: [Finding]
    }

    func run(in surroundings: Surroundings) throws {
        let found = Examination(surroundings: surroundings, options: daemon).installation()
        let findings = Diagnosis(found: found).findings
        try surroundings.show(Answer(findings: findings), daemon.output) { style in
            FindingText.text(findings, style)
        }
        if findings.contains(where: { $0.state == .bad }) { throw ExitCode.failure }
    }
}
