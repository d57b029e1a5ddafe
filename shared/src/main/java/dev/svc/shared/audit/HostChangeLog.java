package dev.svc.shared.audit;

import dev.svc.shared.config.Home;
import dev.svc.shared.file.AtomicFile;
import dev.svc.shared.file.LockedFile;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// The file `<data>/deeds`, a line `what=who` for each thing that was changed on the host: written by the changing
/// process, removed by the service once its journal names who it was.
///
/// A line changes nothing by itself, and anybody who can write one may do all of it anyway.
public final class HostChangeLog {
    private static final Logger LOG = System.getLogger(HostChangeLog.class.getName());
    private static final long MOST_BYTES = 1024;

    private final Path file;

    private HostChangeLog(Path file) {
        this.file = file;
    }

    public static HostChangeLog of(Home home) {
        return new HostChangeLog(home.data().resolve("deeds"));
    }

    /// The programs that may claim a change.
    public enum Who {
        CLI,
        TRAY
    }

    /// What can be changed on the host.
    public enum What {
        PASSWORD,
        SECOND_FACTOR,
        CHANNEL,
        AUTOUPDATE
    }

    /// Leaves a line, in place of one about the same thing. If that fails, the journal names nobody: a full disk must
    /// not lock anybody out.
    public void leave(What what, Who who) {
        try {
            change(deeds -> deeds.put(what, who));
        } catch (IOException notWritable) {
            LOG.log(Level.WARNING, "the journal cannot name who made this change ({0})", notWritable.getMessage());
        }
    }

    /// The author of this change, if a line names one.
    public Optional<Who> find(What what) {
        try {
            return Optional.ofNullable(read().get(what));
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    /// The same, and removes the line.
    public Optional<Who> take(What what) {
        Optional<Who> who = find(what);
        try {
            if (who.isPresent()) {
                change(deeds -> deeds.remove(what));
            }
        } catch (IOException stays) {
            LOG.log(Level.WARNING, "{0} cannot be written ({1})", file, stays.getMessage());
        }
        return who;
    }

    private interface Change {
        void to(Map<What, Who> deeds);
    }

    private void change(Change change) throws IOException {
        LockedFile.change(file, () -> {
            var deeds = read();
            change.to(deeds);
            if (deeds.isEmpty()) {
                Files.deleteIfExists(file);
            } else {
                AtomicFile.write(file, text(deeds).getBytes(StandardCharsets.UTF_8));
            }
        });
    }

    private static String text(Map<What, Who> deeds) {
        return deeds.entrySet().stream()
                .map(deed -> word(deed.getKey()) + "=" + word(deed.getValue()) + "\n")
                .collect(Collectors.joining());
    }

    /// A line that cannot be parsed is not svc's, and is removed.
    private Map<What, Who> read() throws IOException {
        var deeds = new EnumMap<What, Who>(What.class);
        try {
            if (Files.size(file) <= MOST_BYTES) {
                for (String line : Files.readString(file).lines().toList()) {
                    String[] parts = line.split("=", 2);
                    deeds.put(What.valueOf(upper(parts[0])), Who.valueOf(upper(parts[parts.length - 1])));
                }
            }
        } catch (NoSuchFileException none) {
            return deeds;
        } catch (IllegalArgumentException foreign) {
            deeds.clear();
        }
        return deeds;
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private static String upper(String word) {
        return word.toUpperCase(Locale.ROOT);
    }
}
