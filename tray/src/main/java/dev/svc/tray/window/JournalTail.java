package dev.svc.tray.window;

import dev.svc.shared.live.Entry;
import dev.svc.tray.menu.Words;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import javafx.scene.control.TextArea;

/// The newest entries of the journal, the newest last; text that can be selected and copied.
final class JournalTail extends TextArea {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);

    private List<Entry> shown = List.of();

    JournalTail() {
        setId("journal");
        setEditable(false);
        setAccessibleText("Newest entries of the journal");
        setPromptText("Nothing was written to the journal yet.");
    }

    void show(List<Entry> entries) {
        if (!entries.equals(shown)) {
            shown = entries;
            setText(entries.stream().map(JournalTail::line).collect(Collectors.joining("\n")));
            positionCaret(getLength());
            setScrollTop(Double.MAX_VALUE);
        }
    }

    private static String line(Entry entry) {
        return "%s  %-7s %-20s %s"
                .formatted(
                        TIME.format(entry.at().atZone(ZoneId.systemDefault())),
                        entry.actor(),
                        isTold(entry)
                                ? Words.question(entry.subject())
                                : entry.type().replace('_', ' '),
                        isTold(entry) ? "" : Words.title(entry.subject()))
                .stripTrailing();
    }

    /// An update is told by what became of it: not every one of them was applied.
    private static boolean isTold(Entry entry) {
        return entry.type().equals("update_applied") && !entry.subject().isEmpty();
    }
}
