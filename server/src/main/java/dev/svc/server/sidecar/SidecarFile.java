package dev.svc.server.sidecar;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.svc.server.metadata.Journal.Head;
import dev.svc.server.metadata.event.Hash;
import dev.svc.server.metadata.fold.Organisation;
import dev.svc.shared.file.OwnerOnly;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The file and its two earlier generations. Replaced atomically: a reader sees one state or the next.
final class SidecarFile {
    static final int SCHEMA = 1;
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final Path file;

    SidecarFile(Path file) {
        this.file = file;
    }

    /// What a file says.
    ///
    /// @param at the entry it contains, with its hash; [Head#NONE] in a file of another program
    record Content(Head at, Organisation organisation) {
        boolean isLegacy() {
            return at.equals(Head.NONE);
        }
    }

    Path path() {
        return file;
    }

    boolean exists() {
        return Files.exists(file, LinkOption.NOFOLLOW_LINKS);
    }

    /// @throws IOException when it is missing or not understood
    Content read() throws IOException {
        return read(file);
    }

    /// The newest earlier generation that is understood.
    Optional<Content> earlier() {
        return Stream.of(1, 2).map(this::generation).flatMap(SidecarFile::found).findFirst();
    }

    private static Stream<Content> found(Path generation) {
        try {
            return Stream.of(read(generation));
        } catch (IOException missingOrBroken) {
            return Stream.empty();
        }
    }

    private static Content read(Path file) throws IOException {
        var all = parsed(file);
        if (all == null || !all.isObject()) {
            throw new IOException("it holds no JSON object");
        }
        if (!all.has("schema")) {
            return new Content(Head.NONE, OrganisationJson.read(all.has("data") ? all.path("data") : all));
        }
        if (all.path("schema").asInt() != SCHEMA) {
            throw new IOException("its schema is " + all.path("schema").asText() + ", not " + SCHEMA);
        }
        return new Content(
                new Head(all.path("seq").asLong(), hash(all.path("hash"))), OrganisationJson.read(all.path("data")));
    }

    private static @Nullable JsonNode parsed(Path file) throws IOException {
        try {
            return MAPPER.readTree(Files.readAllBytes(file));
        } catch (JsonProcessingException broken) {
            throw new IOException("it is no JSON", broken);
        }
    }

    private static Hash hash(JsonNode hex) throws IOException {
        try {
            return Hash.parse(hex.asText());
        } catch (IllegalArgumentException broken) {
            throw new IOException("its hash is none", broken);
        }
    }

    void write(Content content) throws IOException {
        var folder = java.util.Objects.requireNonNull(file.toAbsolutePath().getParent());
        OwnerOnly.folder(folder);
        var temporary = file.resolveSibling(file.getFileName() + ".next");
        Files.deleteIfExists(temporary);
        try {
            writeOut(content, temporary);
            keepGenerations();
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException failed) {
            Files.deleteIfExists(temporary);
            throw failed;
        }
        try (var channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    private static void writeOut(Content content, Path temporary) throws IOException {
        var owned = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        try (var channel = FileChannel.open(
                        temporary, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), owned);
                var out = MAPPER.createGenerator(new BufferedOutputStream(Channels.newOutputStream(channel)))) {
            out.disable(com.fasterxml.jackson.core.JsonGenerator.Feature.AUTO_CLOSE_TARGET);
            out.writeStartObject();
            out.writeNumberField("schema", SCHEMA);
            out.writeNumberField("seq", content.at.seq());
            out.writeStringField("hash", content.at.hash().toString());
            out.writeFieldName("data");
            OrganisationJson.write(content.organisation, out);
            out.writeEndObject();
            out.flush();
            channel.force(true);
        }
    }

    /// The present file is there at every moment: the first generation becomes a second name for it.
    private void keepGenerations() throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        if (Files.exists(generation(1), LinkOption.NOFOLLOW_LINKS)) {
            Files.move(
                    generation(1), generation(2), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        }
        try {
            Files.createLink(generation(1), file);
        } catch (UnsupportedOperationException | IOException noLinks) {
            Files.copy(file, generation(1), StandardCopyOption.REPLACE_EXISTING, LinkOption.NOFOLLOW_LINKS);
        }
        // Somebody's editor may have left the present file open to others.
        OwnerOnly.close(generation(1));
    }

    private Path generation(int number) {
        return file.resolveSibling(file.getFileName() + "." + number);
    }

    /// Puts a copy aside under a name that says why; it is never touched again.
    Path keepAside(String why, String stamp) throws IOException {
        var aside = file.resolveSibling(file.getFileName() + "." + why + "-" + stamp);
        Files.copy(file, aside, StandardCopyOption.REPLACE_EXISTING);
        OwnerOnly.close(aside);
        return aside;
    }
}
