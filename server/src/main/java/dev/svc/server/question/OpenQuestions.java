package dev.svc.server.question;

import dev.svc.server.session.Ask;
import dev.svc.server.session.SessionId;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The open questions, and how they come, change and go. Guarded by the lock of [Questions].
final class OpenQuestions {
    /// An answer that the program has not been seen to take after that time has not arrived.
    private static final Duration OVERDUE = Duration.ofSeconds(10);

    /// A program that has taken an answer to its call before its dialog was read shows none after that time.
    private static final Duration DRAWN = Duration.ofMillis(800);

    private static final int MOST = 1_000;

    private final QuestionListener listener;
    private final InstantSource clock;
    private final Supplier<String> ids;
    private final Map<String, Held> open = new LinkedHashMap<>();
    private final Map<SessionId, Desk> desks = new HashMap<>();
    private final Recently recently = new Recently();

    /// Settled with a receipt, and not written down yet.
    private final List<SettledQuestion> unwritten = new ArrayList<>();

    OpenQuestions(QuestionListener listener, InstantSource clock, Supplier<String> ids) {
        this.listener = listener;
        this.clock = clock;
        this.ids = ids;
    }

    Optional<Held> find(String id) {
        return Optional.ofNullable(open.get(id));
    }

    Optional<SettledQuestion> findSettled(String id) {
        return recently.find(id, clock.instant());
    }

    /// The one that has waited longest first.
    List<OpenQuestion> all() {
        return open.values().stream()
                .map(Held::question)
                .sorted(Comparator.comparing(OpenQuestion::since))
                .toList();
    }

    List<SettledQuestion> recent(int most) {
        return recently.newest(most, clock.instant());
    }

    /// What was settled with a receipt since this was asked last.
    List<SettledQuestion> takeUnwritten() {
        var all = List.copyOf(unwritten);
        unwritten.clear();
        return all;
    }

    /// Somebody is shown a question.
    void seen(Held held) {
        if (held.question().seenAt() == null) {
            held.question(held.question().seen(clock.instant()));
            listener.asked(held.question());
        }
    }

    /// Somebody answers.
    Receipt begin(Held held, GivenAnswer answer, Ask.Choice choice) {
        var question = held.question();
        held.answering(answer.by().device());
        listener.asked(held.question());
        return new Receipt(question.seenAt(), clock.instant(), null, answer.by(), choice, answer.words());
    }

    /// A program asks by its hook or line. Said again, it is the same question.
    void asked(Asked asked) {
        var desk = desk(asked.session());
        var known = desk.find(asked.channel(), asked.key());
        if (known.isPresent()) {
            known.get().asked(asked);
            return;
        }
        if (asked.channel() == AnswerChannel.HOOK) {
            desk.hooks().forEach(former -> pass(desk, former, How.DECIDED)); // it asks one after the other
        }
        var drawn = desk.onScreen().filter(it -> !it.isTaken());
        desk.cover();
        if (drawn.isPresent()) {
            drawn.get().becomes(asked);
            listener.asked(drawn.get().question());
        } else {
            add(desk, asked);
        }
    }

    /// What the screen of a session asks from now on.
    ///
    /// @param now null where it asks nothing
    void screen(SessionId session, @Nullable Asked now) {
        var desk = desk(session);
        var before = desk.screen();
        desk.screen(now);
        if (desk.hasBetter()) {
            desk.cover();
        }
        for (var hook : desk.hooks()) {
            if (now == null ? before != null : before != null && isAnother(before, now) && hook.isTaken()) {
                pass(desk, hook, How.DECIDED);
            }
        }
        follow(desk);
        forget(session);
    }

    private static boolean isAnother(Asked before, Asked now) {
        return !before.key().equals(now.key()) && !before.since().equals(now.since());
    }

    /// The program says that a question is open no more, and how it was settled where it says so.
    void settled(SessionId session, AnswerChannel channel, String key, How how) {
        var desk = desk(session);
        desk.find(channel, key).ifPresent(held -> pass(desk, held, how));
        follow(desk);
        forget(session);
    }

    /// The program of a session has ended.
    void ended(SessionId session) {
        var desk = desk(session);
        desk.screen(null);
        desk.open().forEach(held -> settle(desk, held, How.ENDED, held.sent()));
        desks.remove(session);
    }

    /// A session has got its real id. What it asks may have been heard under that already.
    void adopted(SessionId placeholder, SessionId real) {
        var moved = desks.remove(placeholder);
        if (moved == null) {
            return;
        }
        moved.open().forEach(held -> {
            held.question(held.question().of(real));
            listener.asked(held.question());
        });
        var desk = desks.putIfAbsent(real, moved);
        if (desk != null) {
            join(desk, moved);
        }
    }

