package dev.svc.server.http.live;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.server.catalog.Catalog;
import dev.svc.server.catalog.CatalogEvent;
import dev.svc.server.metadata.Change;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.metadata.event.Entry;
import dev.svc.server.metadata.event.MetadataEvent.Adopted;
import dev.svc.server.metadata.event.MetadataEvent.JournalRepaired;
import dev.svc.server.metadata.event.MetadataEvent.OfProject;
import dev.svc.server.metadata.event.MetadataEvent.OfSession;
import dev.svc.server.metadata.event.MetadataEvent.OfView;
import dev.svc.server.metadata.event.MetadataEvent.PrefsChanged;
import dev.svc.server.metadata.event.MetadataEvent.Security;
import dev.svc.server.metadata.event.MetadataEvent.SettingsChanged;
import dev.svc.server.metadata.event.SecurityEvent;
import dev.svc.server.session.SessionId;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/// Broadcasts to open pages without waiting for any of them.
public final class LiveEvents implements Closeable {
    private final List<LiveReader> readers = new CopyOnWriteArrayList<>();
    private final List<LiveReader> apart = new CopyOnWriteArrayList<>();
    private final List<Consumer<LiveEvent>> watchers = new CopyOnWriteArrayList<>();
    private final Metadata metadata;
    private final Metadata.Subscription ofMetadata;
    private final Closeable ofCatalog;
    private volatile boolean ended;

    public LiveEvents(Metadata metadata, Catalog catalog) {
        this.metadata = metadata;
        this.ofMetadata = metadata.subscribe(this::changed);
        this.ofCatalog = catalog.subscribe(this::found);
    }

    /// Announces something that is not journaled: `terminal`, `review`, `update`. The data becomes JSON.
    public void announce(String type, Object data) {
        offer(LiveEvent.of(type, data));
    }

    /// A row says something else although neither its store nor the journal has changed.
    public void announceRow(SessionId session) {
        offer(LiveEvent.ofSession(session, null));
    }

    /// Announces what another host said: it goes to the pages alone.
    public void announceElsewhere(String type, Object data) {
        var event = LiveEvent.of(type, data);
        readers.forEach(reader -> reader.offer(event));
    }

    /// Passes on everything that is announced of this host, on the thread that announces it: a watcher may not wait.
    public void watch(Consumer<LiveEvent> watcher) {
        watchers.add(watcher);
    }

    private void changed(Change change) {
        change.entries().forEach(entry -> {
            of(entry).ifPresent(this::offer);
            if (entry.event() instanceof Adopted it) {
                var marks = change.after().marks(it.session());
                Optional.ofNullable(marks.handedFrom()).ifPresent(this::announceRow); // it names the real id by now
                Optional.ofNullable(marks.handedTo()).ifPresent(this::announceRow);
            }
        });
    }

    private void found(CatalogEvent event) {
        switch (event) {
            case CatalogEvent.Changed it -> offer(LiveEvent.ofSession(it.session(), null));
            case CatalogEvent.Gone it ->
                offer(LiveEvent.of(LiveEvent.GONE, Map.of("id", it.session().toString())));
            case CatalogEvent.Relisted _ -> offer(LiveEvent.resync(null));
        }
    }

    /// What an entry means to a page.
    static Optional<LiveEvent> of(Entry entry) {
        return switch (entry.event()) {
            case Adopted it -> Optional.of(LiveEvent.ofSession(it.session(), entry.seq()));
            case OfSession it -> Optional.of(LiveEvent.ofSession(it.session(), entry.seq()));
            case OfProject it ->
                Optional.of(new LiveEvent(
                        "project", entry.seq(), Map.of("id", it.project().value()), null));
            case OfView it ->
                Optional.of(new LiveEvent(
                        "view", entry.seq(), Map.of("id", it.view().value()), null));
            case SettingsChanged it ->
                Optional.of(onlySessionOf(it.patch())
                        .map(session -> LiveEvent.ofSession(session, entry.seq()))
                        .orElseGet(() -> new LiveEvent("settings", entry.seq(), Map.of("of", "settings"), null)));
            case PrefsChanged _ -> Optional.of(new LiveEvent("settings", entry.seq(), Map.of("of", "prefs"), null));
            case JournalRepaired _ -> Optional.of(LiveEvent.resync(entry.seq()));
            case Security it -> ofSecurity(it.event(), entry.seq());
        };
    }

    /// Some settings are marks on sessions, each under the id of its session: no page needs to ask for a whole list
    /// because of a single one.
    private static Optional<SessionId> onlySessionOf(JsonNode patch) {
        var part = patch;
        while (part.isObject() && part.size() == 1) {
            var only = part.properties().iterator().next();
            var session = SessionId.find(only.getKey());
            if (session.isPresent()) {
                return session;
            }
            part = only.getValue();
        }
        return Optional.empty();
    }

    /// A page that is open shows that somebody tries codes, and takes the warning away with the password.
    /// The history of a session whose program was ended, or whose copy was restored or forgotten, or
    /// that was shared, says so at once.
    private static Optional<LiveEvent> ofSecurity(SecurityEvent event, long seq) {
        return switch (event.kind()) {
            case CODES_GUESSED, PASSWORD_CHANGED ->
                Optional.of(new LiveEvent("settings", seq, Map.of("of", "account"), null));
            case PROGRAM_ENDED, REAPED, SESSION_RESTORED, COPY_FORGOTTEN, SHARED, SHARE_REVOKED, TEXT_SENT ->
                SessionId.find(event.details().getOrDefault("session", ""))
                        .map(session -> LiveEvent.ofSession(session, seq));
            default -> Optional.empty();
        };
    }

    private void offer(LiveEvent event) {
        readers.forEach(reader -> reader.offer(event));
        watchers.forEach(watcher -> watcher.accept(event));
    }

    LiveReader join() {
        return join(readers);
    }

    /// For a stream that brings something else: it hears of nothing but its end.
    LiveReader joinApart() {
        return join(apart);
    }

    private LiveReader join(List<LiveReader> group) {
        var reader = new LiveReader();
        group.add(reader);
        if (ended) {
            reader.end();
        }
        return reader;
    }

    void leave(LiveReader reader) {
        readers.remove(reader);
        apart.remove(reader);
    }

    /// The streams that are open now; one that a page has left counts until a heartbeat cannot be written.
    public int streams() {
        return readers.size() + apart.size();
    }

    Metadata metadata() {
        return metadata;
    }

    /// Ends every stream and accepts no new one, so that the server only waits for requests in flight.
    public void endStreams() {
        ended = true;
        readers.forEach(LiveReader::end);
        apart.forEach(LiveReader::end);
    }

    @Override
    public void close() {
        ofMetadata.close();
        endStreams();
        try {
            ofCatalog.close();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}
