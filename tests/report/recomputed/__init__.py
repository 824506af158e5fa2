"""Every figure of every sentence, computed again from the exported tables alone.

Nothing here imports `ringassay.analysis`, `ringassay.advice` or `ringassay.report.sections`: what
is shared with the code that wrote a sentence cannot contradict it. A rule is a regular expression
for one kind of sentence and a function that computes its figures; a sentence that no rule matches
is an error, so that a new kind of sentence needs a rule.
"""
