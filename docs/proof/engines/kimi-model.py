#!/usr/bin/env python3
"""Scripted stand-in for an OpenAI-compatible chat-completions endpoint.

python3 stdlib only; listens on 127.0.0.1 and answers from a rules file, so an
agent CLI produces a real on-disk store without any model or any network.
The rules are a JSON list of {"match": part of the last thing the user said, "steps": [step, ...]}; the step
used is the number of assistant messages after it.  A step: text, think (sent as reasoning), tools
([{"name","args"}]), delay (seconds between chunks), or status + message for an HTTP error.
"""
import argparse, json, os, re, sys, threading, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

ARGS = None
RULES = []
LOCK = threading.Lock()
COUNT = 0


def text_of(content):
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "\n".join(p.get("text", "") for p in content
                         if isinstance(p, dict) and p.get("type") in ("text", "input_text", None))
    return ""


def strip_injected(text):
    return re.sub(r"<(system-reminder|system|current-time)[^>]*>.*?</\1>", "", text, flags=re.S).strip()


def load_rules():
    if ARGS.rules and os.path.exists(ARGS.rules):
        with open(ARGS.rules, encoding="utf-8") as fh:
            return json.load(fh)
    return []


def pick(messages):
    """-> (step dict, user text). A step is chosen by how many assistant
    messages already follow the last real user message."""
    last_user, idx = "", -1
    for i, m in enumerate(messages):
        if m.get("role") == "user":
            t = strip_injected(text_of(m.get("content")))
            if t:
                last_user, idx = t, i
    done = sum(1 for m in messages[idx + 1:] if m.get("role") == "assistant")
    for rule in load_rules():
        if rule["match"] in last_user:
            steps = rule["steps"]
            return (steps[done] if done < len(steps) else {"text": "All steps finished."}), last_user
    return {"text": "Noted: " + last_user[:60].replace("\n", " ")}, last_user


def log(obj):
    if ARGS.log:
        with LOCK, open(ARGS.log, "a", encoding="utf-8") as fh:
            fh.write(json.dumps(obj, ensure_ascii=False) + "\n")


class H(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *a):
        pass

    def _json(self, code, obj):
        b = json.dumps(obj).encode()
        self.send_response(code)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(b)))
        self.end_headers()
        self.wfile.write(b)

    def do_GET(self):
        log({"method": "GET", "path": self.path})
        if self.path.rstrip("/").endswith("/models"):
            return self._json(200, {"object": "list", "data": [
                {"id": ARGS.model, "object": "model", "created": 1750000000, "owned_by": "lab",
                 "context_length": 131072, "supports_reasoning": False,
                 "supports_image_in": False, "supports_video_in": False}]})
        return self._json(404, {"error": {"message": "not found", "type": "not_found"}})

    def do_POST(self):
        global COUNT
        n = int(self.headers.get("content-length") or 0)
        raw = self.rfile.read(n)
        try:
            req = json.loads(raw or b"{}")
        except ValueError:
            return self._json(400, {"error": {"message": "bad json"}})
        if not self.path.split("?")[0].endswith("/chat/completions"):
            log({"method": "POST", "path": self.path})
            return self._json(404, {"error": {"message": "not found"}})
        with LOCK:
            COUNT += 1
            cid = COUNT
        msgs = req.get("messages") or []
        step, user = pick(msgs)
        log({"method": "POST", "path": self.path, "n": cid, "model": req.get("model"),
             "stream": req.get("stream"), "roles": [m.get("role") for m in msgs],
             "last_user": user[:200], "tools": [t.get("function", {}).get("name") for t in req.get("tools") or []],
             "step": step, "extra": sorted(k for k in req if k not in ("messages", "tools"))}
            if not ARGS.full_log else {"n": cid, "req": req, "step": step})
        if step.get("status"):
            return self._json(step["status"], {"error": {"message": step.get("message", "scripted failure"),
                                                         "type": "server_error"}})
        created = int(time.time())
        usage = {"prompt_tokens": sum(len(text_of(m.get("content"))) for m in msgs) // 4 + 1,
                 "completion_tokens": len(step.get("text", "")) // 4 + 8, "total_tokens": 0}
        usage["total_tokens"] = usage["prompt_tokens"] + usage["completion_tokens"]
        calls = step.get("tools") or []
        finish = "tool_calls" if calls else "stop"
        tcs = [{"index": i, "id": "call_%d_%d" % (cid, i), "type": "function",
                "function": {"name": c["name"], "arguments": json.dumps(c.get("args", {}), ensure_ascii=False)}}
               for i, c in enumerate(calls)]
        base = {"id": "chatcmpl-lab-%d" % cid, "created": created, "model": req.get("model")}
        if not req.get("stream"):
            m = {"role": "assistant", "content": step.get("text")}
            if tcs:
                m["tool_calls"] = [{k: v for k, v in t.items() if k != "index"} for t in tcs]
            return self._json(200, dict(base, object="chat.completion", usage=usage,
                                        choices=[{"index": 0, "message": m, "finish_reason": finish}]))
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("connection", "close")
        self.end_headers()
        self.close_connection = True

        def ev(delta, fin=None, use=None):
            o = dict(base, object="chat.completion.chunk",
                     choices=[{"index": 0, "delta": delta, "finish_reason": fin}])
            if use:
                o["usage"] = use
                o["choices"][0]["usage"] = use
            self.wfile.write(("data: " + json.dumps(o, ensure_ascii=False) + "\n\n").encode())
            self.wfile.flush()

        try:
            ev({"role": "assistant", "content": ""})
            if step.get("think"):
                ev({"reasoning_content": step["think"]})
            text = step.get("text") or ""
            chunk = max(1, len(text) // 6) if text else 1
            for i in range(0, len(text), chunk):
                ev({"content": text[i:i + chunk]})
                if step.get("delay"):
                    time.sleep(step["delay"])
            for t in tcs:
                ev({"tool_calls": [t]})
            ev({}, finish, usage)
            self.wfile.write(b"data: [DONE]\n\n")
            self.wfile.flush()
        except (BrokenPipeError, ConnectionResetError):
            pass


def main():
    global ARGS
    p = argparse.ArgumentParser()
    p.add_argument("--port", type=int, default=8791)
    p.add_argument("--rules", default=os.path.join(os.path.dirname(os.path.abspath(__file__)), "rules.json"))
    p.add_argument("--log", default="")
    p.add_argument("--full-log", action="store_true")
    p.add_argument("--model", default="lab-model")
    ARGS = p.parse_args()
    srv = ThreadingHTTPServer(("127.0.0.1", ARGS.port), H)
    srv.daemon_threads = True
    print("listening 127.0.0.1:%d" % ARGS.port, flush=True)
    srv.serve_forever()


if __name__ == "__main__":
    main()
