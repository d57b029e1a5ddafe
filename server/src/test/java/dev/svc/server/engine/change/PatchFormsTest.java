package dev.svc.server.engine.change;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PatchFormsTest {

    @Test
    void an_envelope_adds_deletes_updates_and_moves() {
        var deeds = PatchEnvelope.find("""
                apply_patch <<'EOF'
                *** Begin Patch
                *** Add File: new.txt
                +one
                +
                *** Delete File: old.txt
                *** Update File: a.py
                *** Move to: b.py
                @@ def f():
                 x
                -y
                +z
                @@
                -last
                *** End of File
                *** End Patch
                EOF
                """).orElseThrow();
        assertThat(deeds).hasSize(3);
        assertThat(deeds.get(0)).isEqualTo(new Deed.Wrote("new.txt", Was.NOTHING, "one\n\n"));
        assertThat(deeds.get(1)).isEqualTo(new Deed.Deleted("old.txt", Was.UNKNOWN));
        var update = (Deed.Patched) deeds.get(2);
        assertThat(update.path()).isEqualTo("a.py");
        assertThat(update.to()).isEqualTo("b.py");
        assertThat(update.hunks()).extracting(PatchHunk::anchor).containsExactly("def f():", "");
        assertThat(update.hunks().get(0).before())
                .extracting(PatchHunk.Line::text)
                .containsExactly("x", "y");
        assertThat(update.hunks().get(0).after())
                .extracting(PatchHunk.Line::text)
                .containsExactly("x", "z");
    }

    @Test
    void an_envelope_without_its_end_is_read_as_far_as_it_goes() {
        assertThat(PatchEnvelope.find("*** Begin Patch\n*** Add File: a\n+x").orElseThrow())
                .containsExactly(new Deed.Wrote("a", Was.NOTHING, "x\n"));
        assertThat(PatchEnvelope.find("no patch")).isEmpty();
    }

    @Test
    void a_removed_line_that_looks_like_a_header_is_a_line() {
        var hunks = UnifiedDiff.read("""
                --- a
                +++ b
                @@ -1,3 +1,2 @@ f()
                 x
                ---- old
                -@@ -1 +1 @@
                +++ new
                @@ -9 +8,0 @@
                -gone
                \\ No newline at end of file
                """);
        assertThat(hunks).hasSize(2);
        assertThat(hunks.get(0).before())
                .extracting(PatchHunk.Line::text)
                .containsExactly("x", "--- old", "@@ -1 +1 @@");
        assertThat(hunks.get(1).oldStart()).isEqualTo(9);
        assertThat(hunks.get(1).lines()).containsExactly(new PatchHunk.Line('-', "gone", true));
    }

    @Test
    void what_is_no_diff_has_no_hunks() {
        assertThat(UnifiedDiff.read("")).isEqualTo(List.of());
        assertThat(UnifiedDiff.read("@@ nonsense @@\n+x")).isEmpty();
        assertThat(UnifiedDiff.read("@@ -1,5 +1,5 @@\n x\n?odd\n+y")).hasSize(1);
    }
}
