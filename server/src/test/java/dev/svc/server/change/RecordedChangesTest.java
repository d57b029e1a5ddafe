package dev.svc.server.change;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.change.fold.RecordedFolds;
import dev.svc.server.engine.change.Deed;
import dev.svc.server.engine.change.Edit;
import dev.svc.server.engine.change.EditSink;
import dev.svc.server.engine.change.Was;
import dev.svc.server.search.RecordedStores;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Turn;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The edits in the recorded stores of all programs.
class RecordedChangesTest {
    @TempDir
    private Path folder;

    private RecordedStores stores;

    @BeforeEach
    void plant() throws IOException {
        stores = RecordedStores.plant(folder);
    }

    private List<Edit> edits(SessionId session) throws IOException {
        var edits = new ArrayList<Edit>();
        var turns = stores.turns(session.engine());
        var index = turns.index(session.nativeId(), Optional.empty());
        var sink = new EditSink() {
            @Override
            public void edit(Edit edit) {
                edits.add(edit);
            }

            @Override
            public void leftOut() {}
        };
        turns.edits(session.nativeId(), index, sink);
        return edits;
    }

    private List<Edit> all(EngineKey engine) throws IOException {
        var all = new ArrayList<Edit>();
        for (var session : stores.facts().keySet()) {
            if (session.engine().equals(engine)) {
                all.addAll(edits(session));
            }
        }
        return all;
    }

    @Test
    void every_edit_has_the_number_of_a_turn_that_used_a_tool() throws IOException {
        int seen = 0;
        for (var session : stores.facts().keySet()) {
            var turns = stores.all(session);
            for (var edit : edits(session)) {
                assertThat(edit.turn()).as("%s", session).isBetween(0, turns.size() - 1);
                assertThat(turns.get(edit.turn()).role()).as("%s", session).isEqualTo(Turn.Role.TOOL);
                seen++;
            }
        }
        assertThat(seen).isGreaterThan(5);
    }

    @Test
    void the_net_diff_leads_from_the_state_before_to_the_state_after_where_logs_hold_both() throws IOException {
        int seen = 0;
        for (var session : stores.facts().keySet()) {
            seen += RecordedFolds.check(edits(session));
        }
        assertThat(seen).isGreaterThan(0);
    }

    @Test
    void gemini_tells_both_texts() throws IOException {
        assertThat(all(EngineKey.GEMINI)).map(Edit::deed).anySatisfy(deed -> {
            assertThat(deed).isInstanceOf(Deed.Wrote.class);
            var wrote = (Deed.Wrote) deed;
            assertThat(wrote.path()).isEqualTo("/home/blair/code/shop/src/checkout.js");
            assertThat(wrote.was()).isInstanceOf(Was.Known.class);
            assertThat(wrote.text()).contains("n.toFixed(2)");
        });
    }

    @Test
    void opencode_tells_the_patch() throws IOException {
        assertThat(all(EngineKey.OPENCODE)).map(Edit::deed).anySatisfy(deed -> {
            assertThat(deed).isInstanceOf(Deed.Patched.class);
            assertThat(((Deed.Patched) deed).hunks().getFirst().oldStart()).isEqualTo(1);
        });
    }

    @Test
    void pi_tells_the_patch_with_its_place_and_commands_of_either() throws IOException {
        assertThat(all(EngineKey.PI)).map(Edit::deed).anySatisfy(deed -> {
            assertThat(deed).isInstanceOf(Deed.Patched.class);
            assertThat(((Deed.Patched) deed).path()).isEqualTo("src/main.py");
            assertThat(((Deed.Patched) deed).hunks().getFirst().oldStart()).isEqualTo(1);
        });
        assertThat(all(EngineKey.PI)).map(Edit::deed).contains(new Deed.Ran("rm -rf build; echo cleaned"));
    }

    @Test
    void kimi_tells_the_text_after() throws IOException {
        assertThat(all(EngineKey.KIMI))
                .map(Edit::deed)
                .contains(new Deed.Wrote(
                        "/home/casey/code/shop/NOTES.md",
                        Was.UNKNOWN,
                        "# Discount codes\n- field: discount_code\n- validated at checkout\n"));
    }

    @Test
    void qwen_tells_both_texts() throws IOException {
        assertThat(all(EngineKey.QWEN))
                .map(Edit::deed)
                .contains(new Deed.Wrote(
                        "/home/frankie/code/kiosk/src/main.py",
                        Was.of("def total(items):\n    return sum(items)\n"),
                        "def total(items):\n    return round(sum(items), 2)\n"));
    }

    @Test
    void qwen_tells_of_no_command_that_was_not_allowed() throws IOException {
        assertThat(all(EngineKey.QWEN))
                .map(Edit::deed)
                .contains(new Deed.Ran("rm -rf build; echo cleaned"))
                .doesNotContain(new Deed.Ran("rm -f prices.csv"));
    }

    @Test
    void grok_tells_what_was_asked_and_no_command_that_was_refused() throws IOException {
        assertThat(all(EngineKey.GROK))
                .map(Edit::deed)
                .containsExactlyInAnyOrder(
                        new Deed.Replaced(
                                "/home/frankie/code/kiosk/src/main.py",
                                Was.UNKNOWN,
                                List.of(new Deed.Replacement(
                                        "    return sum(items)", "    return round(sum(items), 2)", false)),
                                List.of()),
                        new Deed.Ran("python3 -c 'print(round(4.349, 2))'"),
                        new Deed.Ran("rm -rf build; echo cleaned"));
    }

    @Test
    void antigravity_tells_that_there_was_an_edit() throws IOException {
        assertThat(all(EngineKey.ANTIGRAVITY))
                .map(Edit::deed)
                .contains(new Deed.Ran("write_to_file /home/casey/code/shop/src/cart.py"));
    }
}
