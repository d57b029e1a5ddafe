package dev.svc.server.fleet.call;

import dev.svc.server.fleet.wire.FieldsWriter;
import dev.svc.server.fleet.wire.MalformedException;
import dev.svc.server.fleet.wire.WireFields;
import dev.svc.server.session.SessionId;
import dev.svc.shared.text.PlainText;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What one host asks of another.
///
/// @param id drawn by chance; the answer lies under it
/// @param deed null for one that this release does not know
/// @param session on the host that is called; null where it is about none
/// @param arguments a JSON object, judged by who does it
/// @param person who sits at the calling host; the host itself is known by its key
/// @param patience how long the calling host waits
/// @param half that of the key of a line, where one is asked for
public record HostCall(
        String id,
        @Nullable HostDeed deed,
        @Nullable SessionId session,
        String arguments,
        String person,
        Duration patience,
        @Nullable String half) {
    /// No call is waited for longer.
    public static final Duration LONGEST = Duration.ofSeconds(30);

    /// So that a call fits into a message.
    static final int LARGEST = 48 << 10;

    private static final int ID = 1;
    private static final int DEED = 2;
    private static final int SESSION = 3;
    private static final int ARGUMENTS = 4;
    private static final int PERSON = 5;
    private static final int PATIENCE = 6;
    private static final int HALF = 7;

    private static final int LONGEST_WORD = 60;
    private static final int LONGEST_ID = 240;
    private static final int LONGEST_PERSON = 100;
    private static final int LONGEST_HALF = 200;
    private static final Pattern FIT_ID = Pattern.compile("[0-9a-f]{32}");

    /// A call that asks for no line.
    public HostCall(
            String id,
            @Nullable HostDeed deed,
            @Nullable SessionId session,
            String arguments,
            String person,
            Duration patience) {
        this(id, deed, session, arguments, person, patience, null);
    }

    /// The message of this call.
    ///
    /// @return empty where it is larger than calls may be
    Optional<byte[]> written() {
        byte[] written = new FieldsWriter()
                .text(ID, id)
                .text(DEED, deed == null ? null : deed.word())
                .text(SESSION, session == null ? null : session.toString())
                .text(ARGUMENTS, arguments)
                .text(PERSON, person)
                .number(PATIENCE, patience.toMillis())
                .text(HALF, half)
                .written();
        return written.length > LARGEST ? Optional.empty() : Optional.of(written);
    }

    static HostCall read(byte[] message) throws MalformedException {
        var fields = WireFields.parse(message, LARGEST);
        var id = fields.text(ID, LONGEST_WORD);
        if (id == null || !FIT_ID.matcher(id).matches()) {
            throw new MalformedException("a call without an id");
        }
        var deed = fields.text(DEED, LONGEST_WORD);
        var arguments = fields.text(ARGUMENTS, LARGEST);
        return new HostCall(
                id,
                deed == null ? null : HostDeed.find(deed).orElse(null),
                session(fields.text(SESSION, LONGEST_ID)),
                arguments == null ? "{}" : arguments,
                person(fields.text(PERSON, LONGEST_PERSON)),
                Duration.ofMillis(Math.clamp(fields.number(PATIENCE, 0), 0, LONGEST.toMillis())),
                fields.text(HALF, LONGEST_HALF));
    }

    private static @Nullable SessionId session(@Nullable String text) throws MalformedException {
        return text == null
                ? null
                : SessionId.find(text).orElseThrow(() -> new MalformedException("a call about no session"));
    }

    /// A name that says nothing of a host: that is known by its key.
    private static String person(@Nullable String text) {
        var name = text == null
                ? ""
                : PlainText.line(text).replace("@", "").replaceAll("\\s+", " ").strip();
        return name.isEmpty() ? "somebody" : name;
    }
}
