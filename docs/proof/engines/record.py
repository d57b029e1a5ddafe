#!/usr/bin/env python3
"""Records what a program writes to a terminal, with what was true meanwhile: NAME.cast and NAME.labels.json.

  record.py NAME SCENE [COLSxROWS] -- COMMAND [WORD…]

SCENE is a file of lines; what was true is what the scene says, never what the screen looks like:

  label idle empty prompt       from now on this is true: starting, working, waiting, idle or ended; then any words
  label waiting/permission …    with the kind of wait: permission, question, menu or trust
  label -                       from now on nothing is said, as while a program loads
  await 30 Hello from           until the program has written this since the last key, 30 s at most
  send ls -l\\r                  keys; \\r \\n \\t \\e and \\xNN as in Python
  pause 1.5                     seconds
  size 80x24                    the terminal is this large now

A label belongs right behind the key, or the awaited text, that makes it true.
"""
import codecs, fcntl, json, os, pty, re, select, signal, struct, sys, termios, time

STATES = {"starting", "working", "waiting", "idle", "ended"}
ESCAPES = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])")

# What programs ask their terminal at the start, and what an ordinary one answers.
ANSWERS = [
    (b"\x1b[c", "\x1b[?1;2c"),
    (b"\x1b[6n", "\x1b[1;1R"),
    (b"\x1b]10;?", "\x1b]10;rgb:d4d4/d4d4/d4d4\x1b\\"),
    (b"\x1b]11;?", "\x1b]11;rgb:1e1e/1e1e/1e1e\x1b\\"),
]


def plain(written):
    """Without blanks, for programs jump over them."""
    return re.sub(r"\s+", "", ESCAPES.sub("", written))


class Recording:
    def __init__(self, name, size, command):
        self.size, self.labels, self.seen, self.open = size, [], "", None
        self.utf8 = codecs.getincrementaldecoder("utf-8")("replace")
        self.cast = open(name + ".cast", "w", encoding="utf-8")
        head = {"version": 2, "width": size[0], "height": size[1], "title": os.path.basename(name),
                "env": {"TERM": "xterm-256color"}}
        self.cast.write(json.dumps(head) + "\n")
        self.start = time.monotonic()
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.environ.update(TERM="xterm-256color", COLORTERM="truecolor")
            os.environ.pop("TERM_PROGRAM", None)
            os.execvp(command[0], command)
        self.resize(size)

    def now(self):
        return round(time.monotonic() - self.start, 3)

    def event(self, code, data):
        self.cast.write(json.dumps([self.now(), code, data], ensure_ascii=False) + "\n")

    def resize(self, size):
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))

    def read(self, seconds):
        """Takes what comes within the time; false once the program has ended."""
        if not select.select([self.terminal], [], [], max(0, seconds))[0]:
            return True
        try:
            data = os.read(self.terminal, 65536)
        except OSError:
            data = b""
        if not data:
            return False
        text = self.utf8.decode(data)
        self.event("o", text)
        self.seen += text
        for asked, answer in ANSWERS:
            if asked in data:
                self.keys(answer)
        return True

    def keys(self, text):
        self.event("i", text)
        os.write(self.terminal, text.encode())

    def label(self, words):
        now = self.now()
        if self.open:
            self.labels.append({"from": self.open[0], "to": now, **self.open[1]})
        self.open = None
        if words != "-":
            state, _, what = words.partition(" ")
            status, _, kind = state.partition("/")
            if status not in STATES:
                sys.exit("no status: %s; one of %s" % (status, ", ".join(sorted(STATES))))
            self.open = (now, {"status": status, **({"kind": kind} if kind else {}), **({"what": what} if what else {})})

    def pause(self, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if not self.read(end - time.monotonic()):
                time.sleep(max(0, end - time.monotonic()))  # the program has ended, the scene goes on

    def until(self, seconds, text):
        end = time.monotonic() + seconds
        while plain(text) not in plain(self.seen):
            left = end - time.monotonic()
            if left <= 0 or not self.read(left):
                sys.exit("%s was not written; the last of it: %r" % (text, ESCAPES.sub("", self.seen)[-500:]))

    def play(self, line):
        verb, _, rest = line.partition(" ")
        if verb == "label":
            self.label(rest)
        elif verb == "await":
            seconds, _, text = rest.partition(" ")
            self.until(float(seconds), text)
        elif verb == "send":
            self.seen = ""
            self.keys(rest.replace("\\e", "\x1b").encode("latin-1", "backslashreplace").decode("unicode_escape"))
        elif verb == "pause":
            self.pause(float(rest))
        elif verb == "size":
            self.size = tuple(int(one) for one in rest.split("x"))
            self.event("r", rest)
            self.resize(self.size)
        else:
            sys.exit("no such line of a scene: " + line)


def main(name, scene, *more):
    size, command = (120, 40), list(more)
    if command[0] != "--":
        size = tuple(int(one) for one in command.pop(0).split("x"))
    recording = Recording(name, size, command[1:])
    try:
        with open(scene, encoding="utf-8") as lines:
            for line in lines:
                if line.strip() and not line.startswith("#"):
                    recording.play(line.strip())
        recording.label("-")
    finally:
        os.kill(recording.pid, signal.SIGHUP)
        recording.cast.close()
    with open(name + ".labels.json", "w", encoding="utf-8") as out:
        json.dump({"scene": os.path.basename(name), "size": size, "cast": os.path.basename(name) + ".cast",
                   "labels": recording.labels}, out, ensure_ascii=False, indent=1)
        out.write("\n")


if __name__ == "__main__":
    if len(sys.argv) < 5 or "--" not in sys.argv:
        sys.exit(__doc__)
    main(*sys.argv[1:])
