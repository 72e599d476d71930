import API
import Testing

/// The shapes of what is tracked and asked day by day; see `InterfaceShapeTests`.
@Suite struct UseShapeTests {
    @Test func usage() throws {
        #expect(try InterfaceShape(UsageAPI.description).text == Self.usageShape)
    }

    private static let usageShape = """
        method Opened
          site: ?string
          app: ?string
          -> use: int
          -> targets: []string
          -> heartbeat: int
          -> limit: int
        method Heartbeat
          uses: []int
          -> unknown: []int
        method Closed
          use: int
        method SetIdle
          idle: bool
          locked: ?bool
          idleSeconds: ?int
        method Sessions
          target: ?string
          from: ?string
          to: ?string
          limit: ?int
          newestFirst: ?bool
          -> sessions: []Session
        method Today
          -> targets: []TargetUse
          -> idle: bool
          -> locked: bool
        type Place
          site: ?string
          app: ?string
        type Session
          session: int
          target: string
          places: []Place
          at: string
          until: ?string
          seconds: int
          requests: []int
          running: bool
        type TargetUse
          target: string
          name: string
          seconds: int
          running: bool
        error NotTracked
          targets: []string
        error NoSuchUse
          use: int
        error NoSuchTarget
          target: string
        error StoreUnavailable
          reason: string
        """

    @Test func checkIn() throws {
        #expect(try InterfaceShape(CheckInAPI.description).text == Self.checkInShape)
    }

    private static let checkInShape = """
        method List
          -> checkIns: []CheckIn
          -> debug: bool
        method Answer
          checkIn: string
          yes: bool
          -> checkIn: CheckIn
        method GetState
          checkIn: string
          -> phase: Phase
          -> day: ?string
          -> openedAt: ?string
          -> cap: ?string
          -> lastDay: ?string
          -> streak: int
          -> longestStreak: int
          -> answers: int
          -> asked: int
        method GetLastAnswer
          checkIn: string
          -> answer: ?GivenAnswer
        method Reset
          checkIn: string
          -> checkIn: CheckIn
        method SimulateNewDay
          checkIn: string
          -> checkIn: CheckIn
        method Force
          checkIn: string
          -> checkIn: CheckIn
        type Phase
          asking
          yes
          no
          lapsed
          waiting
        type GivenAnswer
          day: string
          yes: bool
          at: string
        type CheckIn
          checkIn: string
          question: string
          phase: Phase
          day: ?string
          opens: string
          next: string
          reminder: ?string
          blocks: []string
          blocksOnNo: []string
          heading: ?string
          suggestions: []string
          text: ?string
          welcome: ?string
          streak: int
          longestStreak: int
          strict: bool
          until: ?string
          answers: []GivenAnswer
        error NoSuchCheckIn
          checkIn: string
        error NotOpen
          checkIn: string
          next: string
        error AlreadyAnswered
          checkIn: string
          yes: bool
          next: string
        error DebugOff
        error StoreUnavailable
          reason: string
        """

    @Test func budgets() throws {
        #expect(try InterfaceShape(BudgetsAPI.description).text == Self.budgetsShape)
    }

    private static let budgetsShape = """
        method List
          -> budgets: []Budget
        type Period
          day
          week
        type Budget
          budget: string
          name: string
          target: string
          limit: int
          used: int
          left: int
          per: Period
          resets: string
          from: string
          until: string
          reached: bool
          strict: bool
        """
}
