package dev.svc.server.catalog.scan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.catalog.FakeEngine;
import dev.svc.server.engine.Piece;
import dev.svc.server.engine.file.FileStamp;
import dev.svc.server.session.EngineKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PiecesTest {
    private final Logger log = Logger.getLogger(Pieces.class.getName());
    private final Told told = new Told();

    private final IOException trouble = new IOException("Input/output error");

    @TempDir
    private Path folder;

    private Path file = Path.of("one.jsonl");
    private FakeEngine store = new FakeEngine(EngineKey.CODEX, file);
    private Pieces pieces = new Pieces(store);

    private static final class Told extends Handler {
        private final ConcurrentLinkedQueue<String> all = new ConcurrentLinkedQueue<>();

        @Override
        public void publish(LogRecord message) {
            all.add(message.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    @BeforeEach
    void a_piece_that_cannot_be_opened() throws IOException {
        log.addHandler(told);
        file = Files.writeString(folder.resolve("one.jsonl"), "{\"text\":\"Fix the cart\"}\n");
        store = new FakeEngine(EngineKey.CODEX, folder);
        store.readingFails = trouble;
        pieces = new Pieces(store);
    }

    @AfterEach
    void the_log_is_as_before() {
        log.removeHandler(told);
    }

    @Test
    void a_piece_that_cannot_be_opened_is_told_once_however_often_it_is_tried() {
        var first = look(1);
        look(2);
        look(3);
        assertThat(told.all).containsExactly("{0} cannot be read now: {1}");
        assertThat(first.reading().unreadable()).hasSize(1);
    }

    @Test
    void it_is_told_again_once_it_could_be_opened() {
        look(1);
        store.readingFails = null;
        assertThat(look(2).reading().sessions()).hasSize(1);
        store.readingFails = trouble;
        look(3);
        assertThat(told.all).hasSize(2);
    }

    @Test
    void it_is_told_again_once_it_was_gone() {
        look(1);
        store.readingFails = new NoSuchFileException(file.toString());
        assertThat(pieces.glance(piece(2))).isEmpty();
        store.readingFails = trouble;
        look(3);
        assertThat(told.all).hasSize(2);
    }

    @Test
    void each_piece_is_told() {
        look(1);
        pieces.glance(new Piece("two", List.of(new FileStamp(file, 1, 1, 1))));
        assertThat(told.all).hasSize(2);
    }

    private KnownPiece look(int change) {
        return pieces.glance(piece(change)).orElseThrow();
    }

    private Piece piece(int change) {
        return new Piece("one", List.of(new FileStamp(file, 1, change, 1)));
    }
}
