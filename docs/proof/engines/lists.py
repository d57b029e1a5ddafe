"""What the proofs that compare two lists begin with: checks, a scripted model, the rows of svc, a terminal.

Whoever imports it has the checkout of svc as its first argument.
"""
import fcntl, json, os, pty, select, shutil, signal, struct, subprocess, sys, termios, time

import shape

ROOT = sys.argv[1]
HERE = os.path.dirname(os.path.abspath(__file__))
failures = []


def check(what, ok, detail=""):
    print("%-7s %s%s" % ("ok" if ok else "DIFFERS", what, "" if ok else ": " + str(detail)[-1500:]), flush=True)
    if not ok:
        failures.append(what)
    return ok


def wait_until(what, seconds, condition):
    end = time.time() + seconds
    while time.time() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.2)
    sys.exit("gave up waiting until " + what)


def write(path, value):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as fh:
        fh.write(value if isinstance(value, str) else json.dumps(value))


def run(command, env, cwd, timeout=180):
    return subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, timeout=timeout,
                          stdin=subprocess.DEVNULL)


def rows(program, home, *words, env=None):
    """-> what svc lists of the program, by id, with all that it could not read; with a folder, the ids of its
    sessions."""
    java = os.path.join(os.environ["JAVA_HOME"], "bin", "java")
    path = ":".join(os.path.join(ROOT, "server", "target", part) for part in ("svc.jar", "lib/*"))
    done = subprocess.run([java, "--enable-native-access=ALL-UNNAMED", "-cp", path, os.path.join(HERE, "ListRows.java"),
                           program, home, *words], env=env, capture_output=True, text=True)
    if done.returncode:
        sys.exit("svc's rows cannot be listed:\n" + done.stderr)
    return json.loads(done.stdout) if done.stdout else {}


def state(folder, counts=lambda name: True):
    """Name, size and time of every file below a folder."""
    return {(path, name, os.stat(os.path.join(path, name)).st_size, os.stat(os.path.join(path, name)).st_mtime_ns)
            for path, _, names in os.walk(folder) for name in names if counts(name)}


def prove(home, port, rules, body, *programs):
    """Runs it beside a model that speaks as OpenAI's, and ends the script: 1 when something differs."""
    write(os.path.join(home, "rules.json"), rules)
    model = subprocess.Popen([sys.executable, "-B", os.path.join(HERE, "kimi-model.py"), "--port", str(port), "--rules",
                              os.path.join(home, "rules.json")], stdout=subprocess.PIPE, text=True)
    try:
        model.stdout.readline()
        body()
    finally:
        model.kill()
        model.wait()
        shape.note(home, *programs)
        shutil.rmtree(home, ignore_errors=True)
    print("%d failures" % len(failures))
    sys.exit(1 if failures else 0)


class Terminal:
    """A program as a person sees it, in a window of 120 by 40.

    @param answers what it is told that asks its terminal something
    """

    def __init__(self, command, env, cwd, answers=()):
        self.seen, self.answers = "", dict(answers)
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.chdir(cwd)
            os.execvpe(command[0], command, env)
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))

    def read(self):
        end = time.time() + 1  # some draw all the time
        while time.time() < end and select.select([self.fd], [], [], 0.1)[0]:
            try:
                part = os.read(self.fd, 65536)
            except OSError:
                break
            if not part:
                break
            text = part.decode("utf-8", "replace")
            for question, answer in self.answers.items():
                if question in text:
                    os.write(self.fd, answer)
            self.seen += text
        return self.seen

    def settle(self, seconds=3):
        """So long, because keys that come while it is drawn are lost."""
        end = time.time() + seconds
        while time.time() < end:
            self.read()

    def type(self, text, first=""):
        """@param first a key that clears what stands at the prompt"""
        for key in first + text:
            os.write(self.fd, key.encode())
            time.sleep(0.02)
            self.read()
        time.sleep(0.5)
        os.write(self.fd, b"\r")
        self.settle()

    def close(self):
        try:
            os.kill(self.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        os.waitpid(self.pid, 0)
