#!/usr/bin/env python3
"""The part of keeping.sh that starts the service and asks it: keeping.py WORK SESSIONS ROUNDS COMMAND..."""
import atexit
import json
import os
import shutil
import subprocess
import sys
import time
import urllib.request

WORK, SESSIONS, ROUNDS, COMMAND = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:]
PORT = 18769
BASE = "http://127.0.0.1:%d" % PORT


def ask(path):
    with urllib.request.urlopen(BASE + path, timeout=60) as answer:
        return json.load(answer)


def change(settings):
    with urllib.request.urlopen(BASE + "/api/config", timeout=60) as begun:
        token, cookie = json.load(begun)["csrf_token"], begun.headers.get("Set-Cookie", "").split(";")[0]
    headers = {"Content-Type": "application/json", "Origin": BASE, "X-CSRF-Token": token, "Cookie": cookie}
    request = urllib.request.Request(BASE + "/api/settings", json.dumps(settings).encode(), headers, method="PATCH")
    urllib.request.urlopen(request, timeout=60).close()


def start(of):
    env = {"PATH": os.environ["PATH"], "HOME": WORK + "/home", "LANG": "C.UTF-8", "SVC_HOME": WORK + "/svc-" + of,
           "SVC_PORT": str(PORT), "SVC_AUTH_MODE": "none", "SVC_WEB_DIST": WORK + "/page"}
    service = subprocess.Popen(COMMAND, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    atexit.register(service.kill)
    return service


def end(service):
    service.terminate()
    service.wait()


def listed():
    while True:
        try:
            if ask("/api/sessions?limit=100")["total"] >= SESSIONS:
                return
        except OSError:
            pass
        time.sleep(0.005)


def pages():
    took = []
    for at in range(100):
        began = time.perf_counter()
        ask("/api/sessions?limit=100&offset=%d" % (at * 7))
        took.append((time.perf_counter() - began) * 1000)
        time.sleep(0.03)
    took.sort()
    return took[50], took[95]


def kept():
    while True:
        vault = ask("/api/vault")
        if vault["sessions"] >= SESSIONS and vault["pending"] == 0:
            return
        time.sleep(1)


def middle(values):
    return sorted(values)[len(values) // 2]


def say(name, off, on):
    ratios = [one / other for one, other in zip(on, off)]
    print("%s: off %.1f, on %.1f ms, ratio %.2f (%.2f .. %.2f)" % (
        name, middle(off), middle(on), middle(ratios), min(ratios), max(ratios)), flush=True)


# Nothing is searched: the vault is the only difference.
for of in ("off", "on"):
    service = start(of)
    listed()
    change({"search": {"enabled": False}, "vault": {"enabled": of == "on"}})
    if of == "on":
        kept()
    time.sleep(4)
    end(service)

def rounds(name, before):
    """Measures both in turn; what `before` does comes before each start."""
    rows = {"off": [], "on": []}
    for number in range(ROUNDS):
        for of in ("on", "off") if number % 2 else ("off", "on"):
            before(of)
            began = time.perf_counter()
            service = start(of)
            listed()
            ready = (time.perf_counter() - began) * 1000
            time.sleep(3)
            rows[of].append((ready, *pages()))
            pending = ask("/api/vault")["pending"]
            if before is forget and of == "on" and pending == 0:
                print("everything was copied before the round was over: take more sessions", file=sys.stderr)
            end(service)
    for at, what in enumerate(("start to a whole list", "a page of the list, p50", "a page of the list, p95")):
        say(name + ": " + what, [row[at] for row in rows["off"]], [row[at] for row in rows["on"]])


def forget(of):
    shutil.rmtree(WORK + "/svc-" + of + "/vault", ignore_errors=True)


rounds("everything kept", lambda of: None)
rounds("while everything is copied", forget)
