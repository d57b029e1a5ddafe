package dev.svc.server.fleet;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.svc.server.fleet.copy.CopyMark;
import dev.svc.server.fleet.copy.Settled;
import dev.svc.server.fleet.envelope.Charter;
import dev.svc.server.fleet.envelope.FleetId;
import dev.svc.server.fleet.envelope.FleetKey;
import dev.svc.server.fleet.envelope.HostKeys;
import dev.svc.server.fleet.envelope.HostName;
import dev.svc.server.fleet.envelope.Invitation;
import dev.svc.server.fleet.envelope.RefusedException;
import dev.svc.server.fleet.wire.MalformedException;
import dev.svc.shared.file.AtomicFile;
import dev.svc.shared.file.LockedFile;
import dev.svc.shared.file.OwnerOnly;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/// The folder of a home in which its membership is kept, readable by its owner only. The service and `svc
/// fleet` change it under one lock.
public final class FleetFolder {
    private static final Logger LOG = Logger.getLogger(FleetFolder.class.getName());
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int LARGEST_JSON = 256 << 10;

    /// Numbers are reserved in stretches of this, so that a restart never begins with one that was used.
    private static final long STRETCH = 1L << 20;

    private static final int NUMBERS_A_MILLISECOND_BITS = 10;

    /// No command reads for so long without a new line.
    private static final Duration LONGEST_READING = Duration.ofDays(1);

    private final Path folder;

    public FleetFolder(Path folder) {
        this.folder = folder;
    }

    /// The one of a home.
    public static FleetFolder in(Path data) {
        return new FleetFolder(data.resolve("fleet"));
    }

    private Path host() {
        return folder.resolve("host.json");
    }

    private Path charter() {
        return folder.resolve("charter");
    }

    private Path key() {
        return folder.resolve("fleet-key.json");
    }

    private Path invitations() {
        return folder.resolve("invitations.json");
    }

    private Path numbers() {
        return folder.resolve("numbers");
    }

    /// Work that nobody else's change may fall into.
    void locked(LockedFile.Change change) throws IOException {
        LockedFile.change(folder.resolve("fleet"), change);
    }

    public boolean exists() {
        return Files.exists(host());
    }

    /// Empty for a host that is in no fleet.
    ///
    /// @throws IOException when the files cannot be read, or are not what svc writes
    public Optional<Membership> membership() throws IOException {
        try {
            var node = json(host());
            var keys = HostKeys.of(new HostKeys.Kept(
                    node.path("signing").asText(),
                    node.path("signing_public").asText(),
                    node.path("agreeing").asText(),
                    node.path("agreeing_public").asText()));
            var fleet = FleetId.find(node.path("fleet").asText()).orElseThrow(() -> broken(host()));
            var name = node.path("name").asText();
            if (!HostName.isFit(name)) {
                throw broken(host());
            }
            byte[] written = OwnerOnly.read(charter(), Charter.LARGEST, what -> refused(charter(), what));
            return Charter.read(written, fleet, keys).map(read -> new Membership(name, fleet, keys, read));
        } catch (NoSuchFileException none) {
            return Optional.empty();
        } catch (GeneralSecurityException | MalformedException | RefusedException damaged) {
            throw broken(host());
        }
    }

    /// Makes this host a member.
    void found(String name, HostKeys keys, Charter first) throws IOException {
        var kept = keys.kept();
        OwnerOnly.closed(folder);
        AtomicFile.write(charter(), first.written());
        write(
                host(),
                JSON.createObjectNode()
                        .put("schema", 1)
                        .put("name", name)
                        .put("fleet", first.fleet().text())
                        .put("signing", kept.signing())
                        .put("signing_public", kept.signingPublic())
                        .put("agreeing", kept.agreeing())
                        .put("agreeing_public", kept.agreeingPublic()));
    }

    void keep(FleetKey fleetKey) throws IOException {
        var kept = fleetKey.kept();
        OwnerOnly.closed(folder);
        write(
                key(),
                JSON.createObjectNode()
                        .put("schema", 1)
                        .put("secret", kept.secret())
                        .put("public", kept.open()));
    }

    /// The key of the fleet, which the host that made it has alone.
    public Optional<FleetKey> fleetKey() throws IOException {
        try {
            var node = json(key());
            return Optional.of(FleetKey.of(new FleetKey.Kept(
                    node.path("secret").asText(), node.path("public").asText())));
        } catch (NoSuchFileException none) {
            return Optional.empty();
        } catch (GeneralSecurityException damaged) {
            throw broken(key());
        }
    }

    /// Replaces the charter; the caller holds the lock, and made it of the one that is there.
    void keep(Charter newer) throws IOException {
        AtomicFile.write(charter(), newer.written());
    }

    /// Replaces the charter unless the one that is there is as new: a host may be let in or ended meanwhile, and
    /// who is in the fleet then must not be forgotten. It may be one that this host cannot read, because it was
    /// taken out.
    ///
    /// @param written whose signature was checked
    void keepNewer(FleetId fleet, byte[] written) throws IOException {
        locked(() -> {
            byte[] there = OwnerOnly.read(charter(), Charter.LARGEST, what -> refused(charter(), what));
            try {
                if (Charter.versionOf(there, fleet) >= Charter.versionOf(written, fleet)) {
                    return;
                }
            } catch (MalformedException | RefusedException damaged) {
                LOG.log(Level.WARNING, "{0} is damaged, and replaced by what the broker has", charter());
            }
            AtomicFile.write(charter(), written);
        });
    }

    private Path ended() {
        return folder.resolve("ended.json");
    }

