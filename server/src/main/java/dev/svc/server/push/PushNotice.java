package dev.svc.server.push;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.svc.server.push.PushSentence.Said;
import dev.svc.server.session.SessionId;
import dev.svc.shared.text.PlainText;
import java.net.URLEncoder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Something that a person is told wherever they are. Strings of strangers are cleaned and cut here.
///
/// @param session null for a test, and for what is about all sessions
/// @param title of the session
/// @param body what happened, in one line
/// @param path of the page that it leads to
/// @param said the same as a sentence of svc's own; null where the body is what a program said
/// @param deny how a question is denied without a look at the page; null where that cannot be
public record PushNotice(
        Kind kind,
        @Nullable SessionId session,
        String title,
        String body,
        @Nullable Said said,
        String path,
        @Nullable Deny deny) {
    static final int LONGEST_TITLE = 120;
    static final int LONGEST_BODY = 400;
    private static final int TAG_BYTES = 18;

    /// What happened.
    public enum Kind {
        QUESTION(PushSentence.QUESTION_HIDDEN, "high", Duration.ofHours(12)),
        ANSWERED(PushSentence.ANSWERED_HIDDEN, "normal", Duration.ofHours(12)),
        ENDED(PushSentence.ENDED_HIDDEN, "normal", Duration.ofHours(12)),
        REVIEW(PushSentence.REVIEW_HIDDEN, "normal", Duration.ofHours(12)),
        BUDGET(PushSentence.BUDGET_HIDDEN, "normal", Duration.ofHours(12)),
        CONTINUED(PushSentence.CONTINUED_HIDDEN, "normal", Duration.ofHours(12)),
        TEST(PushSentence.TEST, "high", Duration.ofMinutes(1));

        private final PushSentence sentence;
        private final String urgency;
        private final Duration lifetime;

        Kind(PushSentence sentence, String urgency, Duration lifetime) {
            this.sentence = sentence;
            this.urgency = urgency;
            this.lifetime = lifetime;
        }

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /// All that is said where nothing of the content may be.
        Said said() {
            return sentence.of();
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

    /// What a program said, in its own words.
    public PushNotice(
            Kind kind, @Nullable SessionId session, String title, String body, String path, @Nullable Deny deny) {
        this(kind, session, title, body, null, path, deny);
    }

    /// What svc says by itself.
    public PushNotice(Kind kind, @Nullable SessionId session, String title, Said said, String path) {
        this(kind, session, title, said.english(), said, path, null);
    }

    /// The path of a session's page.
    public static String page(SessionId session) {
        return "/s/" + URLEncoder.encode(session.toString(), UTF_8);
    }

    static PushNotice test() {
        return new PushNotice(Kind.TEST, null, "svc", Kind.TEST.said(), "/");
    }

    /// One line, without what could do anything but be read.
    static String cut(String text, int most) {
        var line = PlainText.line(text).strip();
        return line.codePointCount(0, line.length()) <= most
                ? line
                : line.substring(0, line.offsetByCodePoints(0, most - 1)) + "…";
    }

    /// The same for everything about one session, so that the newer takes the place of the older, with devices and with
    /// push services, which see it and cannot tell the session from it.
    public String tag() {
        var of = session == null ? kind.word() : session.toString();
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(of.getBytes(UTF_8));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(hash, TAG_BYTES));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /// The same without anything of the content.
    PushNotice hidden() {
        return new PushNotice(kind, session, "svc", kind.said(), path);
    }

    PushNotice withBody(String other) {
        return new PushNotice(kind, session, title, other, null, path, deny);
    }
}
