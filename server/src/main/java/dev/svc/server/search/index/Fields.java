package dev.svc.server.search.index;

import dev.svc.server.follow.FollowMark;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Turn;
import java.time.Instant;
import java.util.Locale;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.IntPoint;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.util.BytesRef;

/// The form of the documents: one for each turn, and one for each session that says how far it was taken.
final class Fields {
    /// Raised with every change of the form or of the analysis: an index of another form is built again.
    static final String FORM = "3";

    private static final int KIND_BITS = 3;
    private static final Instant LAST = Instant.parse("9999-12-31T00:00:00Z");

    static final String SESSION = "session";
    static final String TURN = "turn";
    static final String AT = "at";

    /// The session of a turn or a mark, as a number that each segment has for it.
    static final String OWNER = "owner";

    /// When a turn was said, and its kind: what a search reads of every turn that it finds, in one number.
    static final String SAID = "said";

    static final String TOOL = "tool";
    static final String TOOL_NAME = "tool_name";
    static final String TEXT = "text";

    static final String MARK = "mark";
    static final String MARK_TURNS = "mark_turns";
    static final String MARK_GENERATION = "mark_generation";
    static final String MARK_EXTENT = "mark_extent";
    static final String MARK_STAMP = "mark_stamp";

    private Fields() {}

    static Document turn(SessionId session, int number, Turn turn, int toolOutput) {
        var document = new Document();
        var id = session.toString();
        document.add(new StringField(SESSION, id, Store.NO));
        document.add(new SortedDocValuesField(OWNER, new BytesRef(id)));
        int kind = Kinds.number(SearchedText.kind(turn));
        document.add(new IntPoint(TURN, number));
        document.add(new NumericDocValuesField(TURN, number));
        var said = turn.at();
        if (said != null && isTime(said)) {
            long at = said.toEpochMilli();
            document.add(new LongPoint(AT, at));
            document.add(new NumericDocValuesField(SAID, at << KIND_BITS | kind));
        } else {
            document.add(new NumericDocValuesField(SAID, kind));
        }
        var tool = SearchedText.tool(turn);
        if (tool != null) {
            document.add(new StringField(TOOL, tool.toLowerCase(Locale.ROOT), Store.NO));
            document.add(new StoredField(TOOL_NAME, tool));
        }
        document.add(new TextField(TEXT, SearchedText.of(turn, toolOutput), Store.YES));
        return document;
    }

    /// A damaged log names moments that no clock has shown, and some that have no number of milliseconds.
    private static boolean isTime(Instant at) {
        return at.isAfter(Instant.EPOCH) && at.isBefore(LAST);
    }

    /// Since 1970; 0 where the log does not say.
    static long at(long said) {
        return said >>> KIND_BITS;
    }

    static int kind(long said) {
        return (int) said & ((1 << KIND_BITS) - 1);
    }

    /// It has the values that every turn has, though nobody looks for them: a value that no document of a segment lacks
    /// is read where it stands, and one that some lack is looked for.
    static Document mark(SessionId session, FollowMark mark) {
        var document = new Document();
        document.add(new StringField(MARK, session.toString(), Store.NO));
        document.add(new SortedDocValuesField(OWNER, new BytesRef(session.toString())));
        document.add(new NumericDocValuesField(SAID, 0));
        document.add(new NumericDocValuesField(MARK_TURNS, mark.turns()));
        document.add(new NumericDocValuesField(MARK_GENERATION, mark.generation()));
        document.add(new NumericDocValuesField(MARK_EXTENT, mark.extent()));
        document.add(new NumericDocValuesField(MARK_STAMP, mark.stamp()));
        return document;
    }
}
