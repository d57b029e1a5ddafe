#!/usr/bin/env python3
"""The part of busy.sh that measures: busy.py WORK ROUNDS LOOPS "NICENESS..." COMMAND..."""
import glob, json, os, shutil, statistics, subprocess, sys, time, urllib.request

work, rounds, loops, niceness, command = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4].split(), sys.argv[5:]
PORT, PATIENCE = 18768, 240
TICK = os.sysconf("SC_CLK_TCK")


def get(path):
    try:
        with urllib.request.urlopen("http://127.0.0.1:%d%s" % (PORT, path), timeout=30) as answer:
            return json.load(answer)
    except (OSError, ValueError):
        return {}


def follows(service):
    """The folders of its following threads: of the search, of the usage, of the copies."""
    return [task for task in glob.glob("/proc/%d/task/*" % service.pid)
            if open(task + "/comm").read().strip() == "svc-follow"]


def spent(tasks):
    return sum(sum(map(int, open(task + "/stat").read().rsplit(")", 1)[1].split()[11:13])) for task in tasks) / TICK


def one(nice):
    home = os.path.join(work, "svc")
    shutil.rmtree(home, ignore_errors=True)
    env = {"PATH": os.environ["PATH"], "HOME": os.path.join(work, "home"), "LANG": "C.UTF-8", "SVC_HOME": home,
           "SVC_PORT": str(PORT), "SVC_AUTH_MODE": "none", "SVC_WEB_DIST": os.path.join(work, "page")}
    service = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    burners = []
    try:
        while not get("/healthz") or not follows(service):
            time.sleep(0.02)
        time.sleep(0.5)
        for task in follows(service):
            subprocess.run(["renice", "-n", nice, "-p", os.path.basename(task)], check=True, stdout=subprocess.DEVNULL)
        burners = [subprocess.Popen(["sh", "-c", "while :; do :; done"]) for _ in range(loops)]
        begin, before = time.monotonic(), spent(follows(service))
        while time.monotonic() - begin < PATIENCE and not get("/api/search?q=xyzzy").get("complete"):
            time.sleep(0.2)
        took = time.monotonic() - begin
        whole = bool(get("/api/search?q=xyzzy").get("complete"))
        return took, whole, (spent(follows(service)) - before) / took
    finally:
        for process in burners + [service]:
            process.terminate()
            process.wait()


print("load:", subprocess.run(["uptime"], capture_output=True, text=True).stdout.strip(), flush=True)
times = {nice: [] for nice in niceness}
for round in range(rounds):
    for nice in niceness:
        took, whole, share = one(nice)
        times[nice].append(took)
        print("round %d, niceness %s: %.1f s%s, %.1f %% of a core" % (
            round + 1, nice, took, "" if whole else " and not complete", 100 * share), flush=True)
for nice in niceness:
    print("niceness %s: median %.1f s (%.1f .. %.1f)" % (nice, statistics.median(times[nice]), min(times[nice]), max(times[nice])))
