package dev.svc.server.http.term;

import dev.svc.server.engine.Engines;
import dev.svc.server.session.SessionId;
import dev.svc.server.terminal.AttachRequest;
import dev.svc.server.terminal.AttachRequest.Join;
import dev.svc.server.terminal.host.Size;
import io.helidon.common.uri.UriQuery;
import io.helidon.http.HttpPrologue;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Reads what a terminal socket's address asks for.
final class TermQuery {
    static final String PREFIX = "/ws/term/";
    private static final String VIEWER = "[A-Za-z0-9_-]{1,64}";

    private TermQuery() {}

    /// Empty when no session can have this id.
    static Optional<AttachRequest> read(HttpPrologue prologue, Engines engines) {
        String path = prologue.uriPath().path();
        return engines.findId(path.substring(Math.min(path.length(), PREFIX.length())))
                .map(session -> read(session, prologue.query()));
    }

    private static AttachRequest read(SessionId session, UriQuery query) {
        return new AttachRequest(
                session,
                new Size(number(query, "cols", Size.USUAL.cols()), number(query, "rows", Size.USUAL.rows())),
                offset(query, "have"),
                flag(query, "new"),
                folder(query),
                flag(query, "bypass"),
                query.first("viewer")
                        .filter(name -> name.matches(VIEWER))
                        .orElseGet(() -> UUID.randomUUID().toString()),
                flag(query, "takeover"),
                offset(query, "tail"),
                flag(query, "prompt"),
                flag(query, "join") ? Join.YES : Join.NO,
                false);
    }

    private static int number(UriQuery query, String name, int fallback) {
        return query.first(name).map(Integer::parseInt).orElse(fallback);
    }

    private static @Nullable Long offset(UriQuery query, String name) {
        Long offset = query.first(name).map(Long::valueOf).orElse(null);
        if (offset != null && offset < 0) {
            throw new IllegalArgumentException("an offset is not negative");
        }
        return offset;
    }

    private static boolean flag(UriQuery query, String name) {
        return query.first(name).filter("1"::equals).isPresent();
    }

    private static @Nullable Path folder(UriQuery query) {
        try {
            return query.first("cwd").map(Path::of).orElse(null);
        } catch (InvalidPathException unnameable) {
            return null;
        }
    }
}
