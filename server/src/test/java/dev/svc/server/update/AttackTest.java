package dev.svc.server.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.svc.server.update.UpdateStatus.State;
import dev.svc.server.update.release.Channel;
import dev.svc.server.update.release.Git;
import dev.svc.server.update.release.UpdateException;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Attacks by somebody who controls the repository, the way to it, the home or the environment.
/// None of their code runs before it is checked, and the installed release keeps running.
class AttackTest {
    private static final Duration LONG_ENOUGH_TO_BEGIN = Duration.ofSeconds(10);

    @TempDir
    private Path folder;

    private Host host;
    private Path proof;

    @BeforeEach
    void install() throws IOException {
        host = new Host(folder);
        proof = folder.resolve("proof");
    }

    @AfterEach
    void end() {
        host.close();
    }

    private String toucher() {
        return "#!/bin/sh\ntouch '" + proof + "'\n";
    }

    @Test
    void hooks_never_run() throws Exception {
        for (var hook : List.of("post-checkout", "post-merge", "reference-transaction", "fsmonitor-watchman")) {
            host.origin.executable("hooks/" + hook, toucher());
            var mine = host.paths.sourceCopy().resolve("hooks");
            Files.createDirectories(mine);
            Files.copy(host.origin.work().resolve("hooks/" + hook), mine.resolve(hook));
        }
        host.origin.release("v1.1.0", "good");
        assertThat(host.apply().state()).isEqualTo(State.DONE);
        assertThat(proof).doesNotExist();
    }

    @Test
    void submodules_are_not_fetched_while_a_release_is_judged() throws Exception {
        var other = folder.resolve("other");
        host.origin.git("init", "--quiet", "--bare", other.toString());
        Files.writeString(
                host.origin.work().resolve(".gitmodules"),
                "[submodule \"x\"]\n\tpath = x\n\turl = ext::sh -c touch% " + proof + "\n");
        String gitlink = "160000," + host.origin.head() + ",x";
        host.origin.git("update-index", "--add", "--cacheinfo", gitlink);
        host.origin.git("add", ".gitmodules");
        host.origin.git("commit", "--quiet", "-m", "a submodule");
        host.origin.git("tag", "v1.1.0");
        host.origin.push();
        var status = host.apply();
        assertThat(proof).doesNotExist();
        assertThat(status.state()).isIn(State.DONE, State.FAILED);
        assertThat(host.running()).isNotBlank();
    }

    @Test
    void filters_that_the_repository_asks_for_do_not_run() throws Exception {
        Files.writeString(host.origin.work().resolve(".gitattributes"), "* filter=evil\n");
        host.surroundings.putAll(Map.of(
                "GIT_CONFIG_COUNT", "1",
                "GIT_CONFIG_KEY_0", "filter.evil.smudge",
                "GIT_CONFIG_VALUE_0", "touch '" + proof + "'; cat"));
        host.origin.release("v1.1.0", "good");
        assertThat(host.apply().state()).isEqualTo(State.DONE);
        assertThat(proof).doesNotExist();
    }

