"""What a run writes does not depend on how many tasks work side by side."""

from random import Random

from bench import digest, event, run, write


def test_states_of_any_number_of_workers(bench):
    """Nine thousand new users, each with random tabs of fourteen: more sets of tabs than are kept."""
    place = bench.place()
    random = Random(7)
    events = []
    for user in range(9_000):
        events.append(event(user * 60, f"u{user}", "app_open", via="first"))
        events += [event(user * 60 + tab + 1, f"u{user}", "tab_select", target=f"T{tab}", screen=f"S{tab}") for tab in range(14) if random.random() < 0.5]
    write(f"{place}/log.ndjson", events)
    states = set()
    for workers in (1, 2, 4, 7):
        outcome = run(place, "map", "log.ndjson", "-o", f"{workers}.state", "--key", "a key", "-j", str(workers), "-q")
        assert outcome.status == 0, f"-j {workers}: {outcome.errors[:300]}"
        states.add(digest(f"{place}/{workers}.state"))
    assert len(states) == 1, "the state depends on the number of workers"
