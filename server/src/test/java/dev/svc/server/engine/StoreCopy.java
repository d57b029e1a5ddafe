package dev.svc.server.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32C;

/// Plants the recorded stores where a test may read and break them.
public final class StoreCopy {
    private static final Path FIXTURES = Path.of("src/test/resources/fixtures/engines");

    private StoreCopy() {}

    /// A recorded store as it lies among the test resources: only to be read as a file of facts.
    public static Path fixture(String name) {
        var fixture = FIXTURES.resolve(name);
        assertThat(fixture).exists();
        return fixture;
    }

    /// Copies everything below a folder into another one, times included.
    public static void plant(Path from, Path to) throws IOException {
        try (var files = Files.walk(from)) {
            for (var file : (Iterable<Path>) files::iterator) {
                var target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.createDirectories(target.resolve(".."));
                    Files.copy(file, target, java.nio.file.StandardCopyOption.COPY_ATTRIBUTES);
                }
            }
        }
    }

    /// Everything that a reader could change without anybody asking: names, sizes, times and bytes.
    public static Map<String, String> state(Path folder) throws IOException {
        var state = new TreeMap<String, String>();
        try (var files = Files.walk(folder)) {
            files.forEach(file -> state.put(folder.relativize(file).toString(), state(file, folder)));
        }
        return state;
    }

    private static String state(Path file, Path folder) {
        try {
            if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                return "no file";
            }
            var sum = new CRC32C();
            sum.update(Files.readAllBytes(file));
            return Files.size(file) + " " + Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS) + " "
                    + sum.getValue();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(folder.toString(), unreadable);
        }
    }
}
