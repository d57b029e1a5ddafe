package dev.svc.server.engine.antigravity;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FileUriTest {
    @Test
    void a_folder_is_decoded_or_taken_as_it_is() {
        assertThat(FileUri.path("file:///home/casey/data%20lab")).isEqualTo("/home/casey/data lab");
        assertThat(FileUri.path("file:///home/casey/k%C3%A4se")).isEqualTo("/home/casey/käse");
        assertThat(FileUri.path("file:///home/casey/käse-café")).isEqualTo("/home/casey/käse-café");
        assertThat(FileUri.path("file://localhost/home/casey")).isEqualTo("/home/casey");
        assertThat(FileUri.path("/home/casey/100%25")).isEqualTo("/home/casey/100%25");
    }

    @Test
    void a_percent_sign_that_begins_no_byte_stands_for_itself() {
        assertThat(FileUri.path("file:///home/100%/x")).isEqualTo("/home/100%/x");
        assertThat(FileUri.path("file:///home/100%")).isEqualTo("/home/100%");
        assertThat(FileUri.path("file:///home/%2")).isEqualTo("/home/%2");
        assertThat(FileUri.path("file:///home/%2F%")).isEqualTo("/home//%");
    }

    @Test
    void what_is_no_absolute_path_is_no_folder() {
        assertThat(FileUri.path(null)).isNull();
        assertThat(FileUri.path("")).isNull();
        assertThat(FileUri.path("file://")).isNull();
        assertThat(FileUri.path("relative/path")).isNull();
        assertThat(FileUri.path("vscode-remote://host/x")).isNull();
        assertThat(FileUri.path("file:///home/%00")).isNull();
    }
}
