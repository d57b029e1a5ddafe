package dev.svc.server.http.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.catalog.Query.Sort;
import dev.svc.server.catalog.Row;
import dev.svc.server.fleet.row.PackedRow;
import dev.svc.server.fleet.row.RemoteRow;
import dev.svc.server.fleet.row.RemoteRow.RemoteMarks;
import dev.svc.server.fleet.row.RemoteRow.RemoteQuestion;
import dev.svc.server.fleet.row.RowMessage;
import dev.svc.server.fleet.view.FoundRow;
import dev.svc.server.fleet.wire.MalformedException;
import dev.svc.server.metadata.event.Marks;
import dev.svc.server.session.Asking;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class UnionRowsTest {
    private static final Instant AT = Instant.parse("2026-11-28T10:00:00Z");

    /// What both kinds of rows are made of.
    private record Made(
            String name,
            boolean sticky,
            int updated,
            int created,
            String title,
            @Nullable Integer since) {
        String order(Sort sort) {
            var time = "%06d".formatted(900_000 - updated);
            var key = switch (sort) {
                case UPDATED -> time;
                case CREATED -> "%06d".formatted(900_000 - created);
                case TITLE -> title;
                case WAITING -> (since == null ? "x" : "%06d".formatted(since)) + time;
            };
            return (sticky ? "0" : "1") + key;
        }

        SessionId id() {
            return new SessionId(EngineKey.CODEX, name);
        }

        Row ours() {
            var facts = new SessionFacts(
                    id(),
                    title,
                    null,
                    null,
                    AT.plusSeconds(created),
                    AT.plusSeconds(updated),
                    1,
                    null,
                    null,
                    1,
                    false,
                    null,
                    0);
            var marks = new Marks(null, sticky, null, null, null);
            var asking = since == null ? null : new Asking("q", null, AT.plusSeconds(since), List.of(), "d");
            return new Row(facts, marks, since == null ? Status.OFF : Status.WAITING, asking, null, List.of(), null);
        }

        FoundRow theirs() {
            var row = new RemoteRow(
                    id(),
                    title,
                    "engine",
                    null,
                    null,
                    null,
                    new RemoteMarks(sticky, false, false, null),
                    AT.plusSeconds(created),
                    AT.plusSeconds(updated),
                    1,
                    null,
                    null,
                    1,
                    since == null ? Status.OFF : Status.WAITING,
                    since != null,
                    false,
                    since == null ? null : new RemoteQuestion("q", null, AT.plusSeconds(since)));
            byte[] message = RowMessage.of(row);
            try {
                return new FoundRow("forge-1", Objects.requireNonNull(PackedRow.of(RowMessage.read(message), message)));
            } catch (MalformedException impossible) {
                throw new AssertionError(impossible);
            }
        }
    }

    private static List<Made> made(String prefix, int count, Random random, Sort sort) {
        var made = new ArrayList<Made>();
        for (int i = 0; i < count; i++) {
            made.add(new Made(
                    prefix + i,
                    random.nextInt(5) == 0,
                    random.nextInt(40),
                    random.nextInt(40),
                    "t" + random.nextInt(9),
                    random.nextBoolean() ? null : random.nextInt(10)));
        }
        made.sort(Comparator.comparing((Made it) -> it.order(sort)));
        return made;
    }

    @ParameterizedTest
    @EnumSource
    void every_page_is_a_part_of_one_list_in_the_order_asked_for(Sort sort) {
        var random = new Random(7);
        for (int round = 0; round < 60; round++) {
            var here = made("h", random.nextInt(30), random, sort);
            var there = made("t", random.nextInt(30), random, sort);
            var rows = here.stream().map(Made::ours).toList();
            var union = new UnionRows(
                    rows.size(), rows::get, there.stream().map(Made::theirs).toList(), sort);
            var expected = new ArrayList<>(here);
            expected.addAll(there);
            expected.sort(Comparator.comparing((Made it) -> it.order(sort)));
            assertThat(union.size()).isEqualTo(expected.size());
            var names = expected.stream().map(Made::name).toList();
            int page = 1 + random.nextInt(12);
            var paged = new ArrayList<String>();
            for (int from = 0; from < expected.size(); from += page) {
                union.each(
                        from,
                        from + page,
                        ours -> paged.add(ours.id().nativeId()),
                        theirs -> paged.add(theirs.row().id().nativeId()));
            }
            assertThat(paged).isEqualTo(names);
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_page_behind_the_end_is_empty(Sort sort) {
        var random = new Random(1);
        var rows = made("h", 3, random, sort).stream().map(Made::ours).toList();
        var union = new UnionRows(3, rows::get, List.of(), sort);
        union.each(
                7,
                20,
                ours -> assertThat(ours).isNull(),
                theirs -> assertThat(theirs).isNull());
    }
}
