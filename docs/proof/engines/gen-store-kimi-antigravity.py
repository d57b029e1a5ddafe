#!/usr/bin/env python3
"""Deterministic synthetic session stores for load tests: Kimi Code and Antigravity CLI.

python3 stdlib only.  Kimi's layout follows a store recorded with kimi 2.1.0 / 0.26.0;
Antigravity's follows public descriptions only.

  gen-store-kimi-antigravity.py --home DIR --kimi 500 --antigravity 500 --seed 7
  -> DIR/.kimi-code/...  DIR/.gemini/antigravity-cli/...  DIR/expected-{kimi,antigravity}.json

--as-home gives the home written INTO the data (default /home/casey), so the
output does not depend on where DIR is.
"""
import argparse, hashlib, json, os, random, re, sqlite3, uuid
from datetime import datetime, timezone

WORDS = ("cart checkout invoice webhook retry queue parser index cache token page header schema "
         "export import column worker migration rollback banner footer search filter").split()
VERBS = "Add Fix Explain Rename Review Split Document Test Speed-up Remove".split()
UNI = ["", "", "", " 🌍", " – größer", " 日本語", " مرحبا", " naïve façade"]
PROJECTS = ["code/shop", "code/docs-site", "work/data lab/etl", "code/käse-café", "code/api-gateway",
            "work/worker", "code/ñandú-app", "code/csv-tools"]