    /// Of what both know, one stays.
    private void join(Desk desk, Desk moved) {
        var known = desk.onScreen();
        moved.open().forEach(desk::add);
        if (desk.screen() == null) {
            desk.screen(moved.screen());
        }
        for (var held : desk.open()) {
            if (held.is(AnswerChannel.SCREEN)
                    && (desk.hasBetter() || known.filter(it -> it != held).isPresent())) {
                pass(desk, held, How.WITHDRAWN);
            }
        }
        if (desk.hasBetter()) {
            desk.cover();
        }
        follow(desk);
    }

    /// Brings the question in line with what became of an answer.
    void given(Held held, Given given, Receipt receipt) {
        held.answered();
        var desk = desk(held.question().session());
        if (held.settled() != null) {
            return; // its program has ended
        }
        var passed = held.passed();
        switch (given) {
            case TAKEN -> settle(desk, held, How.by(receipt.choice()), receipt.taken(clock.instant()));
            case SENT -> {
                held.sent(receipt);
                if (passed != null) {
                    pass(desk, held, passed);
                }
            }
            case LATE -> {
                if (held.is(AnswerChannel.SCREEN)) {
                    desk.screen(null); // seen a moment ago
                }
                settle(desk, held, passed == null ? How.DECIDED : passed, null);
            }
            case CHANGED, NOT_SENT -> {
                held.release();
                if (passed == null) {
                    listener.asked(held.question());
                } else {
                    settle(desk, held, passed, null);
                }
            }
        }
        follow(desk);
    }

    /// Looks what became of answers that were sent. Called about once a second.
    void tick() {
        var now = clock.instant();
        for (var held : List.copyOf(open.values())) {
            var desk = desk(held.question().session());
            if (held.wasSentBefore(now.minus(OVERDUE))) {
                settle(desk, held, How.NOT_TAKEN, held.sent());
                desk.uncover();
                follow(desk);
            } else if (held.is(AnswerChannel.HOOK) && desk.screen() == null && held.wasSentBefore(now.minus(DRAWN))) {
                pass(desk, held, How.DECIDED);
                forget(held.question().session());
            }
        }
    }

    /// Opens what the screen asks where no better channel does, and settles what it asks no more.
    private void follow(Desk desk) {
        var now = desk.screen();
        var drawn = desk.onScreen().filter(it -> !it.isAnswering()).orElse(null);
        if (drawn != null && now == null) {
            pass(desk, drawn, How.DECIDED);
        } else if (drawn != null
                && now != null
                && !now.key().equals(drawn.asked().key())) {
            if (drawn.sent() == null && now.since().equals(drawn.asked().since())) {
                drawn.becomes(now);
                listener.asked(drawn.question());
            } else {
                pass(desk, drawn, How.DECIDED);
            }
        }
        if (!desk.hasBetter() && desk.onScreen().isEmpty()) {
            desk.uncovered().ifPresent(it -> add(desk, it));
        }
    }

    private void add(Desk desk, Asked asked) {
        if (desk.isFull() || open.size() >= MOST) {
            return;
        }
        var question = new OpenQuestion(
                ids.get(),
                asked.session(),
                asked.channel(),
                asked.ask(),
                AskDigest.of(asked.key(), asked.ask()),
                asked.since(),
                null,
                null,
                asked.outside());
        var held = new Held(question, asked);
        desk.add(held);
        open.put(question.id(), held);
        listener.asked(question);
    }

    /// The question is open no more. An answer that was on its way has been taken then, unless the program says
    /// otherwise, or cannot say.
    private void pass(Desk desk, Held held, How how) {
        var sent = held.sent();
        if (held.isAnswering()) {
            held.passed(how);
        } else if (sent == null || how == How.WITHDRAWN || how == How.SETTLED) {
            settle(desk, held, how, sent);
        } else if (how == How.DECIDED || how == How.by(sent.choice())) {
            settle(desk, held, How.by(sent.choice()), sent.taken(clock.instant()));
        } else {
            settle(desk, held, How.DECIDED, sent);
        }
    }

    private void settle(Desk desk, Held held, How how, @Nullable Receipt receipt) {
        held.release();
        var end = receipt == null ? how.unanswered() : how;
        var settled = new SettledQuestion(held.question(), end, clock.instant(), receipt);
        held.settled(settled);
        held.asked().answerer().over();
        desk.remove(held);
        open.remove(held.question().id());
        if (how == How.WITHDRAWN) {
            desk.uncover();
        }
        recently.add(settled);
        listener.settled(settled);
        if (receipt != null) {
            unwritten.add(settled);
        }
    }

    private Desk desk(SessionId session) {
        return desks.computeIfAbsent(session, _ -> new Desk());
    }

    private void forget(SessionId session) {
        var desk = desk(session);
        if (desk.open().isEmpty() && desk.screen() == null) {
            desks.remove(session);
        }
    }
}
