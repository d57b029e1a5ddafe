package dev.svc.server.engine.gemini;

import dev.svc.server.engine.file.Excerpt;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The messages that remain, in order. A replay that continues an earlier one knows its newest messages by a short key
/// of their ids, and only the number of those before.
final class Messages {
    /// A message is only rewritten while its turn continues.
    private static final int REMEMBERED = 32;

    private static final int KEY = 6;

    private final Map<String, Entry> entries = new LinkedHashMap<>();
    private final boolean hasForgotten;
    private final int countedBefore;
    private final @Nullable String firstBefore;

    /// What a message is worth to a list.
    private record Entry(boolean counts, @Nullable String typed) {}

    /// No messages yet.
    Messages() {
        this.hasForgotten = false;
        this.countedBefore = 0;
        this.firstBefore = null;
    }

    /// Goes on from what [#memo] noted.
    Messages(String memo, @Nullable String first) {
        int end = memo.indexOf(':');
        this.hasForgotten = memo.startsWith("+");
        this.countedBefore = Integer.parseInt(memo.substring(hasForgotten ? 1 : 0, end));
        this.firstBefore = first;
        for (int at = end + 1; at + KEY < memo.length(); at += KEY + 1) {
            entries.put(memo.substring(at, at + KEY), new Entry(memo.charAt(at + KEY) == '1', null));
        }
    }

    /// Adds a message, or puts it in the place of an earlier version of it.
    ///
    /// @return false when that earlier version may be one that has been forgotten, or was the first message
    boolean put(GeminiMessage message, boolean isOld) {
        String typed = message.isTyped() ? Excerpt.message(message.text()) : null;
        var entry = new Entry(typed != null || message.isVisibleAnswer(), typed);
        boolean isNew = entries.put(key(message.id()), entry) == null;
        return isNew ? !(hasForgotten && isOld) : firstBefore == null || typed == null;
    }

    /// Drops everything.
    ///
    /// @return false when that cannot be done, because some of it has been forgotten
    boolean clear() {
        entries.clear();
        return firstBefore == null && !hasForgotten;
    }

    /// Drops the message and all after it; everything, when there is none with this id.
    boolean dropFrom(String id) {
        boolean found = false;
        for (var key : new ArrayList<>(entries.keySet())) {
            found |= key.equals(key(id));
            if (found) {
                entries.remove(key);
            }
        }
        return found ? firstBefore == null : clear();
    }

    int count() {
        return countedBefore
                + (int) entries.values().stream().filter(Entry::counts).count();
    }

    /// The first message a person typed; one that reads like a command only when there is no other.
    @Nullable
    String first() {
        String first = firstBefore;
        for (var entry : entries.values()) {
            if (entry.typed() != null && (first == null || (isCommand(first) && !isCommand(entry.typed())))) {
                first = entry.typed();
            }
        }
        return first;
    }

    private static boolean isCommand(String text) {
        return text.startsWith("/") || text.startsWith("?");
    }

    /// What a later replay needs to continue from here.
    String memo() {
        var all = List.copyOf(entries.entrySet());
        int forgotten = Math.max(0, all.size() - REMEMBERED);
        long counted = countedBefore
                + all.subList(0, forgotten).stream()
                        .filter(entry -> entry.getValue().counts())
                        .count();
        var memo = new StringBuilder(hasForgotten || forgotten > 0 ? "+" : "")
                .append(counted)
                .append(':');
        all.subList(forgotten, all.size())
                .forEach(entry ->
                        memo.append(entry.getKey()).append(entry.getValue().counts() ? '1' : '0'));
        return memo.toString();
    }

    /// 36 bits of a hash: enough to tell a few thousand ids apart.
    private static String key(String id) {
        long hash = 0xcbf29ce484222325L;
        for (byte b : id.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ (b & 0xff)) * 0x100000001b3L;
        }
        hash ^= hash >>> 32;
        var bytes = new byte[] {
            (byte) (hash >>> 32), (byte) (hash >>> 24), (byte) (hash >>> 16), (byte) (hash >>> 8), (byte) hash
        };
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes).substring(0, KEY);
    }
}
