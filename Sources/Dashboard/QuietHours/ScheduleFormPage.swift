import API
import Foundation
import RuleEditing
import RuleFiles

struct ScheduleFormPage {
    private(set) var notices: [Notice]
    let action: String
    let revision: String
    private(set) var name: Field
    private(set) var targets: CheckboxGroup
    private(set) var rows: [RowView]
    let rangeErrors: [String]
    let canRemoveRows: Bool
    private(set) var zone: Field
    let zones: [String]
    let zoneHint: String
    let isStrict: Bool
    let saves: String

    struct RowView {
        let index: Int
        let heading: String
        fileprivate(set) var days: CheckboxGroup
        fileprivate(set) var start: Field
        let end: Field
        fileprivate(set) var dates: Field
        fileprivate(set) var except: Field
        let errors: [String]
    }

    /// The fields of the form; faults of anything else are shown at the top.
    private static let fields = ["name", "block", "ranges", "time_zone"]

    /// The form as typed, with its faults. `newRow` has just been added and gets the focus.
    init(
        _ form: ScheduleForm, key: String?, _ rules: OwnRules, _ context: PageContext,
        faults: RuleFaults = RuleFaults(), answer: Notice? = nil, newRow: Int? = nil
    ) {
        let texts = context.texts
        action =
            key.map { "\(QuietHoursRoutes.path)/\($0.asPathPart)/edit" }
            ?? "\(QuietHoursRoutes.path)/new"
        revision = rules.revision
        name = Field(
            "name", form.name, errors: faults.messages(at: "name"),
            blank: texts("quietHours.nameNeeded"))
        targets = Self.targets(form, rules, faults.messages(at: "block"), texts)
        let numbers = form.filledRows
        rows = form.rows.indices.map { index in
            RowView(
                form.rows[index], index, number: numbers.firstIndex(of: index), faults, context)
        }
        rangeErrors = faults.messages(exactlyAt: "ranges")
        canRemoveRows = form.rows.count > 1
        zone = Field(
            "zone", form.timeZone, errors: faults.messages(at: "time_zone"), hasHint: true)
        zones = TimeZone.knownTimeZoneIdentifiers.sorted()
        zoneHint = texts("quietHours.zoneHint", ["zone": rules.status.clock.timeZone])
        isStrict = form.isStrict
        saves = texts(key == nil ? "quietHours.add" : "quietHours.save")
        notices = rules.notices(context, answer, faults, besides: Self.fields)
        focus(newRow)
    }

    private static func targets(
        _ form: ScheduleForm, _ rules: OwnRules, _ errors: [String], _ texts: Texts
    ) -> CheckboxGroup {
        let known = rules.inForce.rules.filter { $0.kind == .target }
        // A key that no rule has any more stays until it is unticked.
        let gone = form.targets.subtracting(known.map(\.rule)).sorted()
        let all = known.map { ($0.rule, $0.name) } + gone.map { ($0, $0) }
        return CheckboxGroup(
            "target",
            all.map { (value: $0.0, label: $0.1, title: nil, isOn: form.targets.contains($0.0)) },
            errors: errors, blank: texts("quietHours.targetNeeded"))
    }

    private mutating func focus(_ newRow: Int?) {
        if let newRow, rows.indices.contains(newRow) {
            rows[newRow].days.hasFocus = true
            return
        }
        if name.isInvalid {
            name.hasFocus = true
        } else if targets.isInvalid {
            targets.hasFocus = true
        } else if let row = rows.firstIndex(where: \.isInvalid) {
            rows[row].focus()
        } else if zone.isInvalid {
            zone.hasFocus = true
        } else if let answer = notices.firstIndex(where: \.isAnswer) {
            notices[answer].hasFocus = true
        }
    }
}

extension ScheduleFormPage.RowView {
    /// A row; `number` is the index of its range, nil if it makes none.
    fileprivate init(
        _ row: ScheduleForm.Row, _ index: Int, number: Int?, _ faults: RuleFaults,
        _ context: PageContext
    ) {
        func messages(_ field: String) -> [String] {
            number.map { faults.messages(at: "ranges/\($0)/\(field)") } ?? []
        }
        self.index = index
        heading = context.texts(
            "quietHours.rangeNumber", ["number": context.formats.number(index + 1)])
        let formats = context.formats
        days = CheckboxGroup(
            "day-\(index)",
            formats.weekdays.compactMap { number in
                QuietHoursAPI.Weekday(number: number).map { day in
                    (
                        value: day.rawValue, label: formats.shortWeekday(number),
                        title: formats.weekday(number), isOn: row.days.contains(day.rawValue)
                    )
                }
            }, errors: messages("days"), blank: context.texts("quietHours.dayNeeded"))
        let times = messages("time")
        start = Field(
            "start-\(index)", row.start, errors: times,
            blank: context.texts("quietHours.timesNeeded"))
        // Both say the one text that is wrong, which is told once.
        end = Field("end-\(index)", row.end, hasHint: true, isInvalid: !times.isEmpty)
        dates = Field(
            "dates-\(index)", row.dates, errors: messages("dates"), hasHint: true)
        except = Field(
            "except-\(index)", row.except, errors: messages("except"), hasHint: true)
        errors = number.map { faults.messages(exactlyAt: "ranges/\($0)") } ?? []
    }

    fileprivate var isInvalid: Bool {
        days.isInvalid || start.isInvalid || dates.isInvalid || except.isInvalid
            || !errors.isEmpty
    }

    fileprivate mutating func focus() {
        if start.isInvalid {
            start.hasFocus = true
        } else if dates.isInvalid {
            dates.hasFocus = true
        } else if except.isInvalid, !days.isInvalid {
            except.hasFocus = true
        } else {
            days.hasFocus = true
        }
    }
}
