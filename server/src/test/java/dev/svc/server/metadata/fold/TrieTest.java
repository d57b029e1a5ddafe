package dev.svc.server.metadata.fold;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.metadata.event.Marks;
import dev.svc.server.metadata.event.SessionState;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TrieTest {
    private static SessionId id(String name) {
        return new SessionId(EngineKey.KIMI, name);
    }

    private static Map<SessionId, SessionState> contents(Trie trie) {
        var contents = new HashMap<SessionId, SessionState>();
        trie.forEach(contents::put);
        return contents;
    }

    @Test
    void it_does_what_a_map_does_and_every_earlier_version_stays_as_it_was() {
        var random = new Random(3);
        var trie = Trie.EMPTY;
        var map = new HashMap<SessionId, SessionState>();
        for (int i = 0; i < 20_000; i++) {
            var id = id("s" + random.nextInt(3_000));
            var before = trie;
            int size = before.size();
            if (random.nextInt(3) == 0) {
                trie = trie.without(id);
                map.remove(id);
            } else {
                var marks = Marks.NONE.titled("t" + i);
                trie = trie.with(id, marks);
                map.put(id, marks);
            }
            assertThat(before.size()).isEqualTo(size);
            assertThat(trie.size()).isEqualTo(map.size());
            assertThat(trie.find(id)).isEqualTo(map.get(id));
        }
        assertThat(contents(trie)).isEqualTo(map);
    }

    @Test
    void what_was_there_before_a_thaw_or_after_a_frost_stays_as_it_was() {
        var random = new Random(5);
        var before = Trie.EMPTY;
        var map = new HashMap<SessionId, SessionState>();
        for (int round = 0; round < 200; round++) {
            var was = contents(before);
            var trie = before.thawed();
            for (int i = 0; i < 50; i++) {
                var id = id("s" + random.nextInt(500));
                if (random.nextInt(4) == 0) {
                    trie = trie.without(id);
                    map.remove(id);
                } else {
                    var marks = Marks.NONE.titled("t" + round + " " + i);
                    trie = trie.with(id, marks);
                    map.put(id, marks);
                }
            }
            assertThat(contents(before)).isEqualTo(was);
            before = trie.frozen();
            assertThat(contents(before)).isEqualTo(map);
            assertThat(before.size()).isEqualTo(map.size());
        }
    }

    @Test
    void ids_of_the_same_hash_stand_side_by_side() {
        var same = List.of(id("AaAa"), id("BBBB"), id("AaBB"));
        var absent = id("BBAa");
        assertThat(same.stream().map(SessionId::hashCode)).containsOnly(absent.hashCode());
        var trie = Trie.EMPTY;
        for (var id : same) {
            trie = trie.with(id, Marks.NONE.titled(id.nativeId()));
        }
        trie = trie.with(same.get(1), Marks.NONE.titled("again"));
        assertThat(trie.size()).isEqualTo(3);
        assertThat(trie.find(same.get(1))).isEqualTo(Marks.NONE.titled("again"));
        assertThat(trie.find(absent)).isNull();
        for (var id : same) {
            trie = trie.without(id);
            assertThat(trie.find(id)).isNull();
        }
        assertThat(contents(trie)).isEmpty();
    }
}
