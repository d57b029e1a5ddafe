package dev.svc.server.engine.move;

import dev.svc.server.engine.json.JsonView;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Which fields of a JSON text say a folder, by their place from the top down. Nothing else is looked at.
public final class FolderFields {
    /// A step: whatever the member's name is.
    public static final String ANY = "*";

    /// A step: each element of an array.
    public static final String EACH = "[]";

    /// A step: what a string holds is JSON itself.
    public static final String INSIDE = "\"";

    private final @Nullable Rule rule;
    private final Map<String, FolderFields> below;

    /// What is done with a value that is at such a place.
    @FunctionalInterface
    public interface Rule {
        void take(JsonView value, Edits edits) throws IOException;

        /// Puts another text in the place of a text.
        static Rule text(UnaryOperator<String> moved) {
            return (value, edits) -> {
                if (value.isString()) {
                    edits.text(value, moved.apply(value.text()));
                }
            };
        }
    }

    private FolderFields(@Nullable Rule rule, Map<String, FolderFields> below) {
        this.rule = rule;
        this.below = below;
    }

    /// Knows no field yet.
    public static FolderFields none() {
        return new FolderFields(null, Map.of());
    }

    /// Knows one more.
    ///
    /// @param place names of members, and the steps above
    public FolderFields and(Rule does, String... place) {
        return with(does, Arrays.asList(place));
    }

    private FolderFields with(Rule does, List<String> place) {
        if (place.isEmpty()) {
            return new FolderFields(does, below);
        }
        var more = new HashMap<>(below);
        more.put(
                place.getFirst(),
                below.getOrDefault(place.getFirst(), none()).with(does, place.subList(1, place.size())));
        return new FolderFields(rule, Map.copyOf(more));
    }

    /// Asks what is to be written in place of values of this one; nothing where it is not whole.
    Edits edits(JsonView view) throws IOException {
        var edits = new Edits();
        try {
            look(view, edits);
        } catch (UncheckedIOException failed) {
            throw failed.getCause();
        }
        return edits.isEmpty() || view.isWhole() ? edits : new Edits();
    }

    private void look(JsonView view, Edits edits) {
        if (rule != null) {
            try {
                rule.take(view, edits);
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }
        if (below.isEmpty()) {
            return;
        }
        var each = below.get(EACH);
        var inside = below.get(INSIDE);
        if (each != null && view.isArray()) {
            view.elements(element -> each.look(element, edits));
        } else if (inside != null && view.isString()) {
            lookInside(inside, TextInside.of(view), edits);
        } else if (view.isObject()) {
            view.members((name, value) -> {
                var member = below.getOrDefault(name, below.get(ANY));
                if (member != null) {
                    member.look(value, edits);
                }
            });
        }
    }

    private static void lookInside(FolderFields inside, TextInside text, Edits edits) {
        try {
            for (var edit : inside.edits(text.view()).inOrder()) {
                edits.add(text.outside(edit));
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
