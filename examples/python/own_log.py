#!/usr/bin/env python3
"""Writes a decision log of a classifier that knows nothing of Setpoint, and reads the sets back that Setpoint makes of it.

    python3 own_log.py write log.jsonl            # 5,000 decisions of a made-up classifier
    ./setpoint validate-log log.jsonl             # is it what Setpoint reads?
    ./setpoint replay log.jsonl --sets sets.jsonl # the sets it would have issued, learning along the log
    python3 own_log.py read log.jsonl sets.jsonl  # how often they held the true label

The standard library is all it needs. In a log of yours, p comes from your model and correct from your users.
"""
import collections
import json
import math
import random
import sys

LABELS = ["billing", "travel", "home"]
EXPLORE = 0.1  # the share of decisions that is spread evenly over the labels: without it no coverage can be known


def write(path):
    world = random.Random(1)
    with open(path, "w", encoding="utf-8") as log:
        for number in range(5000):
            odds = [math.exp(2 * world.gauss(0, 1)) for _ in LABELS]
            p = [odd / sum(odds) for odd in odds]  # your model's probabilities
            best = max(range(len(p)), key=p.__getitem__)
            pi = [EXPLORE / len(p) + (1 - EXPLORE) * (k == best) for k in range(len(p))]
            arm = world.choices(range(len(p)), weights=pi)[0]  # drawn by pi: never choose it in another way
            truth = world.choices(range(len(p)), weights=p)[0]
            line = {"id": f"ticket-{number}", "p": p, "arm": arm, "propensity": pi[arm], "pi": pi}
            line["correct"] = arm == truth  # None while nobody has answered
            line["label"] = truth  # leave it out: only made-up worlds know it, and replay looks at it for evaluation alone
            log.write(json.dumps(line) + "\n")


def read(log_path, sets_path):
    covered = collections.Counter()
    seen = collections.Counter()
    labels = 0
    with open(log_path, encoding="utf-8") as log, open(sets_path, encoding="utf-8") as sets:
        for decision, issued in zip(map(json.loads, log), map(json.loads, sets)):
            seen[decision["label"]] += 1
            covered[decision["label"]] += decision["label"] in issued["set"]
            labels += len(issued["set"])
    for k in sorted(seen):
        name = LABELS[k] if k < len(LABELS) else f"label {k}"
        print(f"{name}: {covered[k] / seen[k]:.3f} covered of {seen[k]}")
    print(f"{labels / sum(seen.values()):.2f} labels per set")


if __name__ == "__main__":
    if sys.argv[1:2] == ["write"] and len(sys.argv) == 3:
        write(sys.argv[2])
    elif sys.argv[1:2] == ["read"] and len(sys.argv) == 4:
        read(*sys.argv[2:])
    else:
        sys.exit(__doc__)
