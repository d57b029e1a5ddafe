package dev.svc.server.wiring.search;

import dev.svc.server.http.live.LiveEvents;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.metadata.event.MetadataEvent.SettingsChanged;
import dev.svc.server.search.Search;
import dev.svc.server.search.SearchStatus;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/// Searching with what it needs from other rooms.
public record SearchRoom(Search search, Metadata.Subscription listening) implements AutoCloseable {

    /// Begins to follow the stores.
    public static SearchRoom open(Path folder, Search.Around around, Metadata metadata) {
        return over(new Search(folder, around), metadata);
    }

    /// Begins to follow the stores with a search that has been made.
    public static SearchRoom over(Search search, Metadata metadata) {
        var listening = metadata.subscribe(change -> {
            if (change.entries().stream().anyMatch(entry -> entry.event() instanceof SettingsChanged)) {
                // Switching off waits for the follower, and nobody else may have to.
                Thread.ofPlatform().daemon().name("svc-search-settings").start(search::settingsChanged);
            }
        });
        search.start();
        return new SearchRoom(search, listening);
    }

    /// What open pages hear of the index.
    public static void announce(LiveEvents events, SearchStatus status) {
        events.announce(
                "search",
                Map.of(
                        "state",
                        status.phase().name().toLowerCase(Locale.ROOT),
                        "indexed",
                        status.indexed(),
                        "of",
                        status.of()));
    }

    @Override
    public void close() {
        listening.close();
        search.close();
    }
}
