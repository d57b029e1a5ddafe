package dev.svc.server.push;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.svc.server.session.SessionId;
import dev.svc.shared.text.PlainText;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Something that a person is told wherever they are. Strings of strangers are cleaned and cut here.
///
/// @param session null for a test
/// @param title of the session
/// @param body what happened, in one line
/// @param path of the page that it leads to
/// @param deny how a question is denied without a look at the page; null where that cannot be
public record PushNotice(
        Kind kind,
        @Nullable SessionId session,
        String title,
        String body,
        String path,
        @Nullable Deny deny) {
    static final int LONGEST_TITLE = 120;
    static final int LONGEST_BODY = 400;
    private static final int TAG_BYTES = 18;

    /// What happened.
    public enum Kind {
        QUESTION("A program asks something.", "high", Duration.ofHours(12)),
        ANSWERED("A question is answered.", "normal", Duration.ofHours(12)),
        ENDED("A program has ended.", "normal", Duration.ofHours(12)),
        REVIEW("A session needs you.", "normal", Duration.ofHours(12)),
        TEST("A test: notices of svc arrive here.", "high", Duration.ofMinutes(1));

        private final String words;
        private final String urgency;
        private final Duration lifetime;

        Kind(String words, String urgency, Duration lifetime) {
            this.words = words;
            this.urgency = urgency;
            this.lifetime = lifetime;
        }

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /// All that is said where nothing of the content may be.
        public String words() {
            return words;
        }

        String urgency() {
            return urgency;
        }

        /// How long a push service keeps it for a device that is not there.
        Duration lifetime() {
            return lifetime;
        }
    }

    /// What an answer that denies names.
    public record Deny(String question, String digest, String choice) {}

    public PushNotice {
        title = cut(title, LONGEST_TITLE);
        body = cut(body, LONGEST_BODY);
    }

    static PushNotice test() {
        return new PushNotice(Kind.TEST, null, "svc", Kind.TEST.words(), "/", null);
    }

    private static String cut(String text, int most) {
        var line = PlainText.line(text).strip();
        return line.codePointCount(0, line.length()) <= most
                ? line
                : line.substring(0, line.offsetByCodePoints(0, most - 1)) + "…";
    }

    /// The same for everything about one session, so that the newer takes the place of the older, with devices and with
    /// push services, which see it and cannot tell the session from it.
    public String tag() {
        var of = session == null ? "test" : session.toString();
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(of.getBytes(UTF_8));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(hash, TAG_BYTES));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /// The same without anything of the content.
    PushNotice hidden() {
        return new PushNotice(kind, session, "svc", kind.words(), path, null);
    }

    PushNotice withBody(String other) {
        return new PushNotice(kind, session, title, other, path, deny);
    }
}
