package dev.svc.server.update.release;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// A built release and what the note beside it says.
///
/// @param folder holds `src`, the built clone, and the note `release`, written last
/// @param version `X.Y.Z` of a tag, else a development version
/// @param repo the repository it was built from
/// @param took how many seconds building or fetching it took; 0 where its note does not say
public record Release(Path folder, String version, String commit, String channel, String repo, String built, int took) {
    private static final String NOTE = "release";
    private static final String COMMIT = "[0-9a-f]{40}|[0-9a-f]{64}";

    /// Empty where the folder is no complete release: a link, or an unfinished build.
    public static Optional<Release> find(Path folder) {
        Path note = folder.resolve(NOTE);
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                || !Files.isRegularFile(note, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        try {
            return of(folder, values(note));
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    private static Map<String, String> values(Path note) throws IOException {
        var values = new HashMap<String, String>();
        for (String line : Files.readAllLines(note)) {
            int at = line.indexOf('=');
            if (at > 0) {
                values.put(line.substring(0, at), line.substring(at + 1).strip());
            }
        }
        return values;
    }

    private static Optional<Release> of(Path folder, Map<String, String> values) {
        var release = new Release(
                folder,
                values.getOrDefault("version", ""),
                values.getOrDefault("commit", ""),
                values.getOrDefault("channel", ""),
                values.getOrDefault("repo", ""),
                values.getOrDefault("built", ""),
                seconds(values.getOrDefault("took", "")));
        return Optional.of(release).filter(it -> it.commit.matches(COMMIT) && !it.version.isBlank());
    }

    private static int seconds(String text) {
        return text.matches("[0-9]{1,6}") ? Integer.parseInt(text) : 0;
    }

    public String name() {
        return String.valueOf(folder.getFileName());
    }

    /// The built clone.
    public Path source() {
        return folder.resolve("src");
    }

    public Path command() {
        return source().resolve("svc");
    }
}
