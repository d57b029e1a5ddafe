package dev.svc.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DoctorCommandTest {
    @ParameterizedTest
    @CsvSource({"25,true", "25.0.2,true", "25.0.3,false", "25.0.10,false", "26,false"})
    void it_says_which_java_can_leave_a_request_waiting_for_ever(String version, boolean says) {
        var objection = DoctorCommand.javaObjection(Runtime.Version.parse(version));
        assertThat(objection.isPresent()).isEqualTo(says);
        assertThat(objection.orElse(version)).startsWith(version);
    }
}
