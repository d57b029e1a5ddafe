package dev.svc.server.engine.opencode;

import dev.svc.server.engine.Reading;
import dev.svc.server.engine.Unreadables;
import dev.svc.server.engine.opencode.OpencodeMemo.Seen;
import dev.svc.server.engine.sqlite.ReadOnlyDatabase;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionFacts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Reads the database: the list of sessions each time, the messages only of those sessions whose digest changed.
final class OpencodeDatabase {
    private final Path file;
    private final EngineKey engine;

    OpencodeDatabase(Path file, EngineKey engine) {
        this.file = file;
        this.engine = engine;
    }

    /// The sessions without their messages.
    Reading glance() throws IOException {
        return ReadOnlyDatabase.read(file, database -> {
            var unreadable = new Unreadables();
            var rows = SessionRow.all(database, engine, unreadable);
            var facts = rows.stream().map(SessionRow::glance).toList();
            return new Reading(facts, List.of(), unreadable.list(), new OpencodeMemo().toString(), false);
        });
    }

    Reading read(@Nullable Reading before) throws IOException {
        return ReadOnlyDatabase.read(file, database -> new Pass(database, engine, before).run());
    }

    /// The sessions as the database lists them.
    List<SessionRow> rows() throws IOException {
        return ReadOnlyDatabase.read(file, database -> SessionRow.all(database, engine, new Unreadables()));
    }

    Set<String> idsIn(Set<String> folders) throws IOException {
        return ReadOnlyDatabase.read(file, database -> {
            var ids = new TreeSet<String>();
            for (var row : SessionRow.all(database, engine, new Unreadables())) {
                if (row.parent() == null && row.folder() != null && folders.contains(row.folder())) {
                    ids.add(row.id());
                }
            }
            return ids;
        });
    }

    /// One whole reading of the database in one state; owned by the call that made it.
    private static final class Pass {
        private final ReadOnlyDatabase database;
        private final EngineKey engine;
        private final OpencodeMemo before;
        private final OpencodeMemo memo = new OpencodeMemo();
        private final Map<String, SessionFacts> former = new HashMap<>();
        private final Unreadables unreadable = new Unreadables();

        Pass(ReadOnlyDatabase database, EngineKey engine, @Nullable Reading before) {
            this.database = database;
            this.engine = engine;
            this.before = OpencodeMemo.of(before);
            if (before != null) {
                before.sessions().forEach(facts -> former.put(facts.id().nativeId(), facts));
            }
        }

        Reading run() throws IOException {
            var rows = SessionRow.all(database, engine, unreadable);
            var digests = Digests.of(database);
            var changed =
                    rows.stream().filter(row -> !isUnchanged(row, digests)).toList();
            var tallies = Conversations.read(database, changed);
            var facts = new ArrayList<SessionFacts>(rows.size());
            for (var row : rows) {
                facts.add(facts(row, digests.of(row), tallies.get(row.id())));
            }
            return new Reading(facts, List.of(), unreadable.list(), memo.toString(), true);
        }

        private boolean isUnchanged(SessionRow row, Digests digests) {
            var seen = before.find(row.id());
            return seen != null && Digests.same(seen.digest(), digests.of(row)) && former.containsKey(row.id());
        }

        /// The facts from the messages just read, or from those of before when they are still the same.
        private SessionFacts facts(SessionRow row, String digest, @Nullable Tally tally) {
            var seen = tally == null
                    ? Objects.requireNonNull(before.find(row.id()))
                    : new Seen(digest, tally.unreadable());
            memo.add(row.id(), seen);
            seen.unreadable().forEach(unreadable::add);
            return tally == null ? row.facts(Objects.requireNonNull(former.get(row.id()))) : row.facts(tally);
        }
    }
}
