package dev.svc.tray.menu;

import dev.svc.shared.control.ServiceState;
import dev.svc.shared.live.LiveSession;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Something worth telling a person who looks elsewhere.
///
/// @param button what can be done about it, in a word
public record Notice(String title, String text, String button, Action action) {

    private static final Duration NEW = Duration.ofDays(1);

    /// Derives news from two looks. The state at the first look is not news.
    public static List<Notice> between(TrayState before, TrayState after, Instant now) {
        var notices = new ArrayList<Notice>();
        if (before.equals(TrayState.UNSEEN)) {
            return notices;
        }
        notices.addAll(waiting(before, after));
        var updates = after.updates();
        if (updates.state() instanceof UpdateState.Available there
                && !there.equals(before.updates().state())
                && !updates.outcome().isAbout(there.version())) {
            notices.add(new Notice(
                    "svc " + there.version() + " is available",
                    "Running programs stay up while svc updates.",
                    "Update",
                    Action.Plain.APPLY_UPDATE));
        }
        if (died(before.state(), after.state())) {
            notices.add(died(after, now));
        }
        return notices;
    }

    private static List<Notice> waiting(TrayState before, TrayState after) {
        Set<String> known =
                before.live().waiting().stream().map(LiveSession::id).collect(Collectors.toSet());
        return after.live().waiting().stream()
                .filter(session -> !known.contains(session.id()))
                .map(Notice::waiting)
                .toList();
    }

    private static Notice waiting(LiveSession session) {
        var title = Words.title(session.title());
        return session.question().isEmpty()
                ? new Notice(title, "waits for you", "Open", new Action.OpenSession(session.id()))
                : new Notice(
                        title, Words.question(session.question()), "Answer…", new Action.OpenQuestion(session.id()));
    }

    /// One that dies soon after it was updated is helped by the version before more than by another start.
    private static Notice died(TrayState after, Instant now) {
        var updates = after.updates();
        boolean isNew = updates.outcome().result() == UpdateOutcome.Result.DONE
                && !updates.outcome().back()
                && !updates.former().isEmpty()
                && updates.outcome().at().plus(NEW).isAfter(now);
        return isNew
                ? new Notice(
                        "svc is not running any more",
                        after.state().sentence(),
                        "Go back to " + updates.former(),
                        Action.Plain.GO_BACK)
                : new Notice("svc is not running any more", after.state().sentence(), "Restart", Action.Plain.RESTART);
    }

    private static boolean died(ServiceState before, ServiceState after) {
        boolean wasWell = before.answers() || before instanceof ServiceState.Starting;
        return wasWell && (after instanceof ServiceState.Dead || after instanceof ServiceState.Hanging);
    }
}
