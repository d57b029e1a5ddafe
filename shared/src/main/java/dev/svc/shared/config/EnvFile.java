package dev.svc.shared.config;

import dev.svc.shared.file.AtomicFile;
import dev.svc.shared.file.LockedFile;
import dev.svc.shared.file.OwnerOnly;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The file of `NAME=value` lines that outlives a start: what a shell and a service manager read alike.
///
/// Rewriting it keeps comments, order and every line that svc does not know.
public final class EnvFile {
    private static final Pattern ASSIGNMENT = Pattern.compile("\\s*(?:export\\s+)?([A-Za-z_][A-Za-z0-9_]*)=(.*)");
    private static final Pattern BARE = Pattern.compile("[A-Za-z0-9_./:@%+,=-]*");

    private final Path path;

    public EnvFile(Path path) {
        this.path = path;
    }

    public Path path() {
        return path;
    }

    /// The values there are now; none when there is no file. A file that others may read is refused, because it holds
    /// secrets.
    public Map<String, String> read() {
        var values = new LinkedHashMap<String, String>();
        int number = 0;
        for (String line : lines()) {
            number++;
            if (line.isBlank() || line.stripLeading().startsWith("#")) {
                continue;
            }
            Matcher assignment = ASSIGNMENT.matcher(line);
            if (!assignment.matches()) {
                throw new ConfigException(
                        "%s, line %d, is no NAME=value line: mend or remove it.".formatted(path, number));
            }
            values.put(assignment.group(1), unquoted(assignment.group(2).strip()));
        }
        return values;
    }

    /// Sets or, with null, removes variables in one atomic rewrite. Another process that changes others at the same
    /// time waits for its turn.
    public void change(Map<String, @Nullable String> changes) throws IOException {
        LockedFile.change(path, () -> rewrite(changes));
    }

    private void rewrite(Map<String, @Nullable String> changes) throws IOException {
        var pending = new LinkedHashMap<>(changes);
        var rewritten = new ArrayList<String>();
        for (String line : lines()) {
            Optional<String> name = nameIn(line).filter(changes::containsKey);
            if (name.isEmpty()) {
                rewritten.add(line);
            } else if (pending.containsKey(name.get())) {
                addAssignment(rewritten, name.get(), pending.remove(name.get()));
            }
        }
        pending.forEach((name, value) -> addAssignment(rewritten, name, value));
        AtomicFile.write(path, (String.join("\n", rewritten) + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private List<String> lines() {
        try {
            if (OwnerOnly.isOpenToOthers(path)) {
                throw new ConfigException(
                        ConfigException.Fault.OPEN_TO_OTHERS,
                        "%s can be read by others and holds secrets: run  chmod 600 '%s'  and start again."
                                .formatted(path, path));
            }
            return Files.readAllLines(path, StandardCharsets.UTF_8);
        } catch (NoSuchFileException none) {
            return List.of();
        } catch (IOException unreadable) {
            throw new ConfigException("%s cannot be read (%s): mend its permissions or its text."
                    .formatted(path, unreadable.getMessage()));
        }
    }

    private static void addAssignment(List<String> lines, String name, @Nullable String value) {
        if (value != null) {
            lines.add(name + "=" + quoted(value));
        }
    }

    private static Optional<String> nameIn(String line) {
        Matcher assignment = ASSIGNMENT.matcher(line);
        return assignment.matches() ? Optional.of(assignment.group(1)) : Optional.empty();
    }

    private static String quoted(String value) {
        if (value.indexOf('\n') >= 0 || value.indexOf('\r') >= 0 || value.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("a value of the env file is one line");
        }
        return BARE.matcher(value).matches() ? value : "'" + value.replace("'", "'\\''") + "'";
    }

    private static String unquoted(String text) {
        if (text.length() >= 2 && text.startsWith("'") && text.endsWith("'")) {
            return text.substring(1, text.length() - 1).replace("'\\''", "'");
        }
        if (text.length() >= 2 && text.startsWith("\"") && text.endsWith("\"")) {
            return text.substring(1, text.length() - 1).replaceAll("\\\\([\"\\\\$`])", "$1");
        }
        return text;
    }
}
