package dev.svc.server.share;

import dev.svc.server.mask.Secret;
import dev.svc.server.session.Turn;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Turns as others would see them, before anybody does.
///
/// @param from the first one
/// @param to the last one
/// @param count of the whole conversation
/// @param title of the session, masked as the turns are
/// @param changes null where they are not shared
/// @param masked how many secrets of each sort were masked
public record SharedPage(
        int from,
        int to,
        int count,
        String title,
        List<Turn> turns,
        @Nullable SharedChanges changes,
        Map<Secret, Integer> masked,
        String html) {

    public SharedPage {
        turns = List.copyOf(turns);
        masked = Map.copyOf(masked);
    }

    /// Differs wherever the page does: a person shares what was looked at and nothing else.
    public String seen() {
        return Hashes.of(html);
    }

    /// Hashes of texts.
    static final class Hashes {
        private Hashes() {}

        static String of(String text) {
            try {
                var digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
                return HexFormat.of().formatHex(digest);
            } catch (NoSuchAlgorithmException impossible) {
                throw new IllegalStateException(impossible);
            }
        }
    }
}
