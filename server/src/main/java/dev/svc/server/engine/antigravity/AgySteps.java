package dev.svc.server.engine.antigravity;

import dev.svc.server.engine.json.JsonView;
import dev.svc.server.engine.sqlite.ReadOnlyDatabase;
import dev.svc.server.engine.sqlite.ReadOnlyDatabase.Row;
import dev.svc.server.engine.turn.Detail;
import dev.svc.server.engine.turn.TurnMaker;
import dev.svc.server.session.Turn;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The turns of a conversation that has no transcript: its steps, from the database.
final class AgySteps {
    private static final String STEPS = "steps";
    private static final int TYPED = 14;
    private static final int ANSWERED = 15;
    private static final int DONE = 3;

    /// A longer payload is left out.
    private static final int LONGEST = 16 << 20;

    private AgySteps() {}

    static List<TurnMaker> read(Path file, Detail detail) throws IOException {
        return ReadOnlyDatabase.read(file, database -> {
            var turns = new ArrayList<TurnMaker>();
            if (database.hasTable(STEPS)) {
                var sql = "SELECT step_type, CASE WHEN octet_length(step_payload) <= " + LONGEST
                        + " THEN step_payload END, metadata, status FROM " + STEPS + " ORDER BY idx";
                database.query(List.of(STEPS), sql, List.of(), row -> {
                    turn(row, detail).ifPresent(turns::add);
                    return true;
                });
            }
            return turns;
        });
    }

    private static Optional<TurnMaker> turn(Row row, Detail detail) {
        var turn = new TurnMaker(detail);
        row.bytes(2)
                .flatMap(metadata -> new ProtoFields(metadata).message(1))
                .flatMap(AgyDatabase::findTime)
                .ifPresent(time -> turn.at(time.toEpochMilli()));
        var payload = row.bytes(1).map(ProtoFields::new);
        long type = row.number(0).orElse(0);
        if (type == TYPED) {
            var said = payload.flatMap(step -> step.message(19))
                    .flatMap(input -> input.text(2))
                    .orElse("");
            return Optional.of(
                    turn.role(Turn.Role.USER).say(AgyTalk.request(said).strip()));
        }
        if (type == ANSWERED) {
            return payload.flatMap(step -> step.message(20))
                    .flatMap(answer -> answer.text(1))
                    .filter(said -> !said.isBlank())
                    .map(said -> turn.role(Turn.Role.ASSISTANT).say(said));
        }
        return payload.flatMap(step -> step.message(5))
                .flatMap(step -> step.message(4))
                .flatMap(call -> {
                    var input = JsonView.of(call.text(3).orElse(""));
                    boolean done = row.number(3).orElse(0) == DONE;
                    call.text(2)
                            .ifPresent(name -> turn.deeds().ifPresent(deeds -> {
                                AgyDeeds.ask(name, input, deeds);
                                if (done) {
                                    deeds.done();
                                }
                            }));
                    return call.text(2).map(name -> turn.tool(name, input).result("", done ? true : null));
                });
    }
}
