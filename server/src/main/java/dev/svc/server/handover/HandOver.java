package dev.svc.server.handover;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.svc.server.change.SessionChanges;
import dev.svc.server.mask.Masks;
import dev.svc.server.mask.Visible;
import dev.svc.server.session.SessionId;
import dev.svc.server.transcript.Conversation;
import dev.svc.server.transcript.Transcript;
import dev.svc.server.transcript.TurnTexts;
import dev.svc.server.transcript.export.Export;
import dev.svc.server.transcript.export.Format;
import dev.svc.server.transcript.export.Head;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/// Prepares that another program goes on with a session. Whatever leaves the session is masked.
public final class HandOver {
    /// The newest turns say how things stand; the first ones are read for the goal.
    private static final int MOST_TURNS = 2_000;

    private static final int FIRST_TURNS = 20;

    private final Transcript transcript;
    private final SessionChanges changes;
    private final Masks masks;
    private final HandedFiles files;
    private final InstantSource clock;
    private final Export export = new Export(new ObjectMapper());

    /// @param folder where whole conversations are put
    public HandOver(Transcript transcript, SessionChanges changes, Masks masks, Path folder, InstantSource clock) {
        this.transcript = transcript;
        this.changes = changes;
        this.masks = masks;
        this.files = new HandedFiles(folder);
        this.clock = clock;
    }

    /// Proposes what the next program is told first. Writes nothing.
    ///
    /// @param question what the session's program waits for; empty where it does not
    public Pack pack(SessionId session, Head head, String question) throws IOException {
        var found = transcript.find(session);
        if (found.isEmpty()) {
            throw new NothingSaidException();
        }
        var talk = found.get();
        var reader = new GistReader();
        int first = Math.min(FIRST_TURNS, talk.count());
        read(talk, reader, 0, first);
        read(talk, reader, Math.max(first, talk.count() - MOST_TURNS), talk.count());
        var file = files.file(session).toString();
        var cwd = head.cwd() == null ? "" : head.cwd();
        var diff = changes.of(session, cwd);
        var masked = new AtomicInteger();
        return talk.errand().read(() -> {
            var hide = hiding(masked);
            var told = headed(head, hide);
            var text =
                    PackText.of(told, reader.gist(ChangedPaths.of(diff, cwd)).each(hide), hide.apply(question), file);
            return new Pack(text, masked.get());
        });
    }

    private static void read(Conversation talk, GistReader reader, int from, int to) throws IOException {
        talk.forwards(
                from,
                to,
                (_, turns) -> talk.errand().read(() -> {
                    reader.read(turns);
                    return true;
                }));
    }

    /// Writes the whole conversation where the prompt says that it is; nothing where it does not say so. Removes what
    /// was written long ago.
    public void keep(SessionId session, Head head, String prompt) throws IOException {
        files.removeOlderThan(clock.instant().minus(HandedFiles.KEPT));
        if (!prompt.contains(files.file(session).toString())) {
            return;
        }
        var talk = transcript.find(session).orElseThrow(NothingSaidException::new);
        var hide = hiding(new AtomicInteger());
        files.write(
                session,
                out -> export.write(
                        talk, 0, talk.count(), turn -> TurnTexts.each(turn, hide), headed(head, hide), Format.MD, out));
    }

    private UnaryOperator<String> hiding(AtomicInteger masked) {
        return text -> masks.hide(Visible.of(text), _ -> masked.incrementAndGet());
    }

    private static Head headed(Head head, UnaryOperator<String> hide) {
        return new Head(
                head.id(),
                hide.apply(head.title()),
                head.program(),
                head.cwd(),
                head.model(),
                head.createdAt(),
                head.updatedAt());
    }
}