    @Test
    void names_that_look_like_options_or_have_odd_letters_are_no_versions() throws Exception {
        host.origin.commit("dies");
        String dies = host.origin.head();
        for (var name : List.of(
                "v9.9.9-rc1", "v9.9.9;reboot", "v٩.9.9", "v09.9.9", "v9.9.9.9", "v9999999.9.9", "version/v9.9.9")) {
            host.origin.git("tag", name);
        }
        host.origin.push();
        // No git makes such a thing, but a server may send it.
        Files.writeString(
                host.origin.address().resolve("packed-refs"),
                "# pack-refs with: peeled fully-peeled sorted \n" + dies + " refs/tags/--upload-pack=touch\n"
                        + dies + " refs/tags/v1.0.1\\n\n"
                        + host.releases.current().orElseThrow().commit()
                        + " refs/tags/v1.0.0\n");
        assertThat(host.apply().reason()).contains("This is the newest.");
        assertThat(host.running()).isEqualTo("1.0.0");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ext::sh -c touch% /tmp/x",
                "--upload-pack=touch /tmp/x",
                "-oProxyCommand=touch@host:x",
                "ssh://-oProxyCommand=touch/x",
                "http://example.org/svc.git",
                "git://example.org/svc.git",
                "fd::17",
                "relative/path",
                "https://example.org/svc.git\n--upload-pack=touch",
                "https://alex:secret@example.org/svc.git"
            })
    void an_address_that_is_none_is_refused_before_git_sees_it(String address) {
        var status =
                host.update().apply(new UpdateSettings(Optional.of(address), Optional.empty(), Channel.STABLE, false));
        assertThat(status.state()).isEqualTo(State.FAILED);
        assertThat(status.reason()).startsWith("SVC_REPO").doesNotContain("secret");
    }

    @Test
    void git_itself_speaks_no_transport_but_the_three() throws Exception {
        var git = new Git(folder, System.getenv());
        for (var address : List.of("ext::touch " + proof, "http://127.0.0.1:9/x", "git://127.0.0.1:9/x")) {
            var answer = git.run(Waiting.PATIENCE, List.of("ls-remote", "--", address));
            assertThat(answer.succeeded()).isFalse();
            assertThat(answer.complaint()).contains("not allowed");
        }
        assertThat(proof).doesNotExist();
    }

    @Test
    void a_redirection_is_not_followed() throws Exception {
        var asked = new AtomicInteger();
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        String here = "http://127.0.0.1:" + server.getAddress().getPort();
        server.createContext("/svc.git", exchange -> {
            exchange.getResponseHeaders()
                    .add(
                            "Location",
                            here + "/other.git"
                                    + exchange.getRequestURI().toString().substring("/svc.git".length()));
            exchange.sendResponseHeaders(302, -1);
            exchange.close();
        });
        server.createContext("/other.git", exchange -> {
            asked.incrementAndGet();
            exchange.sendResponseHeaders(404, -1);
            exchange.close();
        });
        server.start();
        try {
            var git = new Git(folder, System.getenv());
            var words = List.of("ls-remote", "--", here + "/svc.git");
            assertThat(git.run(Waiting.PATIENCE, words, Map.of("GIT_ALLOW_PROTOCOL", "http"))
                            .succeeded())
                    .isFalse();
            assertThat(asked).hasValue(0);
        } finally {
            server.stop(0);
        }
    }

    @Test
    void variables_that_steer_git_steer_nothing() throws Exception {
        host.surroundings.putAll(Map.of(
                "GIT_DIR",
                folder.resolve("nowhere").toString(),
                "GIT_SSH_COMMAND",
                "touch " + proof,
                "GIT_EXTERNAL_DIFF",
                "touch " + proof,
                "GIT_PROXY_COMMAND",
                "touch " + proof,
                "GIT_CONFIG_PARAMETERS",
                "'core.fsmonitor=touch " + proof + "'",
                "GIT_ALLOW_PROTOCOL",
                "ext",
                "GIT_EXEC_PATH",
                folder.toString(),
                "GIT_TEMPLATE_DIR",
                folder.toString()));
        host.origin.release("v1.1.0", "good");
        assertThat(host.apply().state()).isEqualTo(State.DONE);
        assertThat(proof).doesNotExist();
    }

    @Test
    void a_linked_folder_of_releases_is_refused_and_what_it_names_stays() throws Exception {
        var elsewhere = folder.resolve("elsewhere");
        Files.move(host.home.resolve("releases"), elsewhere);
        Files.createSymbolicLink(host.home.resolve("releases"), elsewhere);
        host.origin.release("v1.1.0", "good");
        assertThat(host.apply().reason()).contains("is a link");
        assertThat(elsewhere).isNotEmptyDirectory();
    }

    @Test
    void removing_a_release_follows_no_link_out_of_it() throws Exception {
        var precious = Files.createDirectories(folder.resolve("precious"));
        Files.writeString(precious.resolve("file"), "kept");
        var planted = host.home.resolve("releases/20200101-000000-aaaaaaaaaaaa");
        Files.createDirectories(planted);
        Files.createSymbolicLink(planted.resolve("src"), precious);
        host.releases.discard(String.valueOf(planted.getFileName()));
        assertThat(planted).doesNotExist();
        host.releases.discard("../../precious");
        host.releases.discard("..");
        assertThat(precious.resolve("file")).hasContent("kept");
    }

    @Test
    void a_link_in_place_of_status_or_lock_is_not_written_through() throws Exception {
        var victim = Files.writeString(folder.resolve("victim"), "kept");
        Files.createDirectories(host.paths.folder());
        Files.createSymbolicLink(host.paths.status(), victim);
        host.origin.release("v1.1.0", "good");
        assertThatThrownBy(host::apply).isInstanceOf(UpdateException.class);
        Files.delete(host.paths.status());
        Files.deleteIfExists(host.paths.lock());
        Files.createSymbolicLink(host.paths.lock(), victim);
        assertThatThrownBy(host::apply).isInstanceOf(UpdateException.class);
        assertThat(victim).hasContent("kept");
        assertThat(host.running()).isEqualTo("1.0.0");
    }

    @Test
    void a_repository_that_never_ends_to_answer_is_left() throws Exception {
        try (var silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            var git = new Git(folder, System.getenv());
            var words = List.of("ls-remote", "--", "https://127.0.0.1:" + silent.getLocalPort() + "/svc.git");
            assertThat(git.run(Duration.ofSeconds(1), words).inTime()).isFalse();
        }
        var usual = host.timeouts;
        host.timeouts = new Timeouts(Duration.ofNanos(1), usual.build(), usual.trial(), usual.health());
        host.origin.release("v1.1.0", "good");
        assertThat(host.apply().reason()).contains("could not be fetched within");
        assertThat(host.running()).isEqualTo("1.0.0");
    }

    @Test
    void a_build_that_never_ends_is_ended_with_all_that_it_started() throws Exception {
        host.origin.executable(
                "installer/build-release.sh", "#!/bin/sh\nsleep 4711 & echo $! >'" + proof + "'\nwait\n");
        host.origin.release("v1.1.0", "good");
        Files.copy(
                host.origin.work().resolve("installer/build-release.sh"),
                host.releases.current().orElseThrow().source().resolve("installer/build-release.sh"),
                StandardCopyOption.REPLACE_EXISTING);
        var usual = host.timeouts;
        host.timeouts = new Timeouts(usual.fetch(), LONG_ENOUGH_TO_BEGIN, usual.trial(), usual.health());
        assertThat(host.apply().reason()).contains("was not built within");
        long child = Long.parseLong(Files.readString(proof).strip());
        var sleeping = ProcessHandle.of(child);
        if (sleeping.isPresent()) {
            Waiting.ended(sleeping.get());
        }
    }
}
