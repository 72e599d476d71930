"""The table of docs/testing/time.md: what must be beside what happened."""

from night_table import DEEDS, MUST_BE, POINTS

WORDS = {"w": "the wait goes on and ends after its 30 seconds",
         "l": "the request lapsed with the block", "x": "the request expired"}


def words(cell):
    """`b 4:30` as people say it."""
    if len(cell) == 1:
        return WORDS.get(cell, cell)
    state, _, change = cell.partition(" ")
    is_blocked = state == "b"
    now = "blocked" if is_blocked else "open"
    if change == "-":
        return now
    return f"{now}, {'opens' if is_blocked else 'blocked'} after {change}"


def page(happened):
    """The tables, one for each deed, of what became of every cell."""
    lines = []
    for deed_key, deed in DEEDS.items():
        lines += [f"### {deed.name[0].upper()}{deed.name[1:]}", ""]
        if deed.recorded:
            lines += [f"Must be recorded: {deed.recorded}.", ""]
        if deed.incidents:
            lines += [f"The person must be told: {deed.incidents}.", ""]
        lines += ["| point | when | must | happened | recorded | told |",
                  "|---|---|---|---|---|---|"]
        for key, point in POINTS.items():
            result = happened[key, deed_key]
            when = f"{point.time}, {point.zone}"
            columns = (point.name, when, words(MUST_BE[key, deed_key]), words(result.state),
                       result.recorded, result.incidents)
            lines.append("| " + " | ".join(columns) + " |")
        lines.append("")
    return "\n".join(lines)
