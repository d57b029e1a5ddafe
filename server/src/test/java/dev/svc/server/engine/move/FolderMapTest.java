package dev.svc.server.engine.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FolderMapTest {

    @ParameterizedTest
    @CsvSource({
        "/home/ann, /srv/ann",
        "/home/ann/, /srv/ann/",
        "/home/ann/shop/src, /srv/ann/shop/src",
        "/home/anna, /home/anna",
        "/home, /home",
        "home/ann, home/ann",
        "'', ''",
    })
    void a_folder_and_all_below_it_move_and_nothing_else(String path, String moved) {
        assertThat(FolderMap.parse(List.of("/home/ann=/srv/ann")).map(path)).isEqualTo(moved);
    }

    @Test
    void of_two_folders_that_hold_a_path_the_deeper_one_counts() {
        var map = FolderMap.parse(List.of("/home=/srv", "/home/ann/shop=/shop", "/home/ann=/ann"));
        assertThat(map.map("/home/ann/shop/src")).isEqualTo("/shop/src");
        assertThat(map.map("/home/ann/blog")).isEqualTo("/ann/blog");
        assertThat(map.map("/home/bob")).isEqualTo("/srv/bob");
    }

    @Test
    void what_was_moved_once_is_not_moved_again() {
        var map = FolderMap.parse(List.of("/a=/b", "/b=/c"));
        assertThat(map.map("/a/x")).isEqualTo("/b/x");
    }

    @Test
    void without_pairs_everything_stays() {
        assertThat(FolderMap.NONE.map("/home/ann")).isEqualTo("/home/ann");
        assertThat(FolderMap.parse(List.of()).isEmpty()).isTrue();
    }

    @Test
    void paths_may_be_written_with_more_than_they_need() {
        var map = FolderMap.parse(List.of("//home/./ann/x/..//=/srv//ann/"));
        assertThat(map.map("/home/ann/shop")).isEqualTo("/srv/ann/shop");
    }

    @Test
    void the_root_can_be_either() {
        assertThat(FolderMap.parse(List.of("/=/old")).map("/etc")).isEqualTo("/old/etc");
        assertThat(FolderMap.parse(List.of("/=/old")).map("/")).isEqualTo("/old");
        assertThat(FolderMap.parse(List.of("/old=/")).map("/old/etc")).isEqualTo("/etc");
        assertThat(FolderMap.parse(List.of("/old=/")).map("/old")).isEqualTo("/");
    }

    @Test
    void an_equals_sign_in_a_name_is_no_trouble() {
        assertThat(FolderMap.parse(List.of("/a=b/c=/d=e")).map("/a=b/c/x")).isEqualTo("/d=e/x");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "=", "/home/ann", "home/ann=/srv/ann", "/home/ann=srv/ann", "/home/ann=~/ann", "/a="})
    void what_maps_no_folder_is_answered_with_what_to_write(String written) {
        assertThatThrownBy(() -> FolderMap.parse(List.of(written)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("write OLD=NEW, two absolute paths");
    }

    @Test
    void what_can_be_read_in_two_ways_is_not_guessed_at() {
        assertThatThrownBy(() -> FolderMap.parse(List.of("/a=/b=/c")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("two ways");
    }

    @Test
    void one_folder_lies_in_one_place() {
        assertThatThrownBy(() -> FolderMap.parse(List.of("/a=/b", "/a/=/c")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("/a is mapped twice");
        assertThat(FolderMap.parse(List.of("/a=/b", "/a=/b")).map("/a")).isEqualTo("/b");
    }

    @Test
    void a_hundred_folders_are_enough() {
        var pairs = IntStream.rangeClosed(0, 100)
                .mapToObj("/a%1$d=/b%1$d"::formatted)
                .toList();
        assertThat(FolderMap.parse(pairs.subList(0, 100)).map("/a7")).isEqualTo("/b7");
        assertThatThrownBy(() -> FolderMap.parse(pairs))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at most 100");
    }
}
