package dev.svc.server.update;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.update.UpdateStatus.State;
import dev.svc.server.update.release.Channel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whose signatures count where signers are configured: with ssh keys and with those of a GnuPG home.
class SignatureTest {
    @TempDir
    private Path folder;

    private Host host;
    private String gpg = "gpg";
    private final List<Path> homes = new ArrayList<>();

    @BeforeEach
    void install() throws IOException {
        host = new Host(folder);
    }

    @AfterEach
    void end() throws Exception {
        host.close();
        for (var home : homes) {
            run("gpgconf", "--homedir", home.toString(), "--kill", "all");
        }
    }

    @Test
    void where_signers_are_configured_an_unsigned_tag_and_an_unsigned_branch_are_refused() throws Exception {
        var key = signers();
        assertThat(key).exists();
        host.origin.release("v1.1.0", "good");
        assertThat(host.apply().reason()).contains("v1.1.0 is not signed by anybody in");
        assertThat(host.apply(Channel.MAIN).reason()).contains("main is not signed by anybody in");
        assertThat(host.running()).isEqualTo("1.0.0");
    }

    @Test
    void a_signed_tag_is_taken_and_one_of_a_stranger_or_under_another_name_is_not() throws Exception {
        var key = signers();
        host.origin.commit("good");
        sign(key, "v1.1.0");
        assertThat(host.apply().state()).isEqualTo(State.DONE);

        host.origin.commit("good");
        sign(key, "v1.2.0");
        assertThat(host.apply().state()).isEqualTo(State.DONE);
        String signed = host.origin.git("rev-parse", "refs/tags/v1.1.0").strip();
        host.origin.git("update-ref", "refs/tags/v1.3.0", signed);
        host.origin.push();
        assertThat(host.apply().reason()).contains("The tag v1.3.0 was signed as v1.1.0");

        host.origin.commit("good");
        sign(key("stranger"), "v1.4.0");
        assertThat(host.apply().reason()).contains("v1.4.0 is not signed by anybody in");
        assertThat(host.running()).isEqualTo("1.2.0");
    }

    @Test
    void a_tag_signed_with_a_key_of_the_gnupg_home_is_taken_and_one_of_a_stranger_is_not() throws Exception {
        var mine = gnupg("mine", "never");
        var stranger = gnupg("stranger", "never");
        trust(mine);
        // Whom the person trusts elsewhere does not count.
        host.surroundings.put("GNUPGHOME", stranger.toString());
        host.origin.commit("good");
        signWithGnupg(stranger, "v1.1.0");
        assertThat(host.apply().reason()).contains("v1.1.0 is not signed by anybody in");
        host.origin.commit("good");
        signWithGnupg(mine, "v1.2.0");
        assertThat(host.apply().state()).isEqualTo(State.DONE);
        assertThat(host.running()).isEqualTo("1.2.0");
    }

    @Test
    void a_gnupg_key_that_ran_out_vouches_for_nothing_and_an_ssh_key_does_not_stand_in_for_one() throws Exception {
        host.origin.executable("gpg-then", "#!/bin/sh\nexec gpg --faked-system-time 20250101T000000! \"$@\"\n");
        gpg = host.origin.work().resolve("gpg-then").toString();
        var old = gnupg("old", "1d");
        trust(old);
        host.origin.commit("good");
        signWithGnupg(old, "v1.1.0");
        assertThat(host.apply().reason()).contains("v1.1.0 is not signed by anybody in");
        host.origin.commit("good");
        sign(key("signer"), "v1.2.0");
        assertThat(host.apply().reason()).contains("v1.2.0 is not signed by anybody in");
        assertThat(host.running()).isEqualTo("1.0.0");
    }

    private Path signers() throws Exception {
        var key = key("signer");
        var trust = Files.createDirectories(host.home.resolve("trust"));
        Files.writeString(
                trust.resolve("allowed_signers"),
                "alex@example.org namespaces=\"git\" " + Files.readString(Path.of(key + ".pub")),
                StandardCharsets.UTF_8);
        return key;
    }

    private Path key(String name) throws Exception {
        var file = folder.resolve(name);
        var made = new ProcessBuilder("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", file.toString()).start();
        assertThat(made.waitFor()).isZero();
        return file;
    }

    private void sign(Path key, String tag) {
        host.origin.git("-c", "gpg.format=ssh", "-c", "user.signingkey=" + key, "tag", "-s", "-m", tag, tag);
        host.origin.push();
    }

    /// A GnuPG home with one key.
    private Path gnupg(String name, String lifetime) throws Exception {
        var home = Files.createDirectory(
                folder.resolve(name),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        homes.add(home);
        run(
                gpg,
                "--homedir",
                home.toString(),
                "--batch",
                "--quiet",
                "--passphrase",
                "",
                "--quick-generate-key",
                "alex@example.org",
                "ed25519",
                "sign",
                lifetime);
        return home;
    }

    private void trust(Path gnupgHome) throws Exception {
        var keyring = Files.createDirectories(
                host.home.resolve("trust/gnupg"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        var keys = folder.resolve("keys").toString();
        run(gpg, "--homedir", gnupgHome.toString(), "--batch", "--quiet", "--output", keys, "--export");
        run(gpg, "--homedir", keyring.toString(), "--batch", "--quiet", "--import", keys);
    }

    private void signWithGnupg(Path home, String tag) {
        host.origin.git(
                Map.of("GNUPGHOME", home.toString()),
                "-c",
                "gpg.program=" + gpg,
                "-c",
                "user.signingkey=alex@example.org",
                "tag",
                "-s",
                "-m",
                tag,
                tag);
        host.origin.push();
    }

    private static void run(String... argv) throws Exception {
        var process = new ProcessBuilder(argv).redirectErrorStream(true).start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as("%s: %s", List.of(argv), said).isZero();
    }
}
