"""Subjects: words with dots between; in subscriptions `*` is one word, a last `>` one or more."""


def check_subject(subject: str) -> None:
    """Refuse what could end a protocol line. Raises ValueError quoting the subject."""
    if not subject or " " in subject or not subject.isprintable():
        raise ValueError(f"not a subject: {subject!r}")


def matches(pattern: str, subject: str) -> bool:
    """Whether a subscription to `pattern` gets messages on `subject`."""
    wanted, words = pattern.split("."), subject.split(".")
    for place, word in enumerate(wanted):
        if word == ">":
            return len(words) > place
        if place >= len(words) or word not in ("*", words[place]):
            return False
    return len(wanted) == len(words)
