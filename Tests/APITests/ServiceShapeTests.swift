import API
import Testing

/// The shapes of what is asked about rules, targets and the daemon itself; see
/// `InterfaceShapeTests`.
@Suite struct ServiceShapeTests {
    @Test func targets() throws {
        #expect(try InterfaceShape(TargetsAPI.description).text == Self.targetsShape)
    }

    private static let targetsShape = """
        method List
          -> targets: []Target
        method Monitor
          siteLimit: ?int
          -> begins: bool
          -> places: []Places
          -> complete: bool
        method SetMonitored
          target: string
          monitored: bool
          -> target: Target
          -> pendingUntil: ?string
        method SetName
          site: ?string
          app: ?string
          name: ?string
          -> targets: []Target
        type PlaceName
          site: ?string
          app: ?string
          name: string
        type Enforcement
          freeze
          stop
          notify
        type Target
          target: string
          name: string
          sites: []string
          siteCount: int
          apps: []string
          appCount: int
          monitored: bool
          blocked: bool
          names: []PlaceName
          enforcement: Enforcement
          kill: bool
          executables: []string
          executableCount: int
        type Places
          target: string
          name: string
          enforcement: Enforcement
          kill: bool
          sites: ?[]string
          siteCount: int
          apps: []string
          executables: []string
        error NoSuchTarget
          target: string
        error NoSuchPlace
          place: string
        error InvalidName
          name: string
          problem: string
        error Strict
          until: ?string
        error StoreUnavailable
          reason: string
        error PlanLimit
          plan: string
        """

    @Test func rules() throws {
        #expect(try InterfaceShape(RulesAPI.description).text == Self.rulesShape)
    }

    private static let rulesShape = """
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

    @Test func daemon() throws {
        #expect(try InterfaceShape(DaemonAPI.description).text == Self.daemonShape)
    }

    private static let daemonShape = """
        method GetStatus
          -> version: string
          -> pid: int
          -> executable: ?string
          -> startedAt: string
          -> uptime: int
          -> now: string
          -> nextChange: ?string
          -> rules: RulesStatus
          -> clock: ClockStatus
          -> store: StoreStatus
          -> connections: int
          -> subscribers: int
          -> incidents: []Incident
        method Events
          after: ?int
          from: ?string
          to: ?string
          kinds: ?[]string
          limit: ?int
          follow: ?bool
          newestFirst: ?bool
          -> events: []Event
        method Backup
          -> data: ?string
          -> size: int
        type Layer
          defaults
          machine
          person
        type RuleDirectory
          path: string
          layer: Layer
          problem: ?string
        type EditKind
          files
          switch
        type PendingEdit
          edit: int
          kind: EditKind
          weakens: []string
          since: string
          until: string
        type RulesStatus
          fingerprint: string
          loadedAt: ?string
          files: int
          refused: bool
          errors: int
          warnings: int
          directories: []RuleDirectory
          weakeningWaits: ?int
          pendingEdits: ?[]PendingEdit
        type Continuity
          first
          sameBoot
          synchronised
          unproven
          behind
        type ClockStatus
          trusted: bool
          synchronised: ?bool
          jump: ?int
          jumpedAt: ?string
          adoptedAt: ?string
          continuity: Continuity
          timeZone: string
          zoneProblem: ?string
          localTimeZone: ?string
        type ChainHead
          sequence: int
          hash: string
        type Retention
          keepSeconds: int
          lastApplied: ?string
          removed: int
        type StoreStatus
          healthy: bool
          problem: ?string
          path: string
          events: int
          setAside: ?string
          head: ?ChainHead
          retention: ?Retention
        type IncidentKind
          gap
          crash
          stop
          clock_jump
          rules_weakened
          switched_off
          store_replaced
          restored
        type Incident
          kind: IncidentKind
          at: string
          seconds: ?int
          what: []string
        type Event
          sequence: int
          at: string
          kind: string
          fact: object
          text: ?string
        error StoreUnavailable
          reason: string
        """
}