def iso(ms):
    return datetime.fromtimestamp(ms / 1000, timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.") + "%03dZ" % (ms % 1000)


def rid(r):
    return str(uuid.UUID(int=r.getrandbits(128), version=4))


def sentence(r, n=None):
    return "%s the %s %s%s" % (r.choice(VERBS), r.choice(WORDS), r.choice(WORDS), r.choice(UNI))


def answer(r, size):
    out = []
    while sum(map(len, out)) < size:
        out.append("%s %s %s %s." % (r.choice(WORDS).capitalize(), r.choice(WORDS), r.choice(WORDS), r.choice(WORDS)))
    return " ".join(out)


def wb(path, text, ms):
    os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
    with open(path, "w", encoding="utf-8") as fh:
        fh.write(text)
    os.utime(path, (ms / 1000, ms / 1000))


def J(o):
    return json.dumps(o, ensure_ascii=False, separators=(",", ":"))


# ---------------------------------------------------------------- Kimi
def slug(name):
    """what is not in [A-Za-z0-9._-] becomes '-', edges trimmed (käse-café -> k-se-caf, 'ñandú-app' -> and--app)."""
    return re.sub(r"[^A-Za-z0-9._-]", "-", name).strip("-").lower()


def kimi_session(root, ashome, r, cwd, start_ms, turns, schema, opts):
    sid = "session_" + rid(r)
    bucket = "wd_%s_%s" % (slug(os.path.basename(cwd)), hashlib.sha256(cwd.encode()).hexdigest()[:12])
    vdir = "%s/.kimi-code/sessions/%s/%s" % (ashome, bucket, sid)
    sdir = os.path.join(root, ".kimi-code", "sessions", bucket, sid)
    t = start_ms
    ag = {"agentId": "main"} if schema == 2 else {}
    recs = [{"type": "metadata", "protocol_version": "1.5" if schema == 2 else "1.4", "created_at": t}]
    if schema == 2:
        recs += [{"type": "runtime.set_binding", "workspaceId": bucket, "runtimeId": "local", **ag, "time": t},
                 {"type": "profile.bind", **ag, "modelAlias": "lab", "profileName": "agent", "thinkingEffort": "off",
                  "systemPrompt": "x" * opts["prompt_bytes"], "environmentDisclosure": {"cwd": cwd}, "agentsMdPaths": [],
                  "activeToolNames": ["Read", "Write", "Bash"], "disallowedTools": [], "subagents": ["coder"], "time": t}]
    else:
        recs += [{"type": "config.update", "profileName": "agent", "systemPrompt": "x" * opts["prompt_bytes"], "time": t},
                 {"type": "tools.set_active_tools", "names": ["Read", "Write", "Bash"], "time": t},
                 {"type": "config.update", "modelAlias": "lab", "thinkingEffort": "off", "time": t}]
    recs.append({"type": "permission.set_mode", **ag, "mode": "manual", "time": t})
    users, last, tools, parts = [], None, [], 0
    for n in range(turns):
        t += r.randint(5, 90) * 1000
        q = sentence(r)
        if r.random() < .15:
            q += "\n\n```sh\necho %s\n```" % r.choice(WORDS)
        users.append(q)
        last = ("user", q)
        mid = "msg_" + "".join(r.choice("0123456789ABCDEFGHJKMNPQRSTVWXYZ") for _ in range(26))
        pr = {"type": "turn.prompt", **ag, "input": [{"type": "text", "text": q}], "origin": {"kind": "user"}}
        am = {"role": "user", "content": [{"type": "text", "text": q}]}
        if schema == 2:
            pr.update(promptId=mid, turnId=n)
            am["id"] = mid
        am.update(toolCalls=[], origin={"kind": "user"})
        recs += [{**pr, "time": t}, {"type": "context.append_message", **ag, "message": am, "time": t + 1}]
        if schema == 2:
            recs.append({"message": {"message": {"role": "user", "content": [{"type": "text", "text": q}]},
                                     "meta": {"source": "input", "promptId": mid, "origin": {"kind": "user"}}},
                         "type": "agent.message.appended", "time": t - 6, "kind": "event"})
        if n == 0:
            recs.append({"type": "context.append_message", **ag, "message": {
                "role": "user", "content": [{"type": "text", "text": "<system-reminder>\nsynthetic reminder\n</system-reminder>"}],
                "toolCalls": [], "origin": {"kind": "injection", "variant": "permission_mode"}}, "time": t + 2})
        steps = r.choice([1, 1, 2, 3])
        for s in range(1, steps + 1):
            su = rid(r)
            ev = lambda e, dt: recs.append({"type": "context.append_loop_event", **ag, "event": e, "time": t + dt})
            ev({"type": "step.begin", "uuid": su, "turnId": str(n), "step": s}, 10 * s)
            recs.append({"type": "llm.request", **ag, "kind": "loop", "provider": "openai", "model": "lab-model",
                         "modelAlias": "lab", "time": t + 10 * s + 1})
            a = answer(r, r.randint(40, opts["answer_bytes"]))
            ev({"type": "content.part", "uuid": rid(r), "turnId": str(n), "step": s, "stepUuid": su,
                "part": {"type": "text", "text": a}}, 10 * s + 2)
            parts += 1
            last = ("assistant", a)
            if s < steps:
                cu, tc = rid(r), "call_%d_%d" % (n, s)
                ev({"type": "tool.call", "uuid": cu, "turnId": str(n), "step": s, "stepUuid": su, "toolCallId": tc,
                    "name": "Bash", "args": {"command": "ls " + r.choice(WORDS)}}, 10 * s + 3)
                ev({"type": "tool.result", "parentUuid": cu, "toolCallId": tc,
                    "result": {"output": answer(r, r.randint(10, opts["tool_bytes"])), "durationMs": 12}}, 10 * s + 4)
                tools.append("Bash")
            ev({"type": "step.end", "uuid": su, "turnId": str(n), "step": s,
                "finishReason": "end_turn" if s == steps else "tool_use"}, 10 * s + 5)
        t += 10 * steps + 10
        if schema == 2:
            recs.append({"type": "turn.ended", **ag, "turnId": n, "reason": "completed", "durationMs": 40, "time": t})
    custom = r.random() < .2
    title = (sentence(r) if custom else users[0].split("\n")[0]) if r.random() < .8 else None
    agents = {"main": {"homedir": vdir + "/agents/main", "type": "main"}}
    if schema == 2:
        st = {"id": sid, "version": 2, "cwd": cwd, "createdAt": start_ms, "updatedAt": t, "archived": False,
              "agents": agents, "custom": {}}
        if title:
            st.update(lastPrompt=users[-1], title=title, titleKind="custom" if custom else "replaceable")
        st.update(lastTurnReason="completed", isCustomTitle=bool(title and custom))
        text = J(st)
    else:
        agents["main"]["parentAgentId"] = None
        title = title or users[0].split("\n")[0]
        text = json.dumps({"createdAt": iso(start_ms), "updatedAt": iso(t), "title": title, "isCustomTitle": custom,
                           "agents": agents, "custom": {}, "workDir": cwd, "lastPrompt": users[-1]},
                          indent=2, ensure_ascii=False)
    wb(os.path.join(sdir, "state.json"), text, t)
    wb(os.path.join(sdir, "agents", "main", "wire.jsonl"), "\n".join(map(J, recs)) + "\n", t)
    return {"sessionId": sid, "sessionDir": vdir, "workDir": cwd}, {
        "id": sid, "engine": "kimi", "cwd": cwd, "title": title, "first_user_message": users[0], "turn_count": turns,
        "assistant_text_parts": parts, "last_message_role": last[0], "last_message_text": last[1], "tool_calls": tools,
        "created_at": start_ms / 1000, "updated_at": t / 1000, "state_schema": schema, "model": "lab-model",
        "resume_argv": ["kimi", "-S", sid]}


# ---------------------------------------------------------------- Antigravity
def vi(n):
    o = bytearray()
    while True:
        b = n & 127
        n >>= 7
        o.append(b | 128 if n else b)
        if not n:
            return bytes(o)


def fv(f, n):
    return vi(f << 3) + vi(n)


def fl(f, b):
    b = b.encode() if isinstance(b, str) else b
    return vi(f << 3 | 2) + vi(len(b)) + b


def uri(path):
    from urllib.parse import quote
    return "file://" + quote(path)


AGY_SCHEMA = """
CREATE TABLE `trajectory_meta` (`trajectory_id` text,`cascade_id` text,`trajectory_type` integer,`source` integer,PRIMARY KEY (`trajectory_id`));
CREATE TABLE `steps` (`idx` integer,`step_type` integer NOT NULL DEFAULT 0,`status` integer NOT NULL DEFAULT 0,`has_subtrajectory` numeric NOT NULL DEFAULT false,`metadata` blob,`error_details` blob,`permissions` blob,`task_details` blob,`render_info` blob,`step_payload` blob,`step_format` integer NOT NULL DEFAULT 0,PRIMARY KEY (`idx`));
CREATE INDEX `idx_steps_status` ON `steps`(`status`);
CREATE INDEX `idx_steps_step_type` ON `steps`(`step_type`);
CREATE TABLE `gen_metadata` (`idx` integer,`data` blob,`size` integer NOT NULL DEFAULT 0,PRIMARY KEY (`idx`));
CREATE TABLE `executor_metadata` (`idx` integer,`data` blob,PRIMARY KEY (`idx`));
CREATE TABLE `parent_references` (`idx` integer,`data` blob,PRIMARY KEY (`idx`));
CREATE TABLE `trajectory_metadata_blob` (`id` text DEFAULT 'main',`data` blob,PRIMARY KEY (`id`));
CREATE TABLE `battle_mode_infos` (`idx` integer,`data` blob,PRIMARY KEY (`idx`));
PRAGMA user_version=1;
"""
SUMMARY_SCHEMA = """
CREATE TABLE IF NOT EXISTS `conversation_summaries` (`conversation_id` text,`title` text NOT NULL DEFAULT "",`preview` text NOT NULL DEFAULT "",`step_count` integer NOT NULL DEFAULT 0,`last_modified_time` datetime NOT NULL,`workspace_uris` text NOT NULL,`status` text NOT NULL DEFAULT "",`source` text NOT NULL DEFAULT "",`project_id` text NOT NULL DEFAULT "",`agent_name` text NOT NULL DEFAULT "",`parent_conversation_id` text NOT NULL DEFAULT "",`nesting_depth` integer NOT NULL DEFAULT 0,`battle_id` text NOT NULL DEFAULT "",`winning_conversation_id` text NOT NULL DEFAULT "",`not_fully_idle` numeric NOT NULL DEFAULT false,`killed` numeric NOT NULL DEFAULT false,`last_user_input_time` datetime NOT NULL,`last_user_input_step_index` integer NOT NULL DEFAULT -1,`app_data_dir` text NOT NULL DEFAULT "",`raw_summary` blob,`group_id` text NOT NULL DEFAULT '',PRIMARY KEY (`conversation_id`));
PRAGMA user_version=3;
"""
STEP = {"USER_INPUT": 14, "PLANNER_RESPONSE": 15, "RUN_COMMAND": 21, "VIEW_FILE": 8, "CONVERSATION_HISTORY": 98,
        "SYSTEM_MESSAGE": 101, "GENERIC": 132}


def agy_records(turns, start_ms, fmt):
    """turns: list of (user text, [(tool, args, output)], assistant text or None[, thinking]).
    Returns transcript records (source: field names; the tool record types are RUN_COMMAND/VIEW_FILE up to
    about 1.2 and GENERIC from 1.3)."""
    out, t, i = [], start_ms, 0

    def add(source, typ, status="DONE", **kw):
        nonlocal i
        out.append({"step_index": i, "source": source, "type": typ, "status": status,
                    "created_at": datetime.fromtimestamp(t / 1000, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"), **kw})
        i += 1

    for n, tr in enumerate(turns):
        q, calls, a = tr[0], tr[1], tr[2]
        think = tr[3] if len(tr) > 3 else None
        extra = "\n<USER_SETTINGS_CHANGE>\nThe user changed a setting.\n</USER_SETTINGS_CHANGE>" if n == 0 else ""
        if q is not None:
            add("USER_EXPLICIT", "USER_INPUT", content="<USER_REQUEST>\n%s\n</USER_REQUEST>\n<ADDITIONAL_METADATA>\n"
                "The current local time is: %s.\n</ADDITIONAL_METADATA>%s" % (q, iso(t), extra))
        if n == 0:
            add("SYSTEM", "CONVERSATION_HISTORY")
        t += 3000
        for tool, args, output in calls:
            add("MODEL", "PLANNER_RESPONSE", content="", tool_calls=[{"name": tool, "args": args}])
            t += 1000
            typ = "GENERIC" if fmt >= 13 else ("RUN_COMMAND" if tool == "run_command" else "VIEW_FILE")
            add("MODEL", typ, content="Created At: %s\nCompleted At: %s\nOutput:\n%s" % (iso(t), iso(t + 200), output))
            t += 1000
        if a is not None:
            kw = {"content": a}
            if think:
                kw["thinking"] = think
            add("MODEL", "PLANNER_RESPONSE", **kw)
        t += 20000
    return out, t


def agy_conversation(root, ashome, cid, cwd, turns, start_ms, fmt=10, title=None, cache=None, history=None,
                     annotate=False, wal=False, metadata=True, transcript=True, quote=True, running=False,
                     system_message=False):
    base = os.path.join(root, ".gemini", "antigravity-cli")
    recs, end = agy_records(turns, start_ms, fmt)
    if system_message:
        recs.append({"step_index": len(recs), "source": "SYSTEM", "type": "SYSTEM_MESSAGE", "status": "DONE",
                     "created_at": iso(end)[:19] + "Z",
                     "content": "The following is a <SYSTEM_MESSAGE> not actually sent by the user."})
    db = os.path.join(base, "conversations", cid + ".db")
    os.makedirs(os.path.dirname(db), exist_ok=True)
    con = sqlite3.connect(db, isolation_level=None)
    con.execute("PRAGMA page_size=4096")
    con.execute("PRAGMA journal_mode=WAL")
    con.execute("PRAGMA wal_autocheckpoint=0")
    con.execute("BEGIN")
    for stmt in AGY_SCHEMA.strip().split(";\n"):
        if stmt.strip():
            con.execute(stmt.strip().rstrip(";"))
    con.execute("INSERT INTO trajectory_meta VALUES(?,?,4,17)", (str(uuid.uuid5(uuid.UUID(cid), "trajectory")), cid))
    con.execute("COMMIT")
    if wal:
        con.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    con.execute("BEGIN")
    ts = fv(1, start_ms // 1000) + fv(2, 0)
    for rec in recs:
        st = STEP.get(rec["type"], 132)
        status = 2 if (running and rec is recs[-1]) else 3
        body = fv(1, st) + fv(4, status)
        if st == 14:
            m = re.search(r"<USER_REQUEST>\n(.*?)\n</USER_REQUEST>", rec["content"], re.S)
            body += fl(19, fl(2, m.group(1)))
        elif st == 15:
            p = fl(1, rec.get("content", "")) + fl(6, str(uuid.uuid5(uuid.UUID(cid), str(rec["step_index"]))))
            body += fl(20, p)
        md = fl(1, fv(1, int(start_ms / 1000) + rec["step_index"]) + fv(2, 0))
        con.execute("INSERT INTO steps(idx,step_type,status,metadata,step_payload) VALUES(?,?,?,?,?)",
                    (rec["step_index"], st, status, md, body))
        if st == 15:
            usage = fv(1, 100) + fv(2, 50) + fv(5, 12) + fv(9, 20) + fv(10, 5) + fl(11, "resp-%d" % rec["step_index"])
            g = fl(1, fl(4, usage) + fl(19, "gemini-3-flash-a"))
            con.execute("INSERT INTO gen_metadata VALUES(?,?,?)", (rec["step_index"], g, len(g)))
    if metadata:
        u = uri(cwd) if quote else "file://" + cwd
        con.execute("INSERT INTO trajectory_metadata_blob VALUES('main',?)", (fl(1, fl(1, u)) + fl(2, ts),))
    con.execute("COMMIT")
    if wal:   # keep the last transaction in the -wal file only, as a live or killed agy would
        for suf in ("", "-wal"):
            with open(db + suf, "rb") as fh:
                data = fh.read()
            with open(db + suf + ".keep", "wb") as fh:
                fh.write(data)
        con.close()
        for suf in ("", "-wal"):
            os.replace(db + suf + ".keep", db + suf)
        if os.path.exists(db + "-shm"):
            os.remove(db + "-shm")
        os.utime(db + "-wal", (end / 1000, end / 1000))
        os.utime(db, (start_ms / 1000, start_ms / 1000))
    else:
        con.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        con.close()
        for suf in ("-wal", "-shm"):
            if os.path.exists(db + suf):
                os.remove(db + suf)
        os.utime(db, (end / 1000, end / 1000))
    if transcript:
        wb(os.path.join(base, "brain", cid, ".system_generated", "logs", "transcript.jsonl"),
           "".join(J(x) + "\n" for x in recs), end)
    if annotate and title:
        wb(os.path.join(base, "annotations", cid + ".pbtxt"), 'title:"%s"\n' % title.replace('"', '\\"'), end)
    if cache is not None:
        cache[cwd] = cid
    users = [x[0] for x in turns if x[0] is not None]
    if history is not None:
        for n, q in enumerate(users):
            history.append({"display": q, "timestamp": start_ms + n * 25000, "workspace": cwd, "conversationId": cid})
    texts = [("user", x["content"]) if x["type"] == "USER_INPUT" else ("assistant", x["content"]) for x in recs
             if x["type"] in ("USER_INPUT", "PLANNER_RESPONSE") and x.get("content")]
    last = texts[-1] if texts else (None, "")
    if last[0] == "user":
        last = ("user", users[-1])
    return {"id": cid, "engine": "antigravity", "cwd": cwd, "title": title, "first_user_message": users[0] if users else "",
            "turn_count": len(users), "assistant_text_parts": sum(1 for k, _ in texts if k == "assistant"),
            "last_message_role": last[0], "last_message_text": last[1],
            "tool_calls": [c["name"] for x in recs for c in x.get("tool_calls", [])],
            "created_at": start_ms // 1000, "updated_at": end / 1000, "step_count": len(recs),
            "model": "gemini-3-flash-a" if any(x["type"] == "PLANNER_RESPONSE" for x in recs) else None,
            "resume_argv": ["agy", "--conversation", cid]}


def agy_finish(root, cache, history, rows):
    base = os.path.join(root, ".gemini", "antigravity-cli")
    if cache is not None:
        os.makedirs(os.path.join(base, "cache"), exist_ok=True)
        with open(os.path.join(base, "cache", "last_conversations.json"), "w", encoding="utf-8") as fh:
            json.dump(cache, fh, ensure_ascii=False)
    if history:
        with open(os.path.join(base, "history.jsonl"), "w", encoding="utf-8") as fh:
            for h in history:
                fh.write(J(h) + "\n")
    if rows:
        p = os.path.join(base, "conversation_summaries.db")
        con = sqlite3.connect(p)
        con.executescript(SUMMARY_SCHEMA)
        for e in rows:
            con.execute("INSERT OR REPLACE INTO conversation_summaries(conversation_id,title,preview,step_count,last_modified_time,"
                        "workspace_uris,source,project_id,last_user_input_time,app_data_dir) VALUES(?,?,?,?,?,?,?,?,?,?)",
                        (e["id"], e["title"] or "", e["first_user_message"][:60], e["step_count"], iso(int(e["updated_at"] * 1000)),
                         json.dumps([uri(e["cwd"])]), "antigravity-cli", "default-cli-project",
                         iso(int(e["updated_at"] * 1000)), "antigravity-cli"))
        con.commit()
        con.close()


# ---------------------------------------------------------------- main
def main():
    p = argparse.ArgumentParser()
    p.add_argument("--home", required=True)
    p.add_argument("--as-home", default="/home/casey")
    p.add_argument("--kimi", type=int, default=100)
    p.add_argument("--antigravity", type=int, default=100)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--turns", type=int, default=4, help="largest number of user turns per session")
    p.add_argument("--schema1-share", type=float, default=.2, help="share of Kimi sessions in the old state.json form")
    p.add_argument("--answer-bytes", type=int, default=600)
    p.add_argument("--tool-bytes", type=int, default=400)
    p.add_argument("--prompt-bytes", type=int, default=8000, help="size of the system prompt record in each wire.jsonl")
    p.add_argument("--projects", type=int, default=len(PROJECTS))
    a = p.parse_args()
    opts = {"answer_bytes": a.answer_bytes, "tool_bytes": a.tool_bytes, "prompt_bytes": a.prompt_bytes}
    cwds = ["%s/%s%s" % (a.as_home, PROJECTS[i % len(PROJECTS)], "" if i < len(PROJECTS) else "-%d" % i)
            for i in range(a.projects)]
    now = 1795000000000
    if a.kimi:
        r = random.Random("kimi-%d" % a.seed)
        idx, exp = [], []
        for n in range(a.kimi):
            i, e = kimi_session(a.home, a.as_home, r, r.choice(cwds), now - r.randint(60, 120 * 86400) * 1000,
                                r.randint(1, a.turns), 1 if r.random() < a.schema1_share else 2, opts)
            idx.append(i)
            exp.append(e)
        with open(os.path.join(a.home, ".kimi-code", "session_index.jsonl"), "w", encoding="utf-8") as fh:
            fh.writelines(J(i) + "\n" for i in idx)
        with open(os.path.join(a.home, "expected-kimi.json"), "w", encoding="utf-8") as fh:
            json.dump({"engine": "kimi", "sessions": sorted(exp, key=lambda e: -e["updated_at"])}, fh, ensure_ascii=False)
    if a.antigravity:
        r = random.Random("agy-%d" % a.seed)
        cache, hist, exp = {}, [], []
        for n in range(a.antigravity):
            cwd = r.choice(cwds)
            turns = []
            for _ in range(r.randint(1, a.turns)):
                calls = [("run_command", {"CommandLine": "ls " + r.choice(WORDS), "Cwd": cwd}, answer(r, r.randint(10, a.tool_bytes)))
                         for _ in range(r.choice([0, 0, 1, 2]))]
                turns.append((sentence(r), calls, answer(r, r.randint(40, a.answer_bytes))))
            exp.append(agy_conversation(a.home, a.as_home, rid(r), cwd, turns, now - r.randint(60, 120 * 86400) * 1000,
                                        fmt=r.choice([10, 13]), cache=cache, history=hist))
        agy_finish(a.home, cache, hist, exp)
        with open(os.path.join(a.home, "expected-antigravity.json"), "w", encoding="utf-8") as fh:
            json.dump({"engine": "antigravity", "sessions": sorted(exp, key=lambda e: -e["updated_at"])}, fh, ensure_ascii=False)
    print(json.dumps({"home": a.home, "kimi": a.kimi, "antigravity": a.antigravity, "seed": a.seed}))


if __name__ == "__main__":
    main()
