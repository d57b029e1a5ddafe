package dev.svc.shared.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// Which line of what a program said is the reason.
final class ComplaintTest {
    @Test
    void a_line_of_a_stack_is_no_reason() {
        var said = """
                svc: an earlier start
                svc failed in a way nobody foresaw; please report this:
                java.lang.IllegalStateException: the flux capacitor is missing
                    at dev.svc.server.Service.start(Service.java:60)
                    at java.base/java.lang.Thread.run(Thread.java:1447)
                Caused by: java.io.IOException: no power
                    ... 3 more
                """;
        assertThat(Complaint.in(said)).contains("java.lang.IllegalStateException: the flux capacitor is missing");
    }

    @Test
    void what_git_calls_fatal_is_its_reason() {
        var said = """
                fatal: '/nowhere.git' does not appear to be a git repository
                fatal: Could not read from remote repository.

                Please make sure you have the correct access rights
                and the repository exists.
                """;
        assertThat(Complaint.in(said)).contains("'/nowhere.git' does not appear to be a git repository");
    }

    @Test
    void else_it_is_the_last_line_that_says_something() {
        assertThat(Complaint.in("svc: fetching\nsvc: it cannot be cloned\n\n")).contains("svc: it cannot be cloned");
    }

    @Test
    void nothing_said_is_no_reason() {
        assertThat(Complaint.in(" \n")).isEmpty();
    }
}
