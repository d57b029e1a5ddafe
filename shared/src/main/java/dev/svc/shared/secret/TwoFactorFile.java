package dev.svc.shared.secret;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.svc.shared.config.OwnCommand;
import dev.svc.shared.file.AtomicFile;
import dev.svc.shared.file.LockedFile;
import dev.svc.shared.file.OwnerOnly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Optional;
import java.util.function.Function;

/// SVC_2FA_FILE: read for each decision, replaced atomically, readable by its owner only.
///
/// Changes hold a lock file beside it, so that a server that counts a step never brings back what `clear-2fa` removed.
public final class TwoFactorFile {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int LARGEST = 64 << 10;

    private final Path path;

    public TwoFactorFile(Path path) {
        this.path = path;
    }

    public Path path() {
        return path;
    }

    public SecondFactor read() {
        try {
            if (!Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
                return Files.exists(path, LinkOption.NOFOLLOW_LINKS)
                        ? broken("is no regular file")
                        : new SecondFactor.Off();
            }
            if (OwnerOnly.isOpenToOthers(path)) {
                return new SecondFactor.Broken(
                        "%s can be read by others and holds the two-factor secret: run  chmod 600 '%s'  on the host."
                                .formatted(path, path));
            }
            return Files.size(path) > LARGEST
                    ? broken("is too large")
                    : parsed(JSON.readTree(Files.readAllBytes(path)));
        } catch (NoSuchFileException removedMeanwhile) {
            return new SecondFactor.Off();
        } catch (JacksonException e) {
            return broken("is no JSON");
        } catch (IOException e) {
            return broken("cannot be read");
        }
    }

    /// Puts a new enrolment in place of whatever there is.
    public void enable(SecondFactor.On enrolment) throws IOException {
        exclusively(() -> {
            write(enrolment);
            return true;
        });
    }

    /// Removes the file; false when there is none.
    public boolean remove() throws IOException {
        return exclusively(() -> {
            boolean removed = Files.deleteIfExists(path);
            AtomicFile.forceFolder(folder());
            return removed;
        });
    }

    /// Applies the rule to the present enrolment and stores its result, atomically under the lock.
    ///
    /// @return what was stored; empty when two-factor is off or broken, or the rule says no
    public Optional<SecondFactor.On> change(Function<SecondFactor.On, Optional<SecondFactor.On>> rule)
            throws IOException {
        return exclusively(() -> {
            Optional<SecondFactor.On> changed =
                    read() instanceof SecondFactor.On on ? rule.apply(on) : Optional.empty();
            if (changed.isPresent()) {
                write(changed.get());
            }
            return changed;
        });
    }

    private <T> T exclusively(LockedFile.Work<T> work) throws IOException {
        return LockedFile.under(folder().resolve("." + path.getFileName() + ".lock"), work);
    }

    private void write(SecondFactor.On on) throws IOException {
        var root = JSON.createObjectNode()
                .put("schema", 1)
                .put("secret", on.secret())
                .put("last_step", on.lastStep());
        on.recoveryCodes().forEach(root.putArray("recovery_codes")::add);
        AtomicFile.write(path, JSON.writeValueAsBytes(root));
    }

    private SecondFactor parsed(JsonNode root) {
        JsonNode codes = root.path("recovery_codes");
        if (root.path("schema").asInt() != 1
                || !root.path("secret").asText().matches("[A-Z2-7]{16,128}")
                || !root.path("last_step").isIntegralNumber()
                || !codes.isArray()) {
            return broken("is not what svc writes");
        }
        var digests = new ArrayList<String>();
        codes.forEach(code -> digests.add(code.asText()));
        return new SecondFactor.On(
                root.path("secret").asText(), root.path("last_step").asLong(), digests);
    }

    private SecondFactor.Broken broken(String what) {
        return new SecondFactor.Broken("%s %s, so nobody can sign in: restore it, or run  %s  on the host."
                .formatted(path, what, OwnCommand.line("clear-2fa")));
    }

    private Path folder() {
        return Optional.ofNullable(path.toAbsolutePath().getParent()).orElseThrow();
    }
}
