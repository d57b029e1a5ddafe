package dev.svc.server.update.release;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.svc.shared.file.AtomicFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// What each version tag of a repository pointed to when it was first seen. A tag that moved later is not installed.
public final class KnownTags {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path file;

    public KnownTags(Path file) {
        this.file = file;
    }

    /// The sentence about a tag that moved, if it did.
    Optional<String> objection(ReleaseSource source, Candidate candidate) {
        String known = read().path(source.address()).path(candidate.ref()).asText("");
        return known.isEmpty() || known.equals(candidate.commit())
                ? Optional.empty()
                : Optional.of(
                        "The tag %s named %.12s and names %.12s now: a release does not change, so nothing is done. If it is meant to be so, remove %s and try again."
                                .formatted(candidate.shortRef(), known, candidate.commit(), file));
    }

    /// Keeps what is not known yet; what is known stays.
    void remember(ReleaseSource source, List<Candidate> tags) {
        var all = read();
        var ofSource = all.withObjectProperty(source.address());
        var fresh = tags.stream().filter(tag -> !ofSource.has(tag.ref())).toList();
        if (!fresh.isEmpty()) {
            fresh.forEach(tag -> ofSource.put(tag.ref(), tag.commit()));
            write(all);
        }
    }

    private ObjectNode read() {
        try {
            return JSON.readTree(Files.readAllBytes(file)) instanceof ObjectNode known ? known : broken();
        } catch (NoSuchFileException first) {
            return JSON.createObjectNode();
        } catch (JsonProcessingException damaged) {
            return broken();
        } catch (IOException unreadable) {
            throw unreadable(unreadable);
        }
    }

    private ObjectNode broken() {
        throw new UpdateException(
                "%s cannot be understood: remove it, and the tags of today count as known.".formatted(file));
    }

    private void write(ObjectNode all) {
        try {
            AtomicFile.write(file, JSON.writeValueAsBytes(all));
        } catch (IOException notWritable) {
            throw unreadable(notWritable);
        }
    }

    private UpdateException unreadable(IOException why) {
        return new UpdateException("%s cannot be read or written (%s): mend its permissions or make room."
                .formatted(file, why.getMessage()));
    }
}
