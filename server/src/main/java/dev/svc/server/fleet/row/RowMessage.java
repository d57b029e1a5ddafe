package dev.svc.server.fleet.row;

import dev.svc.server.fleet.row.RemoteRow.RemoteMarks;
import dev.svc.server.fleet.row.RemoteRow.RemoteQuestion;
import dev.svc.server.fleet.wire.FieldsWriter;
import dev.svc.server.fleet.wire.MalformedException;
import dev.svc.server.fleet.wire.WireFields;
import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import dev.svc.shared.text.PlainText;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A row as it travels. Fields keep their numbers for ever; those of a later release are skipped, and a word
/// that this release does not know is read as the one that says least.
///
/// Texts are cleaned and cut as they are read: they come from another host.
public final class RowMessage {
    static final int LARGEST = 32 << 10;

    private static final int SESSION = 1;
    private static final int GONE = 2;
    private static final int TITLE = 3;
    private static final int TITLE_SOURCE = 4;
    private static final int FIRST_MESSAGE = 5;
    private static final int FOLDER = 6;
    private static final int PROJECT = 7;
    private static final int STICKY = 8;
    private static final int ARCHIVED = 9;
    private static final int SNOOZED = 10;
    private static final int SNOOZED_UNTIL = 11;
    private static final int CREATED = 12;
    private static final int UPDATED = 13;
    private static final int MESSAGES = 14;
    private static final int MODEL = 15;
    private static final int BRANCH = 16;
    private static final int SIZE = 17;
    private static final int STATUS = 18;
    private static final int LIVE = 19;
    private static final int OUTSIDE = 20;
    private static final int QUESTION = 21;
    private static final int QUESTION_TEXT = 22;
    private static final int QUESTION_SINCE = 23;

    private static final int LONGEST_ID = 240;
    private static final int LONGEST_PATH = 4_096;
    private static final int LONGEST_NAME = 200;
    private static final int LONGEST_QUESTION = 2_000;
    private static final Instant EARLIEST = Instant.parse("0001-01-01T00:00:00Z");
    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");
    private static final Set<String> TITLE_SOURCES = Set.of("user", "engine", "first_message", "none");

    private RowMessage() {}

    /// Either a row, or that there is none any more.
    ///
    /// @param row null when the session is gone
    public record Told(SessionId session, @Nullable RemoteRow row) {}

    public static byte[] gone(SessionId session) {
        return new FieldsWriter()
                .text(SESSION, session.toString())
                .flag(GONE, true)
                .written();
    }

    /// The form of a row: equal rows have equal forms.
    public static byte[] of(RemoteRow row) {
        var out = new FieldsWriter()
                .text(SESSION, row.id().toString())
                .text(TITLE, cut(row.title(), SessionFacts.MAX_TITLE * 2))
                .text(TITLE_SOURCE, row.titleSource())
                .text(FIRST_MESSAGE, cut(row.firstMessage(), SessionFacts.MAX_FIRST_MESSAGE * 2))
                .text(FOLDER, cut(row.cwd(), LONGEST_PATH))
                .text(PROJECT, cut(row.project(), LONGEST_NAME))
                .flag(STICKY, row.marks().sticky())
                .flag(ARCHIVED, row.marks().archived())
                .flag(SNOOZED, row.marks().snoozed())
                .number(CREATED, row.createdAt().toEpochMilli())
                .number(UPDATED, row.updatedAt().toEpochMilli())
                .number(MESSAGES, row.messageCount())
                .text(MODEL, cut(row.model(), LONGEST_NAME))
                .text(BRANCH, cut(row.branch(), LONGEST_NAME))
                .number(SIZE, row.sizeBytes())
                .text(STATUS, row.status().word())
                .flag(LIVE, row.live())
                .flag(OUTSIDE, row.outside());
        var until = row.marks().snoozedUntil();
        if (until != null) {
            out.number(SNOOZED_UNTIL, until.toEpochMilli());
        }
        var asking = row.asking();
        if (asking != null) {
            out.text(QUESTION, cut(asking.id(), LONGEST_NAME))
                    .text(QUESTION_TEXT, cut(asking.text(), LONGEST_QUESTION))
                    .number(QUESTION_SINCE, asking.since().toEpochMilli());
        }
        return out.written();
    }

    private static @Nullable String cut(@Nullable String text, int most) {
        if (text == null || text.length() <= most) {
            return text;
        }
        return text.substring(0, Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most);
    }

    public static Told read(byte[] message) throws MalformedException {
        var fields = WireFields.parse(message, LARGEST);
        var session = Optional.ofNullable(fields.text(SESSION, LONGEST_ID))
                .flatMap(SessionId::find)
                .orElseThrow(() -> new MalformedException("a row without a session"));
        return fields.flag(GONE) ? new Told(session, null) : new Told(session, row(session, fields));
    }

    private static RemoteRow row(SessionId session, WireFields fields) throws MalformedException {
        var source = fields.text(TITLE_SOURCE, LONGEST_NAME);
        return new RemoteRow(
                session,
                line(fields.text(TITLE, SessionFacts.MAX_TITLE * 2)),
                source != null && TITLE_SOURCES.contains(source) ? source : "none",
                plain(fields.text(FIRST_MESSAGE, SessionFacts.MAX_FIRST_MESSAGE * 2)),
                line(fields.text(FOLDER, LONGEST_PATH)),
                line(fields.text(PROJECT, LONGEST_NAME)),
                new RemoteMarks(
                        fields.flag(STICKY), fields.flag(ARCHIVED), fields.flag(SNOOZED), time(fields, SNOOZED_UNTIL)),
                requireTime(fields, CREATED),
                requireTime(fields, UPDATED),
                Math.clamp(fields.number(MESSAGES, -1), -1, Integer.MAX_VALUE),
                line(fields.text(MODEL, LONGEST_NAME)),
                line(fields.text(BRANCH, LONGEST_NAME)),
                Math.max(0, fields.number(SIZE, 0)),
                status(fields.text(STATUS, LONGEST_NAME)),
                fields.flag(LIVE),
                fields.flag(OUTSIDE),
                question(fields));
    }

    private static @Nullable RemoteQuestion question(WireFields fields) throws MalformedException {
        var id = line(fields.text(QUESTION, LONGEST_NAME));
        return id == null
                ? null
                : new RemoteQuestion(
                        id, line(fields.text(QUESTION_TEXT, LONGEST_QUESTION)), requireTime(fields, QUESTION_SINCE));
    }

    private static Status status(@Nullable String word) {
        for (var status : Status.values()) {
            if (status.word().equals(word)) {
                return status;
            }
        }
        return Status.OFF;
    }

    private static Instant requireTime(WireFields fields, int field) throws MalformedException {
        var time = time(fields, field);
        if (time == null) {
            throw new MalformedException("a row without a time");
        }
        return time;
    }

    /// Between the years 1 and 9999, which every reader can show.
    private static @Nullable Instant time(WireFields fields, int field) throws MalformedException {
        if (!fields.has(field)) {
            return null;
        }
        try {
            var time = Instant.ofEpochMilli(fields.number(field, 0));
            if (time.isBefore(EARLIEST) || time.isAfter(LATEST)) {
                throw new MalformedException("a time out of bounds");
            }
            return time;
        } catch (DateTimeException never) {
            throw new MalformedException("a time out of bounds");
        }
    }

    private static @Nullable String line(@Nullable String text) {
        return text == null ? null : PlainText.line(text);
    }

    private static @Nullable String plain(@Nullable String text) {
        return text == null ? null : PlainText.of(text);
    }
}
