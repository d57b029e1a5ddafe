package dev.svc.server.engine.json;

import dev.svc.server.engine.file.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// Selects members of an object, with an action for each.
///
/// A log holds millions of names, so they are compared where they lie.
public final class JsonMembers<T> {
    private final List<List<Member<T>>> byLength;

    private record Member<T>(String name, BiConsumer<T, JsonView> deed) {
        boolean isAt(byte[] bytes, int from) {
            for (int i = 0; i < name.length(); i++) {
                if (bytes[from + i] != name.charAt(i)) {
                    return false;
                }
            }
            return true;
        }
    }

    private JsonMembers(List<List<Member<T>>> byLength) {
        this.byLength = byLength;
    }

    /// Asks for nothing yet.
    public static <T> JsonMembers<T> none() {
        return new JsonMembers<>(List.of());
    }

    /// Asks for one more.
    ///
    /// @param name in ASCII
    public JsonMembers<T> and(String name, BiConsumer<T, JsonView> deed) {
        var more = new ArrayList<>(byLength);
        while (more.size() <= name.length()) {
            more.add(List.of());
        }
        var sameLength = new ArrayList<>(more.get(name.length()));
        sameLength.add(new Member<>(name, deed));
        more.set(name.length(), List.copyOf(sameLength));
        return new JsonMembers<>(List.copyOf(more));
    }

    /// The action for the member whose name is between the quotes; null when it is not selected.
    @Nullable
    BiConsumer<T, JsonView> find(byte[] bytes, int from, int to) {
        if (Bytes.find(bytes, from, to, '\\') < to) {
            return decoded(JsonText.decode(bytes, from, to));
        }
        var sameLength = ofLength(to - from);
        for (int i = 0; i < sameLength.size(); i++) {
            var member = sameLength.get(i);
            if (member.isAt(bytes, from)) {
                return member.deed();
            }
        }
        return null;
    }

    private @Nullable BiConsumer<T, JsonView> decoded(String name) {
        for (var member : ofLength(name.length())) {
            if (member.name().equals(name)) {
                return member.deed();
            }
        }
        return null;
    }

    private List<Member<T>> ofLength(int length) {
        return length < byLength.size() ? byLength.get(length) : List.of();
    }
}
