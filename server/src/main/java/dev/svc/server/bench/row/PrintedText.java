package dev.svc.server.bench.row;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.svc.server.bench.ground.Ground;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Random;

/// A text as programs print it: words in colours, some of several bytes a letter, now and then a line
/// that is drawn again.
final class PrintedText {
    private static final int BLOCK = 2_000_000;
    private static final List<String> WORDS = List.of(
            "error",
            "ok",
            "file",
            "src/main.rs",
            "über",
            "naïve",
            "日本語",
            "テスト",
            "🚀",
            "→",
            "─────",
            "│",
            "✓ done",
            "function",
            "return",
            "0x7f",
            "123.45");
    private static final List<Integer> STYLES = List.of(1, 3, 4, 7);

    private PrintedText() {}

    /// Always the same text of so many millions of bytes.
    static Path make(Ground ground, int megabytes) throws IOException {
        var file = ground.file("printed-" + megabytes);
        if (!Files.exists(file)) {
            var block = block();
            var begun = ground.file("printed-begun");
            try (var out = Files.newOutputStream(begun)) {
                for (long rest = megabytes * 1_000_000L; rest > 0; rest -= block.length) {
                    out.write(block, 0, (int) Math.min(rest, block.length));
                }
            }
            Files.move(begun, file, StandardCopyOption.REPLACE_EXISTING);
        }
        return file;
    }

    private static byte[] block() {
        var random = new Random(7);
        var text = new StringBuilder();
        for (int bytes = 0; bytes < BLOCK; ) {
            var line = new StringBuilder(random.nextInt(100) < 3 ? "\033[2K\r" : "");
            for (int i = 4 + random.nextInt(11); i > 0; i--) {
                line.append(word(random)).append(i == 1 ? "\n" : " ");
            }
            text.append(line);
            bytes += line.toString().getBytes(UTF_8).length;
        }
        return text.toString().getBytes(UTF_8);
    }

    private static String word(Random random) {
        var word = WORDS.get(random.nextInt(WORDS.size()));
        int kind = random.nextInt(100);
        if (kind < 35) {
            int style = STYLES.get(random.nextInt(STYLES.size()));
            return "\033[%d;%dm%s\033[0m".formatted(style, 30 + random.nextInt(8), word);
        }
        if (kind < 50) {
            return "\033[38;5;%dm%s\033[39m".formatted(random.nextInt(256), word);
        }
        return kind < 55
                ? "\033[38;2;%d;%d;%dm%s\033[0m"
                        .formatted(random.nextInt(256), random.nextInt(256), random.nextInt(256), word)
                : word;
    }
}
