package dev.svc.server.fleet.broker;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// Issues certificates that nobody knows but who is told, with the keytool of the JDK.
public final class TlsAuthority {
    private static final String PASSWORD = "changeit";

    private final Path folder;
    private final Path store;

    /// @param folder an empty one, which it keeps what it makes in
    public TlsAuthority(Path folder) throws Exception {
        this.folder = folder;
        this.store = folder.resolve("keys.p12");
        make("authority", "-dname", "CN=Authority of a test", "-ext", "bc:c");
    }

    private void make(String alias, String... more) throws Exception {
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD,
                "-alias",
                alias,
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1"));
        command.addAll(List.of(more));
        var said = folder.resolve("keytool.out");
        var made = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        if (Waiting.exitCode(made) != 0) {
            throw new AssertionError(Files.readString(said));
        }
    }

    /// Issues one; the options of a nats-server that shows it.
    ///
    /// @param alias of the certificate, and no other one
    /// @param name whom it is for, as `ip:127.0.0.1` or `dns:hub`
    /// @param more of the options of keytool
    public String[] issue(String alias, String name, String... more) throws Exception {
        var options = new ArrayList<>(List.of("-dname", "CN=hub", "-ext", "san=" + name, "-signer", "authority"));
        options.addAll(List.of(more));
        make(alias, options.toArray(String[]::new));
        var keys = keys();
        var chain = new StringBuilder();
        for (var certificate : keys.getCertificateChain(alias)) {
            chain.append(pem("CERTIFICATE", certificate.getEncoded()));
        }
        var key = keys.getKey(alias, PASSWORD.toCharArray()).getEncoded();
        return new String[] {
            "-js",
            "--tls",
            "--tlscert",
            Files.writeString(folder.resolve(alias + ".crt"), chain).toString(),
            "--tlskey",
            Files.writeString(folder.resolve(alias + ".key"), pem("PRIVATE KEY", key))
                    .toString()
        };
    }

    private static String pem(String what, byte[] content) {
        var lines = Base64.getMimeEncoder(64, "\n".getBytes(US_ASCII)).encodeToString(content);
        return "-----BEGIN %s-----\n%s\n-----END %1$s-----\n".formatted(what, lines);
    }

    private KeyStore keys() throws IOException, GeneralSecurityException {
        return KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
    }

    /// Trusts it, and nobody else.
    SSLContext trusting() throws IOException, GeneralSecurityException {
        var known = KeyStore.getInstance("PKCS12");
        known.load(null, null);
        known.setCertificateEntry("authority", keys().getCertificate("authority"));
        var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(known);
        var context = SSLContext.getInstance("TLS");
        context.init(null, factory.getTrustManagers(), null);
        return context;
    }
}
