package dev.svc.server.engine;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The names of the members that somebody asks for. A log holds millions of names, so they are compared where they lie.
public final class JsonNames {
    private final String[][] byLength;

    private JsonNames(String[][] byLength) {
        this.byLength = byLength;
    }

    /// Asks for these.
    ///
    /// @param names in ASCII
    public static JsonNames of(String... names) {
        int longest = Arrays.stream(names).mapToInt(String::length).max().orElse(0);
        var byLength = new String[longest + 1][];
        Arrays.setAll(
                byLength,
                length -> Arrays.stream(names)
                        .filter(name -> name.length() == length)
                        .toArray(String[]::new));
        return new JsonNames(byLength);
    }

    /// The name that stands between the quotes; null when nobody asks for it.
    @Nullable
    String find(byte[] bytes, int from, int to) {
        if (Bytes.find(bytes, from, to, '\\') < to) {
            var decoded = JsonText.decode(bytes, from, to);
            return Arrays.stream(ofLength(decoded.length()))
                    .filter(decoded::equals)
                    .findFirst()
                    .orElse(null);
        }
        for (var name : ofLength(to - from)) {
            if (isAt(name, bytes, from)) {
                return name;
            }
        }
        return null;
    }

    private String[] ofLength(int length) {
        return length < byLength.length ? byLength[length] : byLength[0];
    }

    private static boolean isAt(String name, byte[] bytes, int from) {
        for (int i = 0; i < name.length(); i++) {
            if (bytes[from + i] != name.charAt(i)) {
                return false;
            }
        }
        return true;
    }
}
