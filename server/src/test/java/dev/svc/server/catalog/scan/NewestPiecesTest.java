package dev.svc.server.catalog.scan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.engine.Piece;
import dev.svc.server.engine.file.FileStamp;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class NewestPiecesTest {
    private static Piece piece(int second) {
        var path = Path.of("/x", "log" + second);
        return new Piece(path.toString(), List.of(new FileStamp(path, 10, second * 1_000_000_000L, second)));
    }

    private static NewestPieces walked(int most, List<Piece> all) {
        var newest = new NewestPieces(most);
        all.forEach(newest::add);
        return newest;
    }

    @Test
    void all_are_kept_where_there_is_room() {
        var newest = new NewestPieces(3);
        assertThat(List.of(piece(3), piece(1), piece(2))).allMatch(newest::add);
        assertThat(newest.kept()).hasSize(3);
        assertThat(newest.late()).isEmpty();
        assertThat(newest.leftOut()).isZero();
    }

    @Test
    void in_whatever_order_they_come_the_newest_are_kept() {
        var all = new ArrayList<Piece>();
        for (int second = 0; second < 500; second++) {
            all.add(piece(second));
        }
        var newestFirst = all.stream()
                .sorted(Comparator.comparingLong(PieceCache::modified).reversed())
                .toList();
        for (int most : List.of(1, 7, 100, 499)) {
            Collections.shuffle(all, new Random(20261129 + most));
            var walked = walked(most, all);
            assertThat(walked.kept().values()).containsExactlyInAnyOrderElementsOf(newestFirst.subList(0, most));
            assertThat(walked.leftOut()).isEqualTo(500 - most);
        }
    }

    @Test
    void what_came_late_and_is_kept_is_all_that_had_no_room() {
        var all = List.of(piece(5), piece(1), piece(9), piece(3), piece(7));
        var walked = walked(2, all);
        assertThat(walked.kept().values()).containsExactlyInAnyOrder(piece(9), piece(7));
        assertThat(walked.late()).containsExactly(piece(9), piece(7));
        assertThat(new TreeSet<>(walked.kept().keySet())).containsExactly("/x/log7", "/x/log9");
    }

    @Test
    void a_piece_that_is_named_twice_is_one() {
        var walked = walked(2, List.of(piece(1), piece(2), piece(2)));
        assertThat(walked.kept()).hasSize(2);
        assertThat(walked.leftOut()).isZero();
    }
}
