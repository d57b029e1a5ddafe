package dev.svc.server.question;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.svc.server.session.Ask;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Names all that is shown of a question, so that nobody answers something else than they saw.
final class AskDigest {
    private static final int BYTES = 16;

    private AskDigest() {}

    static String of(String key, Ask ask) {
        var parts = Stream.concat(
                Stream.of(
                        key,
                        ask.kind().name(),
                        said(ask.tool()),
                        ask.title(),
                        said(ask.text()),
                        said(ask.command()),
                        said(ask.diff()),
                        said(ask.folder())),
                ask.choices().stream().flatMap(AskDigest::parts));
        return hash(parts.toList());
    }

    private static Stream<String> parts(Ask.Choice choice) {
        return Stream.of(
                choice.key(),
                choice.label(),
                choice.effect().name(),
                Boolean.toString(choice.lasting()),
                Boolean.toString(choice.words()));
    }

    private static String said(@Nullable String text) {
        return text == null ? "" : text;
    }

    /// Every part with its length before it, so that no two lists of parts read alike.
    private static String hash(List<String> parts) {
        try {
            var sha = MessageDigest.getInstance("SHA-256");
            for (var part : parts) {
                sha.update((part.length() + ":").getBytes(UTF_8));
                sha.update(part.getBytes(UTF_8));
            }
            return HexFormat.of().formatHex(sha.digest(), 0, BYTES);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
