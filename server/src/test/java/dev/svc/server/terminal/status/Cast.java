package dev.svc.server.terminal.status;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.svc.server.engine.ScreenRules;
import dev.svc.server.terminal.vt.ModeTracker;
import dev.svc.server.terminal.vt.Screen;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.stream.Stream;

/// A recorded terminal with what was true at each moment, replayed through the status reader ten times a second.
record Cast(String name, String program, List<JsonNode> events, List<JsonNode> labels) {
    private static final double STEP = 0.1;
    private static final double GRACE = 1.0;
    private static final ObjectMapper MAPPER = new ObjectMapper();

    /// Moments looked at, and those at which the status was the true one; `wrong` says where not.
    record Score(int looked, int right, List<String> wrong) {
        Score plus(Score more) {
            var all = new ArrayList<>(wrong);
            all.addAll(more.wrong);
            return new Score(looked + more.looked, right + more.right, all);
        }

        double share() {
            return looked == 0 ? 1 : (double) right / looked;
        }
    }

    static Cast read(String folder, Path file) throws IOException {
        var events = new ArrayList<JsonNode>();
        for (String line : Files.readAllLines(file)) {
            events.add(MAPPER.readTree(line));
        }
        var labels = new ArrayList<JsonNode>();
        MAPPER.readTree(file.resolveSibling(file.getFileName().toString().replace(".cast", ".labels.json"))
                        .toFile())
                .path("labels")
                .forEach(labels::add);
        return new Cast(folder + "/" + file.getFileName(), folder, events, labels);
    }

    Score score() {
        return score(RealScreens.of(program), this::truth);
    }

    /// The moments at which a menu was open that the program's person had opened: nobody is needed then.
    Score ownMenus() {
        return score(
                RealScreens.of(program),
                now -> label(now).filter(Cast::isOwnMenu).isPresent() ? "idle" : "");
    }

    private static boolean isOwnMenu(JsonNode label) {
        return label.path("kind").asText().equals("menu");
    }

    /// How often the rules of another program claim nothing.
    Score silence(ScreenRules another) {
        return score(another, _ -> "idle");
    }

    private Score score(ScreenRules rules, DoubleFunction<String> truths) {
        var announced = new OscStatus();
        var tracker = new ModeTracker(command -> announced.hear(command));
        var screen = new Screen(
                events.getFirst().path("width").intValue(),
                events.getFirst().path("height").intValue());
        var reader = new StatusReader(rules);
        int looked = 0;
        int right = 0;
        var wrong = new ArrayList<String>();
        int next = 1;
        double end = labels.getLast().path("to").doubleValue();
        for (double now = 0; now < end; now += STEP) {
            next = replay(next, now, tracker, screen);
            String truth = truths.apply(now);
            if (truth.equals("working") || truth.equals("waiting") || truth.equals("idle")) {
                looked++;
                String read = reader.read(announced, screen.lines(), screen.isCursorShown())
                        .word();
                if (read.equals(truth)) {
                    right++;
                } else {
                    wrong.add(String.format(Locale.ROOT, "%s at %.1f: %s, not %s", name, now, read, truth));
                }
            }
        }
        return new Score(looked, right, wrong);
    }

    /// The screen as it was then.
    List<String> screenAt(double moment) {
        var screen = new Screen(
                events.getFirst().path("width").intValue(),
                events.getFirst().path("height").intValue());
        replay(1, moment, new ModeTracker(_ -> {}), screen);
        return screen.lines();
    }

    String scene() {
        return name.substring(name.indexOf('/') + 1).replace(".cast", "");
    }

    /// The moments at which the program began to wait for an answer.
    Stream<Double> waitings() {
        return labels.stream()
                .filter(label -> label.path("status").asText().equals("waiting") && !isOwnMenu(label))
                .map(label -> label.path("from").doubleValue());
    }

    /// True when a key was pressed before the wait was over: the screen may have changed.
    boolean changes(double from) {
        return events.stream()
                .skip(1)
                .filter(event -> event.get(1).textValue().equals("i"))
                .mapToDouble(event -> event.get(0).doubleValue())
                .anyMatch(at -> at > from + GRACE && at < end(from) - GRACE / 2);
    }

    private double end(double from) {
        return labels.stream()
                .filter(label -> label.path("from").doubleValue() == from)
                .mapToDouble(label -> label.path("to").doubleValue())
                .findFirst()
                .orElseThrow();
    }

    /// The questions of one wait, each once, in order.
    List<Menu> menus(double from) {
        var screen = new Screen(
                events.getFirst().path("width").intValue(),
                events.getFirst().path("height").intValue());
        var reader = new MenuReader(RealScreens.of(program));
        var found = new ArrayList<Menu>();
        int next = 1;
        for (double now = 0; now < end(from) - STEP; now += STEP) {
            next = replay(next, now, new ModeTracker(_ -> {}), screen);
            if (now >= from + GRACE) {
                var menu = reader.read(screen.lines());
                if (found.isEmpty() || !found.getLast().equals(menu)) {
                    found.add(menu);
                }
            }
        }
        return found;
    }

    private int replay(int from, double until, ModeTracker tracker, Screen screen) {
        int next = from;
        for (; next < events.size() && events.get(next).get(0).doubleValue() <= until; next++) {
            String data = events.get(next).get(2).textValue();
            switch (events.get(next).get(1).textValue()) {
                case "o" -> {
                    byte[] bytes = data.getBytes(UTF_8);
                    tracker.readAll(bytes, bytes.length);
                    screen.write(bytes, bytes.length);
                }
                case "r" ->
                    screen.resize(Integer.parseInt(data.split("x", 2)[0]), Integer.parseInt(data.split("x", 2)[1]));
                default -> {}
            }
        }
        return next;
    }

    /// The true status, or nothing during the second after a change.
    private String truth(double now) {
        return label(now)
                .map(label -> isOwnMenu(label) ? "idle" : label.path("status").asText())
                .orElse("");
    }

    private Optional<JsonNode> label(double now) {
        return labels.stream()
                .filter(label -> now >= label.path("from").doubleValue() + GRACE
                        && now < label.path("to").doubleValue())
                .findFirst();
    }
}
