package dev.svc.server.catalog;

import dev.svc.server.catalog.Page.InFolder;
import dev.svc.server.catalog.scan.Folded;
import dev.svc.server.session.SessionFolder;
import dev.svc.shared.text.PlainText;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Counts rows by folder. A folder counts what is below it too: that is what choosing it shows.
final class FolderCounts {
    private static final int MOST = 50;

    private final List<Folded> words;
    private final Map<String, Integer> own = new HashMap<>();

    /// @param words each must occur in the path of a folder
    FolderCounts(List<Folded> words) {
        this.words = words;
    }

    void add(@Nullable String cwd) {
        if (cwd != null) {
            add(cwd, 1);
        }
    }

    /// So many rows of one folder.
    void add(String cwd, int count) {
        own.merge(cwd, count, Integer::sum);
    }

    /// Of the folders that sessions ran in. One whose name cannot be shown unchanged is left out: the shown name would
    /// come back as another folder.
    List<InFolder> fullest() {
        var all = new HashMap<String, Integer>();
        own.forEach((cwd, count) -> {
            for (int end = cwd.length(); end > 0; end = parentEnd(cwd, end)) {
                var folder = cwd.substring(0, end);
                if (own.containsKey(folder)) {
                    all.merge(folder, count, Integer::sum);
                }
            }
        });
        all.keySet().removeIf(path -> !PlainText.isLine(path) || !saysEveryWord(path));
        return fullest(all);
    }

    static List<InFolder> fullest(Map<String, Integer> counts) {
        return counts.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(MOST)
                .map(it -> new InFolder(it.getKey(), it.getValue()))
                .toList();
    }

    private boolean saysEveryWord(String path) {
        if (words.isEmpty()) {
            return true;
        }
        var folded = Folded.of(path);
        return words.stream().allMatch(folded::contains);
    }

    /// Where the path of the folder above ends; 0 when there is none.
    private static int parentEnd(String path, int end) {
        int at = end - 1;
        while (at > 0 && !SessionFolder.isSeparator(path.charAt(at))) {
            at--;
        }
        return at;
    }
}
