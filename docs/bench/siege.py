#!/usr/bin/env python3
"""Everything at once against one server on loopback, and how long /healthz takes meanwhile.

siege.py PORT SECONDS [COOKIE SESSION...]

400 refused sockets with 2 MiB each, 3,000 slow connections, 200 bad logins a second; with a login also 50 readings at once of
the first SESSION (a hostile transcript), and a socket on each other SESSION, whose program floods. Prints one JSON line.
"""

import asyncio
import base64
import json
import os
import sys
import time

PORT = int(sys.argv[1])
SECONDS = float(sys.argv[2])
COOKIE = sys.argv[3] if len(sys.argv) > 3 else ""
HOST = f"127.0.0.1:{PORT}"
HEAD = f"Host: {HOST}\r\nOrigin: http://{HOST}\r\n"
counts = {"refused": 0, "slow": 0, "logins": 0, "read": 0, "flooded_mb": 0}
times = []
end = time.monotonic() + SECONDS


async def connect():
    return await asyncio.open_connection("127.0.0.1", PORT, limit=1 << 20)


def close(writer):
    writer.transport.abort()


async def again(deed):
    while time.monotonic() < end:
        try:
            await deed()
        except (OSError, asyncio.IncompleteReadError, asyncio.TimeoutError):
            await asyncio.sleep(0.2)


def upgrade(path):
    key = base64.b64encode(os.urandom(16)).decode()
    return (
        f"GET {path} HTTP/1.1\r\n{HEAD}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        f"Sec-WebSocket-Key: {key}\r\n"
    )


async def refused():
    _, writer = await connect()
    try:
        writer.write((upgrade("/ws/term/engine_1:x") + "\r\n").encode())
        writer.write(b"\x82\xff" + (2 << 20).to_bytes(8, "big") + b"\0" * 4)
        for _ in range(32):
            writer.write(b"a" * 65535)
            await asyncio.wait_for(writer.drain(), 20)
        counts["refused"] += 1
        await asyncio.sleep(5)
    finally:
        close(writer)


async def slow():
    reader, writer = await connect()
    try:
        writer.write(f"GET /healthz HTTP/1.1\r\n{HEAD}X-Slow: ".encode() + b"x" * 12000)
        counts["slow"] += 1
        await asyncio.wait_for(reader.read(1), 30)
    finally:
        close(writer)
    await asyncio.sleep(1)


async def login():
    reader, writer = await connect()
    try:
        body = '{"username":"admin","password":"wrong"}'
        writer.write(
            f"POST /login HTTP/1.1\r\n{HEAD}Connection: close\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n\r\n{body}".encode()
        )
        await asyncio.wait_for(reader.read(64), 30)
        counts["logins"] += 1
    finally:
        close(writer)
    await asyncio.sleep(0.2)


async def transcript(session):
    reader, writer = await connect()
    try:
        writer.write(
            f"GET /api/sessions/{session}/transcript HTTP/1.1\r\n{HEAD}Cookie: {COOKIE}\r\nConnection: close\r\n\r\n".encode()
        )
        while await asyncio.wait_for(reader.read(1 << 16), 60):
            pass
        counts["read"] += 1
    finally:
        close(writer)
    await asyncio.sleep(0.5)


async def flood(session):
    reader, writer = await connect()
    try:
        writer.write((upgrade(f"/ws/term/{session}?cwd=/tmp") + f"Cookie: {COOKIE}\r\n\r\n").encode())
        seen = 0
        acknowledged = 0
        while time.monotonic() < end:
            part = await asyncio.wait_for(reader.read(1 << 16), 60)
            if not part:
                return
            seen += len(part)
            counts["flooded_mb"] += len(part) / 1e6
            if seen - acknowledged > 64 << 10:
                acknowledged = seen
                text = json.dumps({"t": "ack", "offset": int(seen * 0.98)}).encode()
                writer.write(bytes([0x81, 0x80 | len(text)]) + b"\0" * 4 + text)
    finally:
        close(writer)


async def healthz():
    began = time.monotonic()
    reader, writer = await connect()
    try:
        writer.write(f"GET /healthz HTTP/1.1\r\n{HEAD}Connection: close\r\n\r\n".encode())
        answer = await asyncio.wait_for(reader.read(64), 60)
        times.append((time.monotonic() - began) * 1000 if answer.startswith(b"HTTP/1.1 200") else 60_000.0)
    except (OSError, asyncio.TimeoutError):
        times.append(60_000.0)
    finally:
        close(writer)
    await asyncio.sleep(0.05)


async def main():
    tasks = [again(refused) for _ in range(400)] + [again(slow) for _ in range(3000)] + [again(login) for _ in range(40)]
    if COOKIE:
        hostile, *floods = sys.argv[4:]
        tasks += [again(lambda: transcript(hostile)) for _ in range(50)]
        tasks += [again(lambda s=s: flood(s)) for s in floods]
    running = [asyncio.create_task(task) for task in tasks]
    # The one that is measured has a process of its own: this loop is busy with attacking.
    probe = await asyncio.create_subprocess_exec(sys.executable, __file__, str(PORT), str(SECONDS), "--probe")
    await probe.wait()
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)
    print(json.dumps({name: round(count) for name, count in counts.items()}))


async def probe():
    await again(healthz)
    times.sort()
    pick = lambda share: round(times[min(len(times) - 1, int(len(times) * share))], 1)
    print(json.dumps({"healthz": len(times), "p50_ms": pick(0.5), "p99_ms": pick(0.99), "max_ms": round(times[-1], 1)}), flush=True)


asyncio.run(probe() if COOKIE == "--probe" else main())
