"""Compares `opencode export` with `svc sessions export --format json`: see opencode-export.sh, which calls this."""
import json, os, shutil, sqlite3, subprocess, sys, tempfile

root, opencode = sys.argv[1:3]
java = os.environ["JAVA_HOME"] + "/bin/java"
home = tempfile.mkdtemp(prefix="svc-proof-")
store = f"{home}/.local/share/opencode"
os.makedirs(store)
shutil.copy(f"{root}/server/src/test/resources/fixtures/engines/opencode/main/opencode.db", store)
env = {"HOME": home, "PATH": os.environ["PATH"], "TERM": "xterm", "SVC_HOME": f"{home}/svc"}


def run(*command):
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=120, cwd=home)
    if done.returncode:
        raise SystemExit(f"{command[-3:]} ended with {done.returncode}: {done.stderr[-500:]}")
    return done.stdout


def theirs(session):
    """What a person or the model said, and the tools, in their order; synthetic and ignored texts were typed by nobody."""
    told = []
    for message in json.loads(run(opencode, "export", session))["messages"]:
        role = message["info"]["role"]
        texts = [part["text"].strip() for part in message["parts"]
                 if part["type"] == "text" and not part.get("synthetic") and not part.get("ignored") and part["text"].strip()]
        told += [(role, "\n\n".join(texts))] if texts else []
        told += [("tool", part["tool"]) for part in message["parts"] if part["type"] == "tool"]
    return told


def ours(session):
    told = []
    for turn in json.loads(run(java, f"@{root}/server/jvm.options", "-jar", f"{root}/server/target/svc.jar",
                               "sessions", "export", f"opencode:{session}", "--format", "json"))["turns"]:
        if turn["role"] == "tool":
            told.append(("tool", turn["tool"]["name"]))
        elif turn["role"] in ("user", "assistant") and turn["text"].strip() and not turn["mark"]:
            told.append((turn["role"], turn["text"].strip()))
    return told


def squeezed(told):
    """One message may be one turn or several: what counts is who said which words and in which order tools were used."""
    words, tools = [], []
    for kind, text in told:
        if kind == "tool":
            tools.append(text)
        elif words and words[-1][0] == kind:
            words[-1] = (kind, words[-1][1] + " " + " ".join(text.split()))
        else:
            words.append((kind, " ".join(text.split())))
    return words, tools


differing = 0
with sqlite3.connect(f"file:{store}/opencode.db?mode=ro", uri=True) as rows:
    sessions = [row[0] for row in rows.execute("select id from session where parent_id is null order by id")]
for session in sessions:
    a, b = squeezed(theirs(session)), squeezed(ours(session))
    same = a == b
    differing += not same
    print(f"{session}: {'same' if same else 'DIFFERS'}, {len(a[0])} messages, {len(a[1])} tools")
    if not same:
        for left, right in zip(a[0] + a[1], b[0] + b[1]):
            if left != right:
                print(f"   opencode: {left!r}\n   svc:      {right!r}")
                break
        else:
            print(f"   opencode has {len(a[0])}+{len(a[1])}, svc {len(b[0])}+{len(b[1])}")
shutil.rmtree(home)
print(f"{len(sessions) - differing} of {len(sessions)} sessions told alike")
sys.exit(1 if differing else 0)
