extension InterfaceShapeTests {
    static let rules = """
        method List
          -> fingerprint: string
          -> loadedAt: ?string
          -> plan: string
          -> files: []File
          -> rules: []Rule
          -> pendingEdits: ?[]PendingEdit
        method Sources
          -> fingerprint: string
          -> sources: []Source
        method Check
          text: ?string
          name: ?string
          -> valid: bool
          -> errors: int
          -> warnings: int
          -> diagnostics: []Diagnostic
        method Reload
          -> fingerprint: string
          -> changed: bool
          -> diagnostics: []Diagnostic
          -> pendingEdits: ?[]PendingEdit
          -> recorded: ?bool
        method Diagnostics
          -> refused: bool
          -> readAt: ?string
          -> errors: int
          -> warnings: int
          -> diagnostics: []Diagnostic
        method Variables
          -> variables: []Variable
        method Simulate
          from: string
          to: string
          history: SimulatedHistory
          files: ?[]RuleFile
          target: ?string
          -> at: string
          -> decisions: []SimulatedDecision
          -> timeZone: ?string
          -> targets: ?[]SimulatedTarget
          -> summary: ?SimulationSummary
        type Severity
          error
          warning
        type Note
          file: string
          line: ?int
          column: ?int
          message: string
        type Diagnostic
          severity: Severity
          message: string
          suggestion: ?string
          file: string
          line: ?int
          column: ?int
          excerpt: ?string
          caret: ?int
          notes: []Note
        type Layer
          defaults
          machine
          person
        type File
          path: string
          layer: Layer
        type Source
          path: string
          layer: int
          text: string
          digest: ?string
        type RuleKind
          target
          quiet_hours
          risk_factor
          auto_protection
          check_in
          budget
        type Rule
          kind: RuleKind
          rule: string
          name: string
          file: ?string
          until: ?string
        type EditKind
          files
          switch
        type PendingEdit
          edit: int
          kind: EditKind
          weakens: []string
          since: string
          until: string
          timeZone: ?string
        type VariableKind
          automatic
          reported
        type Variable
          name: string
          type: string
          kind: VariableKind
          summary: string
          value: ?string
        type SimulatedHistory
          real
          none
        type RuleFile
          name: string
          text: string
        type SimulatedKind
          quiet_hours
          auto_protection
          manual_protection
          check_in
          budget
        type SimulatedRestriction
          kind: SimulatedKind
          rule: string
          name: string
          until: ?string
          strict: bool
        type SimulatedVerdict
          block
          unblock
          update
        type SimulatedDecision
          at: string
          target: string
          name: string
          verdict: SimulatedVerdict
          restrictions: []SimulatedRestriction
          until: ?string
          cause: string
          grantedUntil: ?string
        type SimulatedTarget
          target: string
          name: string
          blocked: bool
        type SimulatedBlock
          target: string
          name: string
          seconds: int
          times: int
        type SimulationSummary
          targets: []SimulatedBlock
          requests: int
          kept: int
          unblocked: int
          attempts: int
          autoProtections: int
          highestRisk: float
        type SpanProblem
          empty
          too_long
          out_of_reach
        error RulesRefused
          errors: int
          diagnostics: []Diagnostic
        error StoreUnavailable
          reason: string
        error InvalidSpan
          problem: SpanProblem
        error NoHistory
          since: ?string
        error NoSuchTarget
          target: string
        error Busy
        """
}
