package dev.svc.server.wiring.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.shared.config.VariableTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ReadmeTest {
    private static final String BEGIN = "<!-- variables -->\n";
    private static final String END = "<!-- /variables -->";

    @Test
    void the_table_of_variables_is_the_one_that_the_program_reads() throws IOException {
        String readme = Files.readString(Path.of("..", "README.md"));
        String table = readme.substring(readme.indexOf(BEGIN) + BEGIN.length(), readme.indexOf(END));
        assertThat(table)
                .as("copy what `svc variables` prints between the two marks")
                .isEqualTo(VariableTable.markdown(ConfiguredEngines.variables()));
    }
}
