import API
import Testing

/// The interfaces' shapes as literals: other people's programs rest on them, so a change of one is
/// made here on purpose or not at all. Members may be added; none may go or change its type.
@Suite struct InterfaceShapeTests {
    @Test func protection() throws {
        #expect(try InterfaceShape(ProtectionAPI.description).text == Self.protectionShape)
    }

    private static let protectionShape = """
        method List
          -> now: string
          -> sequence: int
          -> nextChange: ?string
          -> targets: []TargetState
        method Check
          site: ?string
          app: ?string
          target: ?string
          -> blocked: bool
          -> targets: []string
          -> until: ?string
          -> restrictions: []Restriction
        method Monitor
          -> targets: ?[]TargetState
          -> sequence: ?int
          -> decision: ?Decision
        method Start
          target: ?string
          seconds: int
          name: ?string
          strict: ?bool
          -> id: int
          -> targets: []string
          -> until: string
        method Explain
          target: string
          at: ?string
          -> target: string
          -> name: string
          -> at: string
          -> blocked: bool
          -> until: ?string
          -> monitored: bool
          -> rules: []Explanation
          -> grantedUntil: ?string
          -> prospects: ?[]Prospect
        method ListAutoProtections
          -> rules: []AutoProtection
        method SetAutoProtection
          rule: string
          enabled: bool
          -> rule: AutoProtection
          -> pendingUntil: ?string
        type RestrictionKind
          quiet_hours
          auto_protection
          manual_protection
          check_in
          budget
        type Restriction
          kind: RestrictionKind
          rule: string
          name: string
          until: ?string
          strict: bool
        type TargetState
          target: string
          name: string
          blocked: bool
          strict: bool
          since: ?string
          until: ?string
          restrictions: []Restriction
          monitored: bool
          sites: int
          apps: int
          grantedUntil: ?string
        type Verdict
          block
          unblock
          update
        type Cause
          schedule
          protection
          grant
          check_in
          budget
          rules
          switch
          clock
          start
        type Decision
          sequence: int
          at: string
          target: string
          name: string
          verdict: Verdict
          restrictions: []Restriction
          until: ?string
          cause: Cause
          grantedUntil: ?string
        type Explanation
          kind: RestrictionKind
          rule: string
          name: string
          inForce: bool
          enabled: bool
          strict: bool
          from: ?string
          until: ?string
          why: string
          lift: ?string
        type ReadValue
          variable: string
          value: string
        type Condition
          text: string
          holds: bool
          values: []ReadValue
        type Prospect
          kind: RestrictionKind
          rule: string
          name: string
          enabled: bool
          why: string
          from: ?string
          conditions: ?[]Condition
        type AutoProtection
          rule: string
          name: string
          targets: []string
          condition: string
          seconds: int
          againAfter: int
          enabled: bool
          switched: bool
          strict: bool
          until: ?string
        error NoSuchRule
          rule: string
        error Strict
          until: ?string
        error NoSuchTarget
          target: string
        error NotMonitored
          target: string
        error NothingToProtect
        error InvalidDuration
          seconds: int
          minimum: int
          maximum: int
        error StoreUnavailable
          reason: string
        """

    @Test func risk() throws {
        #expect(
            try InterfaceShape(RiskAPI.description).text == """
                method GetStatus
                  -> status: Status
                method Monitor
                  -> status: Status
                method History
                  from: ?string
                  to: ?string
                  limit: ?int
                  -> points: []Point
                type Level
                  low
                  moderate
                  high
                  critical
                type Thresholds
                  moderate: float
                  high: float
                  critical: float
                type ReadValue
                  variable: string
                  value: string
                type Factor
                  factor: string
                  weight: float
                  holds: bool
                  automatic: bool
                  condition: string
                  values: []ReadValue
                  problem: ?string
                type Status
                  score: float
                  automatic: float
                  level: Level
                  thresholds: Thresholds
                  assessedAt: string
                  nextAt: ?string
                  factors: []Factor
                type Point
                  at: string
                  score: float
                  automatic: float
                  level: Level
                  factors: []string
                error StoreUnavailable
                  reason: string
                """)
    }

    @Test func quietHours() throws {
        #expect(
            try InterfaceShape(QuietHoursAPI.description).text == """
                method List
                  -> schedules: []Schedule
                method SetEnabled
                  schedule: string
                  enabled: bool
                  -> schedule: Schedule
                  -> pendingUntil: ?string
                method Next
                  schedule: ?string
                  count: ?int
                  -> occurrences: []Occurrence
                type Weekday
                  mon
                  tue
                  wed
                  thu
                  fri
                  sat
                  sun
                type Range
                  days: []Weekday
                  start: string
                  end: string
                  except: []string
                type Occurrence
                  schedule: string
                  name: string
                  targets: []string
                  start: string
                  end: ?string
                type Schedule
                  schedule: string
                  name: string
                  targets: []string
                  ranges: []Range
                  timeZone: string
                  enabled: bool
                  switched: bool
                  strict: bool
                  active: bool
                  start: ?string
                  end: ?string
                error NoSuchSchedule
                  schedule: string
                error Strict
                  until: ?string
                error StoreUnavailable
                  reason: string
                error PlanLimit
                  plan: string
                """)
    }
}
