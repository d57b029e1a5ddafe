package dev.svc.tray.menu;

import dev.svc.shared.control.ServiceState;
import dev.svc.shared.live.LiveSession;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Something worth telling a person who looks elsewhere.
///
/// @param button what can be done about it, in a word
public record Notice(String title, String text, String button, Action action) {

    /// Derives news from two looks. The state at the first look is not news.
    public static List<Notice> between(TrayState before, TrayState after) {
        var notices = new ArrayList<Notice>();
        if (before.equals(TrayState.UNSEEN)) {
            return notices;
        }
        notices.addAll(waiting(before, after));
        if (after.update() instanceof UpdateState.Available there && !there.equals(before.update())) {
            notices.add(new Notice(
                    "svc " + there.version() + " is available",
                    "Running programs stay up while svc updates.",
                    "Update",
                    Action.Plain.APPLY_UPDATE));
        }
        if (died(before.state(), after.state())) {
            notices.add(new Notice(
                    "svc is not running any more", after.state().sentence(), "Restart", Action.Plain.RESTART));
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

    private static boolean died(ServiceState before, ServiceState after) {
        boolean wasWell = before.answers() || before instanceof ServiceState.Starting;
        return wasWell && (after instanceof ServiceState.Dead || after instanceof ServiceState.Hanging);
    }
}
