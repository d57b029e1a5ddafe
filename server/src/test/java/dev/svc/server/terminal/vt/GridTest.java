package dev.svc.server.terminal.vt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GridTest {

    @ParameterizedTest
    @CsvSource({
        "1, 3, 1, 'a c d - e'",
        "1, 3, 2, 'a d - - e'",
        "1, 3, 9, 'a - - - e'",
        "1, 3, -1, 'a - b c e'",
        "1, 3, -9, 'a - - - e'",
        "0, 4, 1, 'b c d e -'",
        "0, 4, -2, '- - a b c'",
        "2, 2, 1, 'a b - d e'",
        "1, 3, 0, 'a b c d e'",
    })
    void lines_of_a_region_move_and_empty_ones_follow(int top, int bottom, int count, String left) {
        var grid = new Grid(4, 5);
        for (int row = 0; row < 5; row++) {
            grid.set(row, 0, 'a' + row);
        }
        grid.scroll(top, bottom, count);

        assertThat(lines(grid)).containsExactly(left.replace("-", "").split(" ", -1));
        grid.set(top, 1, '!');
        assertThat(lines(grid)).filteredOn(line -> line.contains("!")).hasSize(1);
    }

    private static List<String> lines(Grid grid) {
        return IntStream.range(0, 5).mapToObj(grid::text).toList();
    }
}
