package dev.svc.server.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ChildEnvironmentTest {
    @Test
    void where_the_server_has_no_locale_of_utf_8_its_programs_get_one() {
        assertThat(locale(Map.of())).isEqualTo(Map.of("LC_CTYPE", "C.UTF-8"));
        assertThat(locale(Map.of("LANG", "C"))).isEqualTo(Map.of("LANG", "C", "LC_CTYPE", "C.UTF-8"));
        assertThat(locale(Map.of("LANG", "de_DE.UTF-8", "LC_CTYPE", "POSIX")))
                .isEqualTo(Map.of("LANG", "de_DE.UTF-8", "LC_CTYPE", "C.UTF-8"));
        assertThat(locale(Map.of("LC_ALL", "C"))).isEqualTo(Map.of("LC_ALL", "C.UTF-8"));
    }

    @Test
    void a_locale_of_utf_8_comes_along_as_it_is() {
        assertThat(locale(Map.of("LANG", "de_DE.utf8"))).isEqualTo(Map.of("LANG", "de_DE.utf8"));
        assertThat(locale(Map.of("LANG", "C", "LC_ALL", "", "LC_CTYPE", "en_GB.UTF-8")))
                .isEqualTo(Map.of("LANG", "C", "LC_ALL", "", "LC_CTYPE", "en_GB.UTF-8"));
    }

    private static Map<String, String> locale(Map<String, String> server) {
        var programs = new ChildEnvironment(server).with(Map.of());
        programs.keySet().removeIf(name -> !name.startsWith("LC_") && !name.equals("LANG"));
        return programs;
    }
}
