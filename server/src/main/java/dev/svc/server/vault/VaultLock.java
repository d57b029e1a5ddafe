package dev.svc.server.vault;

import dev.svc.shared.file.OwnerOnly;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/// One service at a time writes to a vault, and only to one of a form that it knows.
record VaultLock(FileChannel held) implements Closeable {
    private static final String FORM = "1";
    private static final String FORM_FILE = "form";
    private static final String LOCK_FILE = "lock";
    private static final int LONGEST_FORM = 16;

    /// @throws VaultException when another service has it, or a newer release made it
    static VaultLock take(Path folder) throws IOException {
        OwnerOnly.closed(folder);
        var options = Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        var channel = FileChannel.open(folder.resolve(LOCK_FILE), options, OwnerOnly.fileAttributes(folder));
        try {
            if (channel.tryLock() == null) {
                throw inUse(folder);
            }
            requireForm(folder);
            if (!Files.exists(folder.resolve(FORM_FILE))) {
                OwnerOnly.write(folder.resolve(FORM_FILE), FORM + "\n");
            }
            return new VaultLock(channel);
        } catch (OverlappingFileLockException heldHere) {
            channel.close();
            throw inUse(folder);
        } catch (IOException | RuntimeException refused) {
            channel.close();
            throw refused;
        }
    }

    private static VaultException inUse(Path folder) {
        return new VaultException(
                "Another service keeps its copies in %s. Give each its own with SVC_VAULT_DIR.".formatted(folder));
    }

    /// @throws VaultException when the vault has a form that this release does not know
    static void requireForm(Path folder) throws IOException {
        var file = folder.resolve(FORM_FILE);
        if (!Files.isRegularFile(file)) {
            return;
        }
        String form;
        try (var in = Files.newInputStream(file)) {
            form = new String(in.readNBytes(LONGEST_FORM), StandardCharsets.UTF_8).strip();
        }
        if (!form.equals(FORM)) {
            throw new VaultException(
                    "The vault in %s has form %s and this release knows form %s: a newer svc made it. Nothing in it is read or changed."
                            .formatted(folder, form, FORM));
        }
    }

    @Override
    public void close() throws IOException {
        held.close();
    }
}