    /// Notes who was ended, for the service to journal; the caller holds the lock.
    void ended(EndedHost host) throws IOException {
        var all = new ArrayList<>(endedHosts());
        all.add(host);
        var root = JSON.createObjectNode().put("schema", 1);
        var list = root.putArray("ended");
        all.forEach(
                it -> list.addObject().put("id", it.id()).put("name", it.name()).put("fingerprint", it.fingerprint()));
        write(ended(), root);
    }

    /// Who was noted, and is noted no longer; the caller holds the lock.
    List<EndedHost> takeEnded() throws IOException {
        var all = endedHosts();
        Files.deleteIfExists(ended());
        return all;
    }

    private List<EndedHost> endedHosts() throws IOException {
        try {
            var all = new ArrayList<EndedHost>();
            for (var node : json(ended()).path("ended")) {
                all.add(new EndedHost(
                        node.path("id").asText(),
                        node.path("name").asText(),
                        node.path("fingerprint").asText()));
            }
            return all;
        } catch (NoSuchFileException none) {
            return List.of();
        }
    }

    private Path settledFile() {
        return folder.resolve("resolved.json");
    }

    /// Notes that the journal has all that the broker has of it, up to an entry.
    public void settle(CopyMark upTo) throws IOException {
        write(
                settledFile(),
                JSON.createObjectNode()
                        .put("schema", 1)
                        .put("entry", upTo.entry())
                        .put("hash", upTo.hash()));
    }

    /// What was noted with [#settle].
    Settled settled() {
        return new Settled() {
            @Override
            public Optional<CopyMark> upTo() throws IOException {
                try {
                    var node = json(settledFile());
                    return Optional.of(new CopyMark(
                            node.path("entry").asLong(), node.path("hash").asText()));
                } catch (NoSuchFileException none) {
                    return Optional.empty();
                }
            }

            @Override
            public void forget() throws IOException {
                Files.deleteIfExists(settledFile());
            }
        };
    }

    /// A new file for what is read of the broker, for its owner only; whoever asks for it removes it. What a command
    /// has left that was killed goes now.
    Path temporary() throws IOException {
        OwnerOnly.closed(folder);
        var made = Files.createTempFile(folder, "copy-", ".jsonl");
        var old = Files.getLastModifiedTime(made).toInstant().minus(LONGEST_READING);
        try (var all = Files.newDirectoryStream(folder, "copy-*.jsonl")) {
            for (var file : all) {
                removeOlder(file, old);
            }
        }
        return made;
    }

    private static void removeOlder(Path file, Instant than) throws IOException {
        try {
            if (Files.getLastModifiedTime(file).toInstant().isBefore(than)) {
                Files.deleteIfExists(file);
            }
        } catch (NoSuchFileException gone) {
            LOG.log(Level.FINE, "another command has removed it", gone);
        }
    }

    /// An invitation, and the host that has taken it.
    ///
    /// @param taker the id of that host; empty while it is open
    record Given(Invitation invitation, String taker) {
        /// In the place of a host, where every release lets nobody in.
        private static final String WITHDRAWN = "withdrawn";

        boolean isOpen(Instant now) {
            return taker.isEmpty() && !invitation.isOver(now);
        }

        boolean isWithdrawn() {
            return taker.equals(WITHDRAWN);
        }

        Given withdrawn() {
            return new Given(invitation, WITHDRAWN);
        }
    }

    List<Given> given() throws IOException {
        try {
            var all = new ArrayList<Given>();
            for (var node : json(invitations()).path("invitations")) {
                Invitation.find(node.path("line").asText())
                        .ifPresent(
                                it -> all.add(new Given(it, node.path("taker").asText())));
            }
            return all;
        } catch (NoSuchFileException none) {
            return List.of();
        }
    }

    /// Keeps those that are not over.
    void keep(List<Given> given, Instant now) throws IOException {
        var root = JSON.createObjectNode().put("schema", 1);
        var list = root.putArray("invitations");
        given.stream()
                .filter(it -> !it.invitation().isOver(now))
                .forEach(it ->
                        list.addObject().put("line", it.invitation().line()).put("taker", it.taker()));
        write(invitations(), root);
    }

    /// The numbers of messages: each larger than all before it, even if the clock was set back while svc was
    /// not running.
    LongSupplier numbers(InstantSource clock) throws IOException {
        long known = 0;
        try {
            byte[] kept = Files.readAllBytes(numbers());
            known = kept.length == Long.BYTES ? ByteBuffer.wrap(kept).getLong() : 0;
        } catch (NoSuchFileException none) {
            OwnerOnly.closed(folder);
        }
        var next = new AtomicLong(Math.max(known, clock.millis() << NUMBERS_A_MILLISECOND_BITS));
        var end = new AtomicLong(reserve(next.get()));
        return () -> {
            long number = next.getAndIncrement();
            if (number >= end.get() - 1) {
                try {
                    end.set(reserve(number + 1));
                } catch (IOException full) {
                    throw new UncheckedIOException(full);
                }
            }
            return number;
        };
    }

    private long reserve(long from) throws IOException {
        long end = from + STRETCH;
        AtomicFile.write(numbers(), ByteBuffer.allocate(Long.BYTES).putLong(end).array());
        return end;
    }

    private JsonNode json(Path file) throws IOException {
        try {
            return JSON.readTree(OwnerOnly.read(file, LARGEST_JSON, what -> refused(file, what)));
        } catch (JacksonException damaged) {
            throw broken(file);
        }
    }

    private static void write(Path file, ObjectNode root) throws IOException {
        AtomicFile.write(file, JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(root));
    }

    private static IOException broken(Path file) {
        return refused(file, "is not what svc writes");
    }

    private static IOException refused(Path file, String what) {
        return new IOException("%s %s.".formatted(file, what));
    }
}
