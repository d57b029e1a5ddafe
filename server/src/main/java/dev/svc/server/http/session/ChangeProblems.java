package dev.svc.server.http.session;

import dev.svc.server.engine.SessionBusyException;
import dev.svc.server.engine.SessionStaysException;
import dev.svc.server.http.gate.Problem;
import dev.svc.server.metadata.ConflictingChangeException;
import dev.svc.server.metadata.InvalidChangeException;
import dev.svc.server.metadata.JournalUnavailableException;
import dev.svc.server.metadata.NotFoundException;
import dev.svc.server.setting.NotKeptException;
import dev.svc.server.setting.UnfitSettingException;
import dev.svc.server.texts.BusyException;
import java.util.Locale;

/// Maps the rooms' refusals to answers.
public final class ChangeProblems {
    private ChangeProblems() {}

    /// Receives a type of failure and its answer.
    public interface Table {
        <E extends RuntimeException> void add(Class<E> type, java.util.function.Function<E, Problem> problem);
    }

    public static void register(Table table) {
        table.add(NotFoundException.class, it -> Problem.notFound(sentence(it)));
        table.add(ConflictingChangeException.class, it -> Problem.conflict(sentence(it)));
        table.add(InvalidChangeException.class, it -> Problem.of(422, "invalid", sentence(it)));
        table.add(SessionBusyException.class, it -> Problem.conflict(sentence(it)));
        table.add(SessionStaysException.class, it -> Problem.conflict(sentence(it)));
        table.add(UnfitSettingException.class, ChangeProblems::unfit);
        table.add(NotKeptException.class, it -> Problem.of(503, "not_stored", sentence(it)));
        table.add(BusyException.class, it -> Problem.of(503, "busy", sentence(it)));
        table.add(JournalUnavailableException.class, it -> Problem.of(503, "journal_unavailable", sentence(it)));
    }

    private static Problem unfit(UnfitSettingException it) {
        return it.isOfWrongType() ? Problem.badRequest(sentence(it)) : Problem.invalid(it.field(), sentence(it));
    }

    private static String sentence(RuntimeException refusal) {
        var text = String.valueOf(refusal.getMessage());
        var begun = text.isEmpty() ? text : text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
        return begun.endsWith(".") ? begun : begun + ".";
    }
}
