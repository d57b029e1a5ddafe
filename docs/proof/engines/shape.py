#!/usr/bin/env python3
"""What the stores of a program look like: which records there are, and which fields of which kind they have.

  shape.py FOLDER...            the shape of all logs, documents and databases below the folders, one fact a line
  shape.py --new KNOWN SEEN     the facts of the second file that the first one does not have

A proof that ends well calls note(): with PROOF_SHAPES=DIR it leaves the shape of each program's store in DIR, for
newest.sh. A fact is  FILE RECORD path.of.the.field kind ; names of fields that are ids or paths are *, and what is given
to a tool is not looked into, because it is the model's and not the program's.
"""
import contextlib, json, os, re, shutil, sqlite3, sys, tempfile

# Where the stores lie in a home, by the alias of the program.
STORES = {
    "claude": ".claude/projects", "codex": ".codex/sessions", "opencode": ".local/share/opencode",
    "gemini": ".gemini/tmp", "kimi": ".kimi-code/sessions", "copilot": ".copilot/session-state",
    "kilo": ".local/share/kilo", "pi": ".pi/agent/sessions", "qwen": ".qwen/projects", "grok": ".grok/sessions",
}
DEEPEST = 8
MOST_BYTES = 64 << 20
TAGS = ("type", "subtype", "role", "kind", "event", "method", "sessionUpdate")
TAG = re.compile(r"[A-Za-z][A-Za-z0-9_./-]{0,40}")
FIELD = re.compile(r"[A-Za-z_$][A-Za-z_$-]{0,40}[0-9]{0,2}")
GIVEN = {"arguments", "args", "input", "rawInput", "raw_input", "parameters", "env"}
OURS = {"expected.json"}


def kind(value):
    return {bool: "flag", int: "number", float: "number", str: "text", list: "list", dict: "object"}.get(type(value))


def tag(value):
    """What a record calls itself."""
    said = [value[name] for name in TAGS if isinstance(value.get(name), str) and TAG.fullmatch(value[name])]
    return "/".join(said)


def fields(value, path, found, depth=0):
    """Adds a line for each field below; null says nothing about a field's kind."""
    if isinstance(value, dict):
        for name, inner in value.items():
            step = name if FIELD.fullmatch(name) else "*"
            below = path + [step]
            if kind(inner):
                found.add((".".join(below), kind(inner)))
            if depth < DEEPEST and name not in GIVEN:
                fields(inner, below, found, depth + 1)
    elif isinstance(value, list):
        for inner in value:
            name = tag(inner) if isinstance(inner, dict) else ""
            fields(inner, path + ["[%s]" % name], found, depth + 1)


def label(file):
    """A file by its name, or by its ending where the name is an id."""
    name, ending = os.path.splitext(os.path.basename(file))
    return name + ending if FIELD.fullmatch(name) else "*" + ending


def add(shape, where, record):
    found = set()
    fields(record, [], found)
    name = tag(record) or "-"
    shape.add("%s %s" % (where, name))
    shape.update("%s %s %s %s" % (where, name, path, is_a) for path, is_a in found)


def lines_of(file):
    with open(file, encoding="utf-8", errors="replace") as fh:
        for line in fh:
            try:
                value = json.loads(line)
            except ValueError:
                continue
            if isinstance(value, dict):
                yield value


def document(file):
    with open(file, encoding="utf-8", errors="replace") as fh:
        try:
            value = json.load(fh)
        except ValueError:
            return None
    return value if isinstance(value, dict) else {"": value}


def database(shape, where, file):
    """A copy is read: opening a database writes beside it."""
    with tempfile.TemporaryDirectory() as folder:
        for ending in ("", "-wal"):
            if os.path.exists(file + ending):
                shutil.copyfile(file + ending, os.path.join(folder, "copy" + ending))
        tables(shape, where, os.path.join(folder, "copy"))


def tables(shape, where, file):
    with contextlib.closing(sqlite3.connect(file)) as rows:
        for (table,) in rows.execute("select name from sqlite_master where type = 'table'").fetchall():
            columns = [column[1] for column in rows.execute('pragma table_info("%s")' % table)]
            shape.update("%s %s %s column" % (where, table, column) for column in columns)
            for row in rows.execute('select * from "%s" limit 5000' % table):
                for column, value in zip(columns, row):
                    if isinstance(value, str) and value.startswith("{"):
                        try:
                            add(shape, "%s %s.%s" % (where, table, column), json.loads(value))
                        except ValueError:
                            pass


def shape_of(folders):
    shape = set()
    for folder in folders:
        for place, _, names in os.walk(folder):
            for name in names:
                file = os.path.join(place, name)
                where = label(file)
                if name in OURS or os.path.islink(file) or os.path.getsize(file) > MOST_BYTES:
                    continue
                if name.endswith(".jsonl"):
                    for record in lines_of(file):
                        add(shape, where, record)
                elif name.endswith(".json"):
                    value = document(file)
                    if value:
                        add(shape, where, value)
                elif name.endswith((".db", ".sqlite")):
                    database(shape, where, file)
    return sorted(shape)


def note(home, *programs):
    """Leaves the shape of the programs' stores, if somebody asked for it."""
    folder = os.environ.get("PROOF_SHAPES")
    for program in programs if folder else ():
        with open(os.path.join(folder, program + ".txt"), "w", encoding="utf-8") as fh:
            fh.write("\n".join(shape_of([os.path.join(home, STORES[program])])) + "\n")


def main(arguments):
    if arguments[:1] == ["--new"]:
        known, seen = (set(open(file, encoding="utf-8").read().splitlines()) for file in arguments[1:3])
        facts = sorted(seen - known)
    else:
        facts = shape_of(arguments)
    for fact in facts:
        print(fact)


if __name__ == "__main__":
    main(sys.argv[1:])
