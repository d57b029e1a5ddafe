package dev.svc.server.http.session;

import dev.svc.server.engine.Engines;
import dev.svc.server.fleet.envelope.HostName;
import dev.svc.server.http.gate.Parameters;
import dev.svc.server.http.gate.Problem;
import dev.svc.server.metadata.event.ProjectId;
import dev.svc.server.metadata.event.SavedView;
import dev.svc.shared.text.PlainText;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The filter of a saved view in its one form: as the page's address has it, in a fixed order, with nothing in it that
/// says nothing. Two queries for the same filter become the same text.
final class ViewQuery {
    private static final List<String> FLAGS = List.of("archived", "snoozed", "live", "needs", "kept", "leaving");
    private static final List<String> ALL = Stream.concat(
                    Stream.of("q", "engine", "host", "project", "folder"), FLAGS.stream())
            .toList();
    private static final int LONGEST_WORDS = 500;
    private static final int MOST_FOLDERS = 50;

    private final Map<String, List<String>> given = new TreeMap<>();
    private final Engines engines;

    private ViewQuery(String typed, Engines engines) {
        this.engines = engines;
        var text = typed.startsWith("?") ? typed.substring(1) : typed;
        if (text.length() > SavedView.MAX_QUERY) {
            throw problem("A view's filter has at most %d characters.".formatted(SavedView.MAX_QUERY));
        }
        for (var part : text.split("&", -1)) {
            if (!part.isEmpty()) {
                read(part);
            }
        }
    }

    static String canonical(String typed, Engines engines) {
        var query = new ViewQuery(typed, engines).written();
        if (query.isEmpty()) {
            throw problem("A view needs a filter: choose one in the list first.");
        }
        if (query.length() > SavedView.MAX_QUERY) { // a blank is one character as it was typed and three as it is kept
            throw problem("A view's filter has at most %d characters.".formatted(SavedView.MAX_QUERY));
        }
        return query;
    }

    private void read(String part) {
        int is = part.indexOf('=');
        var name = decoded(is < 0 ? part : part.substring(0, is));
        var value = decoded(is < 0 ? "" : part.substring(is + 1));
        if (!ALL.contains(name)) {
            throw problem("A view's filter takes %s, and nothing else.".formatted(String.join(", ", ALL)));
        }
        if (!PlainText.isLine(value)) {
            throw problem(name + " takes one line of text, without control characters.");
        }
        var values = given.computeIfAbsent(name, _ -> new ArrayList<>());
        if (!values.isEmpty() && !name.equals("folder")) {
            throw problem(name + " can be given once.");
        }
        values.add(value);
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException broken) {
            throw problem("A view's filter is a query, with % only before two hexadecimal digits.");
        }
    }

    private String written() {
        var parts = new ArrayList<String>();
        add("q", words(), parts);
        add("engine", programs(), parts);
        add("host", hosts(), parts);
        add("project", project(), parts);
        folders().forEach(folder -> add("folder", folder, parts));
        FLAGS.forEach(flag -> add(flag, flag(flag), parts));
        return String.join("&", parts);
    }

    private static void add(String name, String value, Collection<String> parts) {
        if (!value.isEmpty()) {
            parts.add(name + '=' + URLEncoder.encode(value, StandardCharsets.UTF_8));
        }
    }

    private String first(String name) {
        return given.getOrDefault(name, List.of("")).getFirst();
    }

    private String words() {
        var words = first("q").strip();
        if (words.length() > LONGEST_WORDS) {
            throw problem("q takes at most %d characters.".formatted(LONGEST_WORDS));
        }
        return words;
    }

    private String programs() {
        return Stream.of(first("engine").split(",", -1))
                .filter(word -> !word.isEmpty())
                .map(word -> Parameters.engine("engine", word.strip(), engines))
                .distinct()
                .sorted()
                .map(Object::toString)
                .collect(Collectors.joining(","));
    }

    private String hosts() {
        var hosts = new TreeSet<>(List.of(first("host").split(",", -1)));
        hosts.remove("");
        if (!hosts.stream().allMatch(HostName::isFit)) {
            throw problem("host takes names of hosts.");
        }
        return String.join(",", hosts);
    }

    private String project() {
        var project = first("project");
        if (!project.isEmpty()
                && !project.equals("none")
                && ProjectId.find(project).isEmpty()) {
            throw problem("project takes a project's id or none.");
        }
        return project;
    }

    private Collection<String> folders() {
        var folders = new TreeSet<>(given.getOrDefault("folder", List.of()));
        if (folders.size() > MOST_FOLDERS) {
            throw problem("folder can be given at most %d times.".formatted(MOST_FOLDERS));
        }
        return folders;
    }

    private String flag(String name) {
        var value = first(name);
        if (!value.isEmpty() && !value.equals("0") && !value.equals("1")) {
            throw problem(name + " takes 0 or 1.");
        }
        return value.equals("1") ? value : "";
    }

    private static Problem problem(String sentence) {
        return Problem.invalid("query", sentence);
    }
}
