"""Which system serves which computation: right, or why not."""

from __future__ import annotations

from dataclasses import dataclass

from ringassay.analysis.correctness import Score, outcome_order, score
from ringassay.analysis.failures import reason
from ringassay.analysis.study import Study
from ringassay.store.hello import declared_spaces


@dataclass(frozen=True)
class Service:
    """One computation on one system."""

    system: str
    """Whatever the run: what it served in any of them."""
    computation: str
    """The circuit's family: for circuits of one's own its name."""
    score: Score
    evaluate_ns: float | None
    """Median of the server's processor time over right answers."""
    reason: str
    """Why it is not all right, by the first such case; empty where it is."""

    @property
    def words(self) -> str:
        """`right`, or how many cases ended how."""
        outcomes = self.score.outcomes
        names = [
            ("right" if one == "ok" else one, outcomes[one])
            for one in outcome_order(tuple(outcomes))
        ]
        if len(names) == 1:
            return names[0][0]
        return ", ".join(f"{count} {name}" for name, count in names)


def services(study: Study) -> tuple[Service, ...]:
    """Every computation on every system that computes over its space, in their order."""
    found = []
    declared = {
        str(system): declared_spaces(hello if isinstance(hello, str) else None)
        for system, hello in study.suts[["sut", "hello"]].itertuples(index=False)
    }
    rank = {family: number for number, family in enumerate(computations(study))}
    for system in dict.fromkeys(map(str, study.suts["sut"])):
        part = study.evaluations[study.evaluations["sut"] == system]
        for family, rows in sorted(
            part.groupby("family", sort=False), key=lambda item: rank[str(item[0])]
        ):
            spaces = declared[system]
            if spaces is not None and str(rows["space"].iloc[0]) not in spaces:
                continue
            bad, right = rows[rows["outcome"] != "ok"], rows[rows["outcome"] == "ok"]
            times = right["evaluate_cpu_ns"].dropna()
            found.append(
                Service(
                    system,
                    str(family),
                    score(str(family), rows),
                    float(times.median()) if len(times) else None,
                    reason(str(bad["detail"].iloc[0])) if len(bad) else "",
                )
            )
    return tuple(found)


def computations(study: Study) -> tuple[str, ...]:
    """All computations, run by run, by name within each."""
    place = {run: number for number, run in enumerate(study.runs["run"])}
    pairs = study.evaluations[["run", "family"]].drop_duplicates().to_numpy().tolist()
    return tuple(
        dict.fromkeys(
            str(family)
            for _, family in sorted(
                pairs, key=lambda pair: (place.get(pair[0], len(place)), pair[1])
            )
        )
    )
