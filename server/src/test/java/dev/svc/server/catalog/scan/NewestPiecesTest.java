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
        var newest = walked(3, List.of(piece(3), piece(1), piece(2)));
        assertThat(newest.kept()).hasSize(3);
        assertThat(newest.leftOut()).isZero();
    }

    @Test
    void a_quarter_of_what_memory_holds_is_read_at_once_and_of_the_others_what_is_kept() {
        var newest = new NewestPieces(8);
        assertThat(List.of(piece(1), piece(2))).allMatch(newest::add);
        assertThat(List.of(piece(9), piece(3), piece(4), piece(5), piece(6), piece(7), piece(8), piece(0)))
                .noneMatch(newest::add);

        assertThat(newest.late())
                .containsExactlyInAnyOrder(piece(9), piece(3), piece(4), piece(5), piece(6), piece(7), piece(8));
        assertThat(newest.kept().values()).hasSize(8).contains(piece(2)).doesNotContain(piece(1));
    }

    @Test
    void a_piece_that_lost_its_room_and_is_written_again_meanwhile_is_read_after_the_walk() {
        var newest = walked(4, List.of(piece(1), piece(2), piece(3), piece(4), piece(5)));
        var again = new Piece(piece(1).key(), piece(6).files());
        assertThat(newest.add(again)).isFalse();
        assertThat(newest.late()).contains(again).doesNotContain(piece(2));
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
    void a_piece_that_is_named_twice_is_one() {
        var walked = walked(2, List.of(piece(1), piece(2), piece(2)));
        assertThat(walked.kept()).hasSize(2);
        assertThat(walked.leftOut()).isZero();
    }
}
