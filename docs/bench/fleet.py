#!/usr/bin/env python3
"""Two services and a broker on this host: fleet.py ROOT FOLDER [ROUNDS]

Each round takes the local and the remote way by turns.
"""
import json, os, shutil, socket, subprocess, sys, time, urllib.request

ROOT, HOME = sys.argv[1], os.path.realpath(sys.argv[2])
ROUNDS = int(sys.argv[3]) if len(sys.argv) > 3 else 200
FLOODS = 5
FLOOD_BYTES = 20_000_000
sys.path.insert(0, os.path.join(ROOT, "docs", "proof", "terminal"))
from termsocket import TermSocket  # noqa: E402

JAVA = os.path.join(os.environ["JAVA_HOME"], "bin", "java")
SID = "engine_1:00000000-0000-4000-8000-000000000001"
PROGRAM = """#!/bin/sh
stty raw -echo
exec python3 -u -c '
import os
out = b"x" * 99 + b"\\n"
while True:
    key = os.read(0, 1)
    if key in (b"", b"Q"):
        break
    if key == b"F":
        left = %d
        block = out * 600
        while left > 0:
            os.write(1, block)
            left -= len(block)
        os.write(1, b"END")
    else:
        os.write(1, key)
'
""" % FLOOD_BYTES


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Host:
    def __init__(self, name, broker, **more):
        self.name, self.home, self.port = name, os.path.join(HOME, name), free_port()
        os.makedirs(os.path.join(self.home, ".claude", "projects", "-tmp"))
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": self.home, "LANG": "C.UTF-8", "SVC_HOME": os.path.join(self.home, "svc"),
            "SVC_PORT": str(self.port), "SVC_AUTH_MODE": "none", "SVC_FLEET": broker, "SVC_FLEET_NAME": name, **more}
        self.command = [JAVA, "@" + os.path.join(ROOT, "server", "jvm.options"), "-Dsvc.root=" + ROOT, "-jar",
                        os.path.join(ROOT, "server", "target", "svc.jar")]

    def run(self, *words):
        done = subprocess.run(self.command + list(words), env=self.environment, capture_output=True, text=True)
        if done.returncode:
            sys.exit(done.stdout + done.stderr)
        return done.stdout

    def serve(self):
        log = open(os.path.join(self.home, "log"), "w", encoding="utf-8")
        self.process = subprocess.Popen(self.command + ["serve"], env=self.environment, stdout=log, stderr=log)
        until(lambda: self.read("/healthz") is not None)
        return self

    def read(self, path):
        try:
            with urllib.request.urlopen("http://127.0.0.1:%d%s" % (self.port, path), timeout=20) as answer:
                return json.load(answer)
        except (OSError, ValueError):
            return None


def until(condition):
    end = time.monotonic() + 60
    while not condition():
        if time.monotonic() > end:
            sys.exit("fleet.py: gave up waiting; the logs are in " + HOME)
        time.sleep(0.01)


def drain(terminal):
    while terminal.read(0.3):
        pass


def echo(terminal):
    before = len(terminal.seen)
    began = time.perf_counter()
    terminal.keys("k")
    while len(terminal.seen) == before:
        terminal.read(5)
    return (time.perf_counter() - began) * 1000


def flood(terminal):
    terminal.seen = b""
    began = time.perf_counter()
    terminal.keys("F")
    tail = got = b""
    count = 0
    while not tail.endswith(b"END"):
        terminal.read(20)
        got, terminal.seen = terminal.seen, b""
        count += len(got)
        tail = (tail + got)[-3:]
    return count / (time.perf_counter() - began) / 1e6


def at(values, part):
    return sorted(values)[min(len(values) - 1, int(len(values) * part))]


def say(name, local, remote, unit):
    print("%-28s here %s, on the other host %s %s" % (
        name, " / ".join("%.2f" % at(local, p) for p in (0.5, 0.95)),
        " / ".join("%.2f" % at(remote, p) for p in (0.5, 0.95)), unit))


def session():
    line = {"type": "user", "sessionId": SID.split(":")[1], "uuid": "u", "version": "2.1.0", "cwd": "/tmp",
            "timestamp": "2026-11-28T10:00:00.000Z", "message": {"role": "user", "content": "one"}}
    path = os.path.join(HOME, "forge-1", ".claude", "projects", "-tmp", SID.split(":")[1] + ".jsonl")
    with open(path, "w", encoding="utf-8") as fh:
        fh.write(json.dumps(line) + "\n")


def main():
    program = os.path.join(HOME, "program")
    with open(program, "w", encoding="utf-8") as fh:
        fh.write(PROGRAM)
    os.chmod(program, 0o700)
    port = free_port()
    broker = subprocess.Popen(["nats-server", "-a", "127.0.0.1", "-p", str(port), "-js", "-sd", os.path.join(HOME, "nats")],
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    hosts = []
    try:
        address = "nats://127.0.0.1:%d" % port
        forge = Host("forge-1", address, SVC_ENGINE1_BIN=program, SVC_FLEET_ALLOW="drive")
        laptop = Host("laptop-3", address)
        forge.run("fleet", "init", address)
        hosts.append(forge.serve())
        word = forge.run("fleet", "invite").split("'")[1]
        laptop.run("fleet", "join", word)
        hosts.append(laptop.serve())
        session()
        remote_id = SID + "@forge-1"
        until(lambda: laptop.read("/api/sessions/" + remote_id) is not None)
        until(lambda: any(h["online"] for h in (laptop.read("/api/hosts") or {"hosts": []})["hosts"]))
        local, remote = TermSocket(forge.port, SID), None
        local.until(lambda: local.live, 20)
        time.sleep(2)
        drain(local)
        for _ in range(200):  # both ways are compiled once the figures count
            echo(local)
        local.sock.close()
        remote = TermSocket(laptop.port, remote_id)
        remote.until(lambda: remote.live, 20)
        drain(remote)
        for _ in range(1000):
            echo(remote)
        remote.sock.close()
        echoes, floods = ([], []), ([], [])
        for _ in range(max(1, ROUNDS // 20)):
            for way, (host, sid) in enumerate(((forge, SID), (laptop, remote_id))):
                terminal = TermSocket(host.port, sid, takeover=1)
                terminal.until(lambda: terminal.live, 20)
                drain(terminal)
                echoes[way].extend(echo(terminal) for _ in range(20))
                terminal.sock.close()
        say("echo of a key, p50 / p95", echoes[0], echoes[1], "ms")
        for _ in range(FLOODS):
            for way, (host, sid) in enumerate(((forge, SID), (laptop, remote_id))):
                terminal = TermSocket(host.port, sid, takeover=1, tail=0)
                terminal.until(lambda: terminal.live, 20)
                drain(terminal)
                floods[way].append(flood(terminal))
                terminal.sock.close()
        say("flood of 20 MB, p50 / p95", floods[0], floods[1], "MB/s")
    finally:
        if hosts:
            TermSocket(hosts[0].port, SID, takeover=1).keys("Q")  # the program would outlive its service
            time.sleep(1)
        for host in hosts:
            host.process.terminate()
        for host in hosts:
            host.process.wait(20)
        broker.terminate()
        broker.wait(20)
        if sys.exc_info()[0] is None:
            shutil.rmtree(HOME, ignore_errors=True)


main()
