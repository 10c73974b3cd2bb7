"""Re-derive every open die of a published ledger: python3 verify_dice.py LEDGER [EARLIER_KEY STEPS]

Uses nothing of pbem. With the key published STEPS runs before, it also checks that this run's key
belongs to the chain. The recipe is in docs/audit.md; a test keeps this script and pbem equal.
"""

import hashlib
import hmac
import json
import pathlib
import sys


def throw(key, context, count, sides):
    dice, block = [], 0
    while len(dice) < count:
        words = hmac.digest(key, f"{context}#{block}".encode(), "sha256")
        for i in range(0, 32, 8):
            word = int.from_bytes(words[i : i + 8], "big")
            if word < sides * (2**64 // sides):
                dice.append(word % sides + 1)
        block += 1
    return dice[:count]


def main(ledger, earlier=None, steps="1"):
    rows = [json.loads(line) for line in pathlib.Path(ledger).read_bytes().splitlines()]
    head, key = rows[0]["body"], bytes.fromhex(rows[-1]["body"]["key"])
    lines = ["pbem/1", head["game"], str(head["run"])]
    for _, luck in sorted(head["luck"].items()):
        known = "-" if luck is None else hashlib.sha256(luck.encode()).hexdigest()
        lines.append(f"player:{known}")
    lines += [f"beacon:{head['beacon']}"] if head["beacon"] is not None else []
    run_key = hmac.digest(key, "\n".join(lines).encode(), "sha256")
    bad, seen, ruled = [], 0, {row["path"] for row in rows if row["kind"] == "correction"}
    for row in (row for row in rows if row["kind"] == "roll"):
        count, sides = (int(part or 1) for part in row["body"]["dice"].split("d"))
        for number, shown in enumerate(row["body"]["throws"], start=1):
            context = row["path"] + (f"!{number}" if number > 1 else "")
            if context not in ruled and throw(run_key, context, count, sides) != shown:
                bad.append(f"entry {row['n']}: {context} shows {shown}")
            seen += count
    for _ in range(int(steps)):
        key = hashlib.sha256(key).digest()
    if earlier and key.hex() != earlier:
        bad.append("the key of this run does not lead back to the key published earlier")
    print("\n".join(bad) or f"all {seen} open dice are as the key makes them")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
