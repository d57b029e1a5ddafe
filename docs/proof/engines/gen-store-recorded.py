#!/usr/bin/env python3
"""Makes a store of any size of what the real program wrote: the recorded sessions, again and again under other ids.

  gen-store-recorded.py copilot|kilo|pi|qwen|grok SESSIONS HOME [SOURCE]

SOURCE is the program's folder among the recordings; without it, that of the checkout that this lies in. A file or folder
that is named after a session is copied with it, and the session's id replaced wherever it stands.
"""
import json, os, shutil, sqlite3, sys

HERE = os.path.dirname(os.path.abspath(__file__))
RECORDED = os.path.join(HERE, "..", "..", "..", "server", "src", "test", "resources", "fixtures", "engines")


def other(session, number):
    """Of the same shape; the end says the number."""
    if len(session) == 36 and session[8] == "-":
        return session[:-8] + "%08x" % (0x10000000 + number)
    return "%s-%06d" % (session, number)


def named_after(root, session):
    """The topmost files and folders with the session's id in their name, below root."""
    for place, folders, files in os.walk(root):
        for name in list(folders):
            if session in name:
                folders.remove(name)
                yield os.path.join(place, name)
        yield from (os.path.join(place, name) for name in files if session in name)


def copy(source, target, session, twin):
    if os.path.isdir(source):
        for name in os.listdir(source):
            copy(os.path.join(source, name), os.path.join(target, name.replace(session, twin)), session, twin)
        return
    os.makedirs(os.path.dirname(target), exist_ok=True)
    with open(source, "rb") as fh:
        content = fh.read().replace(session.encode(), twin.encode())
    with open(target, "wb") as fh:
        fh.write(content)
    shutil.copystat(source, target)


def files(program, source, home, wanted):
    with open(os.path.join(source, "expected.json"), encoding="utf-8") as fh:
        sessions = [session["id"] for session in json.load(fh)["sessions"]]
    whole = os.path.isdir(os.path.join(source, "home"))
    root = os.path.join(source, "home") if whole else source
    home = home if whole else os.path.join(home, "." + program)
    places = {session: list(named_after(root, session)) for session in sessions}
    for number in range(wanted):
        session = sessions[number % len(sessions)]
        twin = other(session, number)
        for place in places[session]:
            target = os.path.join(home, os.path.relpath(place, root).replace(session, twin))
            copy(place, target, session, twin)


def rows(_, source, home, wanted):
    folder = os.path.join(home, ".local", "share", "kilo")
    shutil.copytree(os.path.join(source, "main"), folder)
    base = sqlite3.connect(os.path.join(folder, "kilo.db"))
    sessions = [one for (one,) in base.execute("select id from session").fetchall()]
    for number in range(wanted):
        session = sessions[number % len(sessions)]
        end = "%06d" % number
        for table, keys in (("session", ("id",)), ("message", ("id", "session_id")),
                            ("part", ("id", "message_id", "session_id"))):
            names = [column[1] for column in base.execute("pragma table_info(%s)" % table)]
            where = "id" if table == "session" else "session_id"
            said = ", ".join("substr(%s, 1, length(%s) - 6) || '%s'" % (name, name, end) if name in keys else name
                             for name in names)
            if "slug" in names:
                said = said.replace("slug", "slug || '-%s'" % end)
            base.execute("insert into %s (%s) select %s from %s where %s = ?"
                         % (table, ", ".join(names), said, table, where), (session,))
    base.commit()
    base.close()


def main(program, wanted, home, source=None):
    source = source or os.path.join(RECORDED, program)
    (rows if program == "kilo" else files)(program, source, os.path.abspath(home), int(wanted))


if __name__ == "__main__":
    main(*sys.argv[1:])
