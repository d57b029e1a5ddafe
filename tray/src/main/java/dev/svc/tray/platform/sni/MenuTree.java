package dev.svc.tray.platform.sni;

import dev.svc.tray.menu.Action;
import dev.svc.tray.menu.MenuItem;
import dev.svc.tray.platform.sni.DbusMenu.Node;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.freedesktop.dbus.types.Variant;

/// One state of the menu with a number for each line, as the protocol names them. Numbers follow the order, so that a
/// line that stays in its place keeps its own.
final class MenuTree {
    private final List<Line> lines = new ArrayList<>();
    private final Map<Integer, Action> actions = new HashMap<>();
    private int last;

    /// A line and those below it.
    private record Line(int id, Map<String, Variant<?>> properties, List<Line> below) {
        Node node(int depth) {
            List<Variant<?>> children = new ArrayList<>();
            if (depth != 0) {
                below.forEach(line -> children.add(new Variant<>(line.node(depth - 1), Node.class)));
            }
            return new Node(id, properties, children);
        }
    }

    MenuTree(List<MenuItem> items) {
        items.forEach(item -> lines.add(line(item)));
    }

    private Line line(MenuItem item) {
        int id = ++last;
        var properties = new LinkedHashMap<String, Variant<?>>();
        var below = new ArrayList<Line>();
        switch (item) {
            case MenuItem.Command command -> {
                label(properties, command.label(), command.hint());
                properties.put("enabled", new Variant<>(command.enabled()));
                if (command.enabled()) {
                    actions.put(id, command.action());
                }
            }
            case MenuItem.Check check -> {
                toggle(properties, check.label(), "checkmark", check.on());
                actions.put(id, check.action());
            }
            case MenuItem.Choice choice -> {
                toggle(properties, choice.label(), "radio", choice.chosen());
                actions.put(id, choice.action());
            }
            case MenuItem.Line text -> {
                label(properties, text.text(), "");
                properties.put("enabled", new Variant<>(false));
            }
            case MenuItem.Submenu submenu -> {
                label(properties, submenu.label(), submenu.hint());
                properties.put("children-display", new Variant<>("submenu"));
                submenu.items().forEach(each -> below.add(line(each)));
            }
            case MenuItem.Rule _ -> properties.put("type", new Variant<>("separator"));
        }
        return new Line(id, properties, below);
    }

    /// An underscore would mark the next letter as a key.
    private static void label(Map<String, Variant<?>> properties, String label, String hint) {
        String text = hint.isEmpty() ? label : label + "  (" + hint + ")";
        properties.put("label", new Variant<>(text.replace("_", "__")));
    }

    private static void toggle(Map<String, Variant<?>> properties, String label, String kind, boolean on) {
        label(properties, label, "");
        properties.put("toggle-type", new Variant<>(kind));
        properties.put("toggle-state", new Variant<>(on ? 1 : 0));
    }

    /// The part below a line; everything for 0.
    ///
    /// @param depth how many levels; negative for all
    Node layout(int parent, int depth) {
        if (parent == 0) {
            return new Line(0, Map.of("children-display", new Variant<>("submenu")), lines).node(depth);
        }
        return find(parent, lines).map(line -> line.node(depth)).orElseGet(() -> new Node(parent, Map.of(), List.of()));
    }

    Map<String, Variant<?>> properties(int id) {
        return find(id, lines).map(Line::properties).orElse(Map.of());
    }

    List<Integer> ids() {
        return java.util.stream.IntStream.rangeClosed(1, last).boxed().toList();
    }

    Optional<Action> action(int id) {
        return Optional.ofNullable(actions.get(id));
    }

    private static Optional<Line> find(int id, List<Line> among) {
        for (Line line : among) {
            if (line.id() == id) {
                return Optional.of(line);
            }
            var deeper = find(id, line.below());
            if (deeper.isPresent()) {
                return deeper;
            }
        }
        return Optional.empty();
    }
}
