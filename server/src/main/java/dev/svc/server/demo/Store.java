package dev.svc.server.demo;

import dev.svc.server.session.EngineKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// Writes samples the way one program writes its sessions, limited to what svc reads.
interface Store {
    EngineKey engine();

    /// What the stories call the program.
    String alias();

    /// The word that starts the program in a shell.
    String command();

    void write(Sample sample) throws IOException;

    /// What the program itself calls the session.
    default String nativeId(Sample sample) {
        return sample.id().toString();
    }

    /// Whether the program keeps archived sessions apart by itself.
    default boolean archives() {
        return false;
    }

    static String sha256(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
