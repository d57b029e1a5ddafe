package dev.svc.server.change;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// Which changes are asked for.
public enum ChangeScope {
    SESSION,
    UNCOMMITTED,
    SINCE;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Map<String, ChangeScope> words() {
        return Arrays.stream(values()).collect(Collectors.toMap(ChangeScope::word, scope -> scope));
    }
}
