import API
import Testing

/// The shapes of figures, findings and goals; see `InterfaceShapeTests`.
@Suite struct FigureShapeTests {
    @Test func metrics() throws {
        #expect(try InterfaceShape(MetricsAPI.description).text == Self.metricsShape)
    }

    private static let metricsShape = """
        method Get
          range: ?Range
          from: ?string
          to: ?string
          -> metrics: Metrics
        method Insights
          range: ?Range
          from: ?string
          to: ?string
          -> insights: []Insight
        method Prediction
          -> next: ?RiskyHour
          -> text: ?string
          -> enabled: bool
        method Export
          format: Format
          table: Table
          -> text: string
        type Range
          today
          this_week
          this_month
          all
          custom
        type Share
          count: int
          of: int
        type Cell
          requests: int
          unblocks: int
          kept: int
        type Named
          name: string
          unblocks: int
          kept: int
        type Money
          amount: string
          currency: ?string
        type TargetUse
          target: string
          name: string
          seconds: int
        type Metrics
          range: Range
          from: string
          to: string
          requests: int
          attempts: int
          unblocks: int
          kept: int
          expired: int
          impulse: ?Share
          planned: ?Share
          hours: []Cell
          weekdays: []Cell
          hourWeekday: []int
          categories: []Named
          moods: []Named
          quietHours: ?Share
          quietHoursRequests: ?Share
          meanGapSeconds: ?int
          used: ?Share
          meanUsedSeconds: ?int
          meanIntendedMinutes: ?float
          meanUsedOfIntendedSeconds: ?int
          logged: int
          bought: ?Share
          spent: []Money
          meanRegret: ?float
          keptAmounts: []Money
          usage: []TargetUse
          autoProtections: int
          protections: int
          checkInsYes: int
          checkInsNo: int
          mostActiveHour: ?int
          mostActiveWeekday: ?int
          commonMood: ?string
          commonCategory: ?string
          previous: ?Cell
        type Insight
          kind: string
          text: string
          count: int
          of: ?int
          value: ?string
          weekday: ?int
          part: ?string
        type RiskyHour
          weekday: int
          hour: int
          count: int
          of: int
          begins: string
        type Format
          jsonl
          csv
        type Table
          events
          requests
        error PlanLimit
          plan: string
          what: string
        error InvalidRange
          from: ?string
          to: ?string
        error StoreUnavailable
          reason: string
        """

    @Test func goals() throws {
        #expect(try InterfaceShape(GoalsAPI.description).text == Self.goalsShape)
    }

    private static let goalsShape = """
        method List
          -> goals: []Goal
        method Add
          name: string
          target: string
          currency: string
          by: ?string
          fromKept: ?bool
          -> goal: Goal
        method Contribute
          goal: int
          amount: string
          -> goal: Goal
        method Remove
          goal: int
        type Goal
          goal: int
          name: string
          target: string
          currency: string
          saved: string
          left: string
          progress: float
          by: ?string
          late: ?bool
          fromKept: bool
          reached: bool
          reachedAt: ?string
          addedAt: string
          contributions: int
        error NoSuchGoal
          goal: int
        error InvalidName
          name: string
          problem: string
        error InvalidAmount
          amount: string
          problem: string
        error InvalidDate
          date: string
          problem: string
        error TooMany
          maximum: int
        error StoreUnavailable
          reason: string
        """
}
