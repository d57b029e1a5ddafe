#!/usr/bin/env python3
"""Makes threads of tests unfairly slow: `docs/bench/unfair.py ./test`, or any other command that starts Java.

Loops take all of the processors. Again and again, a part of the threads of the Java programs that the command has
started gets next to no time for a moment, so that any thread can be late between any two lines. That shows within one
run what a machine that is merely busy shows now and then. Linux, as root or with CAP_SYS_NICE.
"""

import os
import random
import subprocess
import sys
import time

PART = 0.3
LONGEST_SECONDS = 0.6
LOOPS_PER_PROCESSOR = 2


def told(pid):
    """Name and parent of a process."""
    with open(f"/proc/{pid}/stat", encoding="latin-1") as file:
        stat = file.read()
    end = stat.rindex(")")
    return stat[stat.index("(") + 1 : end], int(stat[end + 2 :].split()[1])


def java_below(root):
    """The Java programs that a process has started, itself or by others."""
    all_told = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            all_told[int(name)] = told(name)
        except (OSError, ValueError):
            continue  # it has ended
    below = {root}
    grown = 0
    while grown != len(below):
        grown = len(below)
        below |= {pid for pid, (_, parent) in all_told.items() if parent in below}
    return [pid for pid in below if all_told.get(pid, ("", 0))[0] == "java"]


def set_policy(threads, policy):
    for thread in threads:
        try:
            os.sched_setscheduler(thread, policy, os.sched_param(0))
        except ProcessLookupError:
            continue


def some_threads(root):
    for pid in java_below(root):
        try:
            threads = os.listdir(f"/proc/{pid}/task")
        except OSError:
            continue
        yield from (int(thread) for thread in threads if random.random() < PART)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    loops = [
        subprocess.Popen([sys.executable, "-c", "while True: pass"])
        for _ in range(LOOPS_PER_PROCESSOR * (os.cpu_count() or 1))
    ]
    try:
        command = subprocess.Popen(sys.argv[1:])
        while command.poll() is None:
            slow = list(some_threads(command.pid))
            set_policy(slow, os.SCHED_IDLE)
            time.sleep(random.uniform(0.02, LONGEST_SECONDS))
            set_policy(slow, os.SCHED_OTHER)
            time.sleep(random.uniform(0.01, 0.15))
        return command.returncode
    finally:
        for loop in loops:
            loop.kill()


if __name__ == "__main__":
    sys.exit(main())
