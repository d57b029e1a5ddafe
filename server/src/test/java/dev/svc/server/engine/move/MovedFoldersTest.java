package dev.svc.server.engine.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.engine.json.JsonLines;
import dev.svc.server.engine.move.FolderFields.Rule;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MovedFoldersTest {
    private static final FolderMap MAP = FolderMap.parse(List.of("/home/ann=/srv/a \"b\"\\ü"));
    private static final String MOVED = "/srv/a \\\"b\\\"\\\\ü";
    private static final Rule FOLDER = Rule.text(MAP::map);

    private final MovedFolders cwd = new MovedFolders(FolderFields.none().and(FOLDER, "cwd"));

    private static byte[] moved(MovedFolders rules, byte[]... pieces) throws IOException {
        var out = new ByteArrayOutputStream();
        rules.lines(
                to -> {
                    for (var piece : pieces) {
                        to.write(piece);
                    }
                },
                out);
        return out.toByteArray();
    }

    private static String moved(MovedFolders rules, String log) throws IOException {
        return new String(moved(rules, log.getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8);
    }

    @Test
    void the_field_says_the_new_folder_and_all_around_it_stays() throws IOException {
        assertThat(moved(cwd, "\t{ \"n\":1.50e3 ,\"cwd\" : \"/home/ann/shop\" , \"t\":\"\\u00e9\\/\" }  \r\n"))
                .isEqualTo("\t{ \"n\":1.50e3 ,\"cwd\" : \"" + MOVED + "/shop\" , \"t\":\"\\u00e9\\/\" }  \r\n");
    }

    @Test
    void a_folder_that_is_written_with_escapes_is_understood() throws IOException {
        assertThat(moved(cwd, "{\"cwd\":\"\\/home\\/\\u0061nn\\/caf\\u00e9 \\ud83d\\ude00\"}\n"))
                .isEqualTo("{\"cwd\":\"" + MOVED + "/café 😀\"}\n");
    }

    @Test
    void the_name_of_a_field_may_be_written_with_escapes() throws IOException {
        assertThat(moved(cwd, "{\"c\\u0077d\":\"/home/ann\"}")).isEqualTo("{\"c\\u0077d\":\"" + MOVED + "\"}");
    }

    @Test
    void a_field_that_is_there_twice_is_changed_twice() throws IOException {
        assertThat(moved(cwd, "{\"cwd\":\"/home/ann\",\"cwd\":\"/home/ann/x\"}\n"))
                .isEqualTo("{\"cwd\":\"%1$s\",\"cwd\":\"%1$s/x\"}\n".formatted(MOVED));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"cwd\":\"/home/anna\"}",
                "{\"cwd\":\"\\/home\\/bob\"}",
                "{\"cwd\":{\"cwd\":\"/home/ann\"}}",
                "{\"message\":{\"cwd\":\"/home/ann\"},\"list\":[{\"cwd\":\"/home/ann\"}]}",
                "{\"text\":\"\\\"cwd\\\":\\\"/home/ann\\\"\",\"CWD\":\"/home/ann\"}",
                "{\"cwd\":null,\"cwd\":17,\"cwd\":[\"/home/ann\"]}",
                "[\"/home/ann\"]",
                "\"/home/ann\"",
                "cwd /home/ann",
                "{\"cwd\":\"/home/ann\",\"text\":\"cut o",
                "{\"cwd\":\"/home/ann\",\"list\":[1,2",
                "{\"cwd\":\"/home/ann\"",
                "{\"cwd\":\"/home/ann\\",
                "{\"cwd\":\"/home/ann\"} and more",
                "{\"cwd\":\"/home/ann\"}{\"cwd\":\"/home/ann\"}",
                "",
                "\r",
            })
    void what_is_no_known_field_of_a_whole_object_stays_byte_for_byte(String line) throws IOException {
        assertThat(moved(cwd, line)).isEqualTo(line);
        assertThat(moved(cwd, line + "\n" + line)).isEqualTo(line + "\n" + line);
    }

    @Test
    void bytes_that_are_no_text_stay_beside_a_field_that_changes() throws IOException {
        var log = "{\"cwd\":\"/home/ann\",\"t\":\"\u00ff\u00c3(\u0080\"}\n".getBytes(StandardCharsets.ISO_8859_1);
        var after = moved(cwd, log);
        var rest = Arrays.copyOfRange(log, "{\"cwd\":\"/home/ann".length(), log.length);
        assertThat(after).startsWith(("{\"cwd\":\"" + MOVED).getBytes(StandardCharsets.UTF_8));
        assertThat(Arrays.copyOfRange(after, after.length - rest.length, after.length))
                .isEqualTo(rest);
    }

    @Test
    void a_folder_whose_name_is_no_text_cannot_be_written_again_and_stays() throws IOException {
        var log = "{\"cwd\":\"/home/ann/\u00ff\"}\n".getBytes(StandardCharsets.ISO_8859_1);
        assertThat(moved(cwd, log)).isEqualTo(log);
    }

    @Test
    void half_of_a_pair_in_a_name_stays_half_of_a_pair() throws IOException {
        assertThat(moved(cwd, "{\"cwd\":\"/home/ann/\\ud83d\"}")).isEqualTo("{\"cwd\":\"" + MOVED + "/\\ud83d\"}");
    }

    @Test
    void places_below_the_top_are_known_by_their_whole_way() throws IOException {
        var rules = new MovedFolders(FolderFields.none()
                .and(FOLDER, "payload", "cwd")
                .and(FOLDER, "payload", "roots", FolderFields.EACH)
                .and(FOLDER, "agents", FolderFields.ANY, "home"));
        assertThat(moved(
                        rules,
                        "{\"cwd\":\"/home/ann\",\"payload\":{\"roots\":[\"/home/ann\",\"/tmp\",7],"
                                + "\"x\":{\"cwd\":\"/home/ann\"},\"cwd\":\"/home/ann\"},"
                                + "\"agents\":{\"a\":{\"home\":\"/home/ann/a\"}}}\n"))
                .isEqualTo(("{\"cwd\":\"/home/ann\",\"payload\":{\"roots\":[\"%1$s\",\"/tmp\",7],"
                                + "\"x\":{\"cwd\":\"/home/ann\"},\"cwd\":\"%1$s\"},"
                                + "\"agents\":{\"a\":{\"home\":\"%1$s/a\"}}}\n")
                        .formatted(MOVED));
    }

    @Test
    void json_that_is_kept_as_text_keeps_how_the_rest_of_it_was_written() throws IOException {
        var rules = new MovedFolders(FolderFields.none().and(FOLDER, "data", FolderFields.INSIDE, "path", "cwd"));
        assertThat(moved(
                        rules,
                        "{\"data\":\"{\\u0022t\\\":\\\"\\/\\\\n\\u00e9ü\\\","
                                + "\\\"path\\\":{\\\"cwd\\\":\\\"\\/home\\/ann\\/x\\\"}}\",\"z\":1}\n"))
                .isEqualTo("{\"data\":\"{\\u0022t\\\":\\\"\\/\\\\n\\u00e9ü\\\","
                        + "\\\"path\\\":{\\\"cwd\\\":\\\"/srv/a \\\\\\\"b\\\\\\\"\\\\\\\\ü/x\\\"}}\",\"z\":1}\n");
    }

    @Test
    void text_that_is_no_json_inside_stays() throws IOException {
        var rules = new MovedFolders(FolderFields.none().and(FOLDER, "data", FolderFields.INSIDE, "cwd"));
        for (var inside : List.of("{\\\"cwd\\\":\\\"/home/ann\\\"", "\\ud83d\\u", "\\u12", "", "/home/ann\\")) {
            var line = "{\"data\":\"" + inside + "\"}";
            assertThat(moved(rules, line)).isEqualTo(line);
        }
    }

    @Test
    void it_does_not_matter_where_the_bytes_are_cut() throws IOException {
        var log = "{\"a\":1}\n\n{\"cwd\":\"/home/ann/é\",\"x\":\"\\n\"}\nno json\n{\"cwd\":\"/home/ann\"}"
                .getBytes(StandardCharsets.UTF_8);
        var whole = moved(cwd, log);
        for (int cut = 0; cut <= log.length; cut++) {
            assertThat(moved(cwd, Arrays.copyOf(log, cut), Arrays.copyOfRange(log, cut, log.length)))
                    .as("cut at %d", cut)
                    .isEqualTo(whole);
        }
    }

    @Test
    void a_line_that_is_longer_than_any_reader_takes_passes_as_it_is_and_those_around_it_change() throws IOException {
        var line = "{\"cwd\":\"/home/ann\"}\n";
        var filling = "x".repeat(1 << 20).getBytes(StandardCharsets.UTF_8);
        var seen = new Counting();
        cwd.lines(
                to -> {
                    to.write((line + "{\"cwd\":\"/home/ann\",\"t\":\"").getBytes(StandardCharsets.UTF_8));
                    for (int i = 0; i <= JsonLines.MAX_LINE >> 20; i++) {
                        to.write(filling);
                    }
                    to.write(("\"}\n" + line).getBytes(StandardCharsets.UTF_8));
                },
                seen);
        var grown = MOVED.getBytes(StandardCharsets.UTF_8).length - "/home/ann".length();
        assertThat(seen.count)
                .isEqualTo(2L * (line.length() + grown)
                        + "{\"cwd\":\"/home/ann\",\"t\":\"\"}\n".length()
                        + (JsonLines.MAX_LINE + (1L << 20)));
    }

    private static final class Counting extends OutputStream {
        private long count;

        @Override
        public void write(int one) {
            count++;
        }

        @Override
        public void write(byte[] bytes, int from, int length) {
            count += length;
        }
    }

    @Test
    void a_document_of_many_lines_is_one_text() throws IOException {
        var out = new ByteArrayOutputStream();
        cwd.document(
                to -> to.write("\n{\n  \"cwd\": \"/home/ann\",\n  \"x\": {}\n}".getBytes(StandardCharsets.UTF_8)), out);
        assertThat(out.toString(StandardCharsets.UTF_8))
                .isEqualTo("\n{\n  \"cwd\": \"" + MOVED + "\",\n  \"x\": {}\n}");
    }

    @Test
    void a_document_that_is_too_long_is_refused() {
        assertThatThrownBy(() ->
                        cwd.document(to -> to.write(new byte[JsonLines.MAX_LINE + 1]), OutputStream.nullOutputStream()))
                .isInstanceOf(UnmovableException.class);
    }
}
