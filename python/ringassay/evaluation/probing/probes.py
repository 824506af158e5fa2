"""The probes, one function each. What they show, and why, stands in docs/protocol.md."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable

from ringassay.evaluation.probing.packets import payload, remarked, spoilt
from ringassay.evaluation.probing.questions import ACCUSING_BITS, ENOUGH_BITS, Question, Questions
from ringassay.evaluation.probing.verdict import Finding
from ringassay.evaluation.probing.witness import Impossible, Witness, right

MARK_PACKETS = 8
"""Ciphertexts of each key in which marks of the key are looked for."""
SPOILT_SHARE = 0.25
"""Overwriting less than this share of a ciphertext shows nothing."""
PATIENCE_S = 10.0
PATIENCE_TIMES = 10.0
"""A server that is to answer alone gets so long, and so many times what it took before."""


def follows(one: Witness, asked: Questions) -> list[Finding]:
    """Swapped and replayed ciphertexts: `varied`, `follows`.

    Of each pair of inputs both are encrypted before either is evaluated, and both evaluated before
    either is decrypted. An answer that belongs to another input than the ciphertext shows that it
    comes from somewhere else; one that belongs to none shows nothing.
    """
    start = asked.asked[0]
    at_first = one.answer(one.encrypt(start.text))
    seen = {start.answer}
    answers: set[bytes | None] = {at_first}
    own = other = all_in_all = 0.0
    last_decoy = b""
    for question, following in asked.pairs():
        fresh = one.encrypt(question.text)
        decoy = one.encrypt(following.text)
        evaluated = one.evaluate(fresh)
        if _digest(evaluated) == last_decoy:
            reason = "the server's answers to two encryptions of one input are equal"
            return [Finding("varied", "passed"), Finding("follows", "failed", reason)]
        last_decoy = _digest(one.evaluate(decoy))
        got = one.decrypt(evaluated)
        answers.add(got)
        seen |= {question.answer, following.answer}
        if right(question.answer, got):
            own += question.bits
        elif any(right(answer, got) for answer in seen - {question.answer}):
            other += question.bits
        all_in_all += question.bits
        enough = own >= ENOUGH_BITS and not other and len(answers) > 1
        if enough or all_in_all >= ACCUSING_BITS:
            break
    if len(answers) == 1:
        if right(start.answer, at_first) and _begins_anew(one, asked.asked[1]):
            reason = "every ciphertext is answered as the first one was"
            return [Finding("varied", "passed"), Finding("follows", "failed", reason)]
        said = "no answer is given" if None in answers else "the answer is the same"
        reason = f"{said} whatever is encrypted"
        return [Finding("varied", "open", reason), Finding("follows", "open", reason)]
    return [Finding("varied", "passed"), _followed(own, other, right(start.answer, at_first))]


def _begins_anew(one: Witness, question: Question) -> bool:
    """Whether new programs are right at first: the same answer to all was the first one's then, and
    not always the same."""
    one.close()
    return right(question.answer, one.answer(one.encrypt(question.text)))


def _followed(own: float, other: float, right_at_first: bool) -> Finding:
    """From the evidence in answers that belong to their ciphertext, and to another."""
    if own >= ENOUGH_BITS and not other:
        return Finding("follows", "passed")
    if right_at_first and other > own and own + other >= ACCUSING_BITS:
        reason = "answers belong to another input than the ciphertext that was sent"
        return Finding("follows", "failed", reason)
    return Finding("follows", "open", "its answers are wrong too often")


def _digest(raw: bytes) -> bytes:
    return hashlib.sha256(raw).digest()


def elsewhere(one: Witness, two: Witness, asked: Questions) -> Finding:
    """A server that has never met the client answers from key, circuit and ciphertext alone, while
    both clients are held still."""
    failures = 0
    why = ""
    bits = 0.0
    for question in asked.asked:
        fresh = one.encrypt(question.text)
        if not right(question.answer, one.answer(fresh)):
            return Finding("elsewhere", "open", "its answers are wrong too often")
        patience_s = PATIENCE_S + PATIENCE_TIMES * one.evaluated_s
        two.restrict(patience_s * (1 + failures))
        got, said = _alone(one, two, asked, fresh)
        if right(question.answer, got):
            bits += question.bits
            if bits >= ENOUGH_BITS:
                return Finding("elsewhere", "passed")
            continue
        failures += 1
        why = said
        if failures == 2:  # once may be an accident
            break
    else:
        return Finding("elsewhere", "open", "its circuits' answers are too much alike")
    two.bound_s = None
    two.close()
    if not all(right(q.answer, two.answer(two.encrypt(q.text))) for q in asked.asked[:2]):
        return Finding("elsewhere", "open", "a second pair of its programs is not right")
    return Finding(
        "elsewhere",
        "failed",
        f"a server that never met the client has no right answer to its ciphertexts ({why})",
    )


def _alone(one: Witness, two: Witness, asked: Questions, fresh: bytes) -> tuple[bytes | None, str]:
    """The answer through another server with both clients held still, and what else was said."""
    two.close()
    stranger, owner = two.started(), one.ready()
    stranger.place("key", owner.key or b"")
    with owner.held("client") as still, stranger.held("client") as too:
        if not (still and too):
            raise Impossible("a client could not be held still")
        step = stranger.ingest(asked.text)
        if step.outcome == "ok":
            stranger.place("fresh", fresh)
            step = stranger.evaluate()
        evaluated = stranger.ciphertext("evaluated") if step.outcome == "ok" else None
    two.close()
    one.check_stop()
    if evaluated is None:
        return None, f"{step.outcome}: {str(step.detail.get('message', ''))[:200]}"
    try:
        return one.decrypt(evaluated), "another output"
    except Impossible as error:
        return None, str(error)


def other_key(one: Witness, two: Witness, asked: Questions) -> Finding:
    """A second pair with a key of its own opens nothing of the first's."""

    def opens(question: Question) -> bool:
        evaluated = one.evaluate(one.encrypt(question.text))
        return right(question.answer, _or_none(lambda: two.decrypt(evaluated)))

    def serves(question: Question) -> bool:
        return right(question.answer, two.answer(one.encrypt(question.text)))

    own, others = (
        [witness.encrypt(q.text) for q in asked.asked[:MARK_PACKETS]] for witness in (one, two)
    )

    def serves_marked(question: Question) -> bool:
        marked = remarked(one.encrypt(question.text), own, others)
        return marked is not None and right(question.answer, two.answer(marked))

    for attempt, what in (
        (opens, "a client with another key decrypts the answers to this client's ciphertexts"),
        (serves, "a pair with another key gives right answers to this client's ciphertexts"),
        (
            serves_marked,
            "a pair with another key gives right answers to this client's ciphertexts, once they "
            "bear its own mark",
        ),
    ):
        sure = _always(attempt, asked.asked)
        if sure:
            return Finding("other-key", "failed", what)
        if sure is None:
            return Finding("other-key", "open", "its circuits' answers are too much alike")
    return Finding("other-key", "passed")


