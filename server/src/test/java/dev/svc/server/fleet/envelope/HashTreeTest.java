package dev.svc.server.fleet.envelope;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HashTreeTest {
    private static List<byte[]> leaves(int count) {
        return IntStream.range(0, count)
                .mapToObj(number -> HashTree.leaf(("message " + number).getBytes(UTF_8)))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 31, 32, 33, 127, 128, 1_024})
    void every_message_leads_to_the_root(int count) {
        var leaves = leaves(count);
        var tree = new HashTree(leaves);
        for (int index = 0; index < count; index++) {
            var path = List.of(tree.path(index));
            assertThat(path).hasSize(HashTree.steps(index, count));
            assertThat(HashTree.root(leaves.get(index), index, count, path)).isEqualTo(tree.root());
        }
    }

    @Test
    void in_the_place_of_another_it_leads_elsewhere() {
        var leaves = leaves(8);
        var tree = new HashTree(leaves);
        for (int index = 1; index < 8; index++) {
            assertThat(HashTree.root(leaves.getFirst(), index, 8, List.of(tree.path(index))))
                    .isNotEqualTo(tree.root());
        }
    }

    @Test
    void a_pair_does_not_pass_for_a_message() {
        var leaves = leaves(4);
        var left = new HashTree(leaves.subList(0, 2)).root();
        var right = new HashTree(leaves.subList(2, 4)).root();
        byte[] both = new byte[left.length + right.length];
        System.arraycopy(left, 0, both, 0, left.length);
        System.arraycopy(right, 0, both, left.length, right.length);
        assertThat(HashTree.leaf(both)).isNotEqualTo(new HashTree(leaves).root());
    }

    @Test
    void a_tree_is_bounded() {
        assertThatThrownBy(() -> new HashTree(leaves(HashTree.MOST + 1))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new HashTree(List.of())).isInstanceOf(IllegalArgumentException.class);
    }
}
