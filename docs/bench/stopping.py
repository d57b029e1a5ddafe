#!/usr/bin/env python3
"""How long the service takes from SIGTERM to its end with five viewers of idle terminals, three streams of events and an idle
connection, and what each viewer hears.

stopping.py [mute]: with viewers that do not answer the last word. Needs a JDK 25 at JAVA_HOME, dtach, and a build (./svc version).
"""

import asyncio
import base64
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), "../.."))
MUTE = "mute" in sys.argv


def start(work):
    os.makedirs(work + "/page")
    open(work + "/page/index.html", "w").write("<!doctype html>")
    open(work + "/claude", "w").write(f'#!/bin/sh\necho $$ >"{work}/$$.pid"\nexec cat\n')
    os.chmod(work + "/claude", 0o755)
    env = {name: value for name, value in os.environ.items() if not name.startswith("SVC_")}
    env.update(HOME=work, SVC_HOME=work + "/svc", SVC_PORT="0", SVC_AUTH_MODE="none")
    env.update(SVC_ENGINE1_BIN=work + "/claude", SVC_WEB_DIST=work + "/page")
    java = os.environ["JAVA_HOME"] + "/bin/java"
    command = [java, f"@{ROOT}/server/jvm.options", "-jar", ROOT + "/server/target/svc.jar", "serve"]
    service = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    while not (found := re.search(r"http://127.0.0.1:(\d+)", service.stdout.readline())):
        pass
    return service, int(found[1])


async def viewer(port, head, work, number):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    key = base64.b64encode(os.urandom(16)).decode()
    path = f"/ws/term/engine_1:00000000-0000-4000-8000-00000000000{number}?new=1&cwd={work}"
    upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    writer.write(f"GET {path} HTTP/1.1\r\n{head}{upgrade}Sec-WebSocket-Key: {key}\r\n\r\n".encode())
    await reader.readuntil(b"\r\n\r\n")
    while True:
        first, length = await reader.readexactly(2)
        if length == 126:
            length = int.from_bytes(await reader.readexactly(2), "big")
        elif length == 127:
            length = int.from_bytes(await reader.readexactly(8), "big")
        payload = await reader.readexactly(length)
        if first & 15 == 8:
            if MUTE:
                await asyncio.sleep(30)
            writer.write(b"\x88\x82\0\0\0\0" + payload[:2])
            writer.close()
            return int.from_bytes(payload[:2], "big")


async def waits(port, head, path):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET {path} HTTP/1.1\r\n{head}\r\n".encode())
    while await reader.read(4096):
        pass


async def main(work):
    service, port = start(work)
    head = f"Host: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
    viewers = [asyncio.create_task(viewer(port, head, work, number)) for number in range(5)]
    others = [asyncio.create_task(waits(port, head, path)) for path in ["/api/events"] * 3 + ["/healthz"]]
    while len([name for name in os.listdir(work) if name.endswith(".pid")]) < 5:
        await asyncio.sleep(0.1)
    await asyncio.sleep(1)
    began = time.monotonic()
    service.terminate()
    await asyncio.get_running_loop().run_in_executor(None, service.wait)
    print(f"{time.monotonic() - began:.2f} s, exit code {service.returncode}", end="")
    print("" if MUTE else f", viewers heard {await asyncio.gather(*viewers, return_exceptions=True)}")
    for task in viewers + others:
        task.cancel()
    await asyncio.gather(*viewers, *others, return_exceptions=True)


folder = tempfile.mkdtemp()
try:
    asyncio.run(main(folder))
finally:
    for name in os.listdir(folder):
        if name.endswith(".pid"):
            os.kill(int(name[:-4]), 15)
    time.sleep(1)
    shutil.rmtree(folder, ignore_errors=True)