def tampered(_one: Witness, two: Witness, asked: Questions) -> Finding:
    """Overwriting either half of a ciphertext, in small blocks, leaves no right answer."""
    for half in (0, 1):
        shares: list[float] = []

        def survives(question: Question, half: int = half, shares: list[float] = shares) -> bool:
            fresh = two.encrypt(question.text)
            broken, count = spoilt(fresh, half)
            shares.append(count / max(1, len(payload(fresh))))
            return right(question.answer, two.answer(broken))

        sure = _always(survives, asked.asked)
        if min(shares, default=0.0) < SPOILT_SHARE:
            return Finding("tampered", "open", "its ciphertexts are too short to overwrite half")
        if sure:
            reason = "with every other block of a ciphertext overwritten the answer stays right"
            return Finding("tampered", "failed", reason)
        if sure is None:
            return Finding("tampered", "open", "its circuits' answers are too much alike")
    if not right(asked.asked[0].answer, two.answer(two.encrypt(asked.asked[0].text))):
        return Finding("tampered", "open", "a second pair of its programs is not right")
    return Finding("tampered", "passed")


def _always(happens: Callable[[Question], bool], asked: Iterable[Question]) -> bool | None:
    """Whether something happens too often for chance; None when that cannot be told."""
    bits = 0.0
    for question in asked:
        if not happens(question):
            return False
        bits += question.bits
        if bits >= ACCUSING_BITS:
            return True
    return None


def _or_none(call: Callable[[], bytes]) -> bytes | None:
    try:
        return call()
    except Impossible:
        return None
