package dev.svc.server.wiring.fleet;

import dev.svc.server.fleet.copy.CopyMark;
import dev.svc.server.fleet.copy.OwnJournal;
import dev.svc.server.journal.EntryJson;
import dev.svc.server.metadata.Journal.Head;
import dev.svc.server.metadata.Journal.Link;
import dev.svc.server.metadata.event.Actor;
import dev.svc.server.metadata.event.Entry;
import dev.svc.server.metadata.event.Hash;
import dev.svc.server.metadata.event.MetadataEvent;
import dev.svc.server.metadata.event.MetadataEvent.JournalRepaired;
import dev.svc.server.metadata.event.MetadataEvent.OfProject;
import dev.svc.server.metadata.event.MetadataEvent.OfSession;
import dev.svc.server.metadata.event.MetadataEvent.OfView;
import dev.svc.server.metadata.event.MetadataEvent.PrefsChanged;
import dev.svc.server.metadata.event.MetadataEvent.Security;
import dev.svc.server.metadata.event.MetadataEvent.SettingsChanged;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A journal as other members of the fleet may read its copy: what people made of their sessions. Settings,
/// preferences and what concerns logins stay on this host, and so does from where somebody made a change.
///
/// @param read shows the entries after one until it is told to stop
public record JournalEntries(Supplier<Head> last, BiConsumer<Long, Predicate<Link>> read) implements OwnJournal {
    @Override
    public CopyMark head() {
        var head = last.get();
        return mark(head.seq(), head.hash());
    }

    @Override
    public Optional<String> hash(long entry) {
        if (entry == 0) {
            return Optional.of("");
        }
        var found = new AtomicReference<@Nullable Link>();
        read.accept(entry - 1, link -> {
            found.set(link);
            return false;
        });
        return Optional.ofNullable(found.get())
                .filter(link -> link.entry().seq() == entry)
                .map(link -> link.hash().toString());
    }

    @Override
    public void read(long after, Predicate<OwnEntry> each) {
        read.accept(
                after,
                link -> each.test(new OwnEntry(
                        mark(link.entry().seq(), link.hash()), link.entry().id().toString(), line(link))));
    }

    private static CopyMark mark(long seq, Hash hash) {
        return seq == 0 ? CopyMark.NONE : new CopyMark(seq, hash.toString());
    }

    private static @Nullable String line(Link link) {
        var entry = link.entry();
        if (!isCopied(entry.event())) {
            return null;
        }
        var copied = new Entry(
                entry.seq(),
                entry.id(),
                entry.at(),
                new Actor(entry.actor().name(), null, null),
                entry.batch(),
                entry.undoes(),
                entry.event());
        return EntryJson.line(new Link(copied, link.prev(), link.hash()));
    }

    private static boolean isCopied(MetadataEvent event) {
        return switch (event) {
            case OfSession _, OfProject _, OfView _ -> true;
            case SettingsChanged _, PrefsChanged _, Security _, JournalRepaired _ -> false;
        };
    }
}
