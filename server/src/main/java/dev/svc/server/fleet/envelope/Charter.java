package dev.svc.server.fleet.envelope;

import dev.svc.server.fleet.wire.FieldsWriter;
import dev.svc.server.fleet.wire.MalformedException;
import dev.svc.server.fleet.wire.WireFields;
import dev.svc.shared.secret.Parts;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Who is in the fleet, and the secret of its epoch: signed with the fleet's key, readable by its members
/// alone.
///
/// The secret is sealed for each member; the members are sealed with the secret. The broker sees how many
/// there are.
public final class Charter {
    /// A longer one is not read.
    public static final int LARGEST = 512 << 10;

    private static final int CONTENT = 1;
    private static final int SIGNATURE = 2;

    private static final int VERSION = 1;
    private static final int EPOCH = 2;
    private static final int SECRET_FOR = 3;
    private static final int MEMBERS = 4;

    private static final int WHO = 1;
    private static final int ONCE = 2;
    private static final int SEALED = 3;

    private static final int MEMBER = 1;

    private final FleetId fleet;
    private final long version;
    private final int epoch;
    private final List<Member> members;
    private final Past past;
    private final byte[] secret;
    private final byte[] written;

    private Charter(
            FleetId fleet, long version, int epoch, List<Member> members, Past past, byte[] secret, byte[] written) {
        this.fleet = fleet;
        this.version = version;
        this.epoch = epoch;
        this.members = List.copyOf(members);
        this.past = past;
        this.secret = secret;
        this.written = written;
    }

    /// The first of a fleet, with its only member.
    public static Charter first(FleetKey key, Member founder, SecureRandom random) {
        byte[] secret = new byte[FleetCrypto.SECRET];
        random.nextBytes(secret);
        return write(key, 1, 1, List.of(founder), Past.NONE, secret, random);
    }

    /// The next one, with one more member, who reads from this epoch on.
    public Charter with(Member member, FleetKey key, SecureRandom random) {
        var more = Stream.concat(members.stream(), Stream.of(member)).toList();
        return write(key, version + 1, epoch, more, past, secret, random);
    }

    /// The next one, without a member and with a secret that it never gets. Copies of journals from before stay
    /// readable to the others, and that of the member.
    public Charter without(Member member, Instant now, FleetKey key, SecureRandom random) {
        byte[] fresh = new byte[FleetCrypto.SECRET];
        random.nextBytes(fresh);
        var fewer = members.stream().filter(it -> !it.equals(member)).toList();
        var before = past.with(new Epoch(this), new FormerMember(member, now));
        return write(key, version + 1, epoch + 1, fewer, before, fresh, random);
    }

    /// The next one, in which nothing is known any more of a host that was taken out.
    public Charter forgetting(Member host, FleetKey key, SecureRandom random) {
        return write(key, version + 1, epoch, members, past.withoutHost(host.id()), secret, random);
    }

    private static Charter write(
            FleetKey key,
            long version,
            int epoch,
            List<Member> members,
            Past past,
            byte[] secret,
            SecureRandom random) {
        var content = new FieldsWriter().number(VERSION, version).number(EPOCH, epoch);
        var once = FleetCrypto.pair(FleetCrypto.AGREEING, random);
        for (var member : members) {
            try {
                byte[] agreed = FleetCrypto.agreed(once.getPrivate(), member.agreeing());
                byte[] about = about(key.id(), version, epoch);
                content.bytes(
                        SECRET_FOR,
                        new FieldsWriter()
                                .text(WHO, member.id())
                                .bytes(ONCE, once.getPublic().getEncoded())
                                .bytes(
                                        SEALED,
                                        FleetCrypto.sealed(
                                                FleetCrypto.derived(agreed, "secret for " + member.id(), "AES"),
                                                FleetCrypto.nonce(random),
                                                about,
                                                secret))
                                .written());
            } catch (GeneralSecurityException weak) {
                throw new IllegalArgumentException("a member with a key that agrees on nothing", weak);
            }
        }
        var list = new FieldsWriter();
        members.forEach(member -> list.bytes(MEMBER, member.written()));
        past.write(list);
        content.bytes(
                MEMBERS,
                FleetCrypto.sealed(
                        FleetCrypto.derived(secret, "members", "AES"),
                        FleetCrypto.nonce(random),
                        about(key.id(), version, epoch),
                        list.written()));
        byte[] signed = content.written();
        byte[] whole = new FieldsWriter()
                .bytes(CONTENT, signed)
                .bytes(SIGNATURE, key.sign(signed))
                .written();
        return new Charter(key.id(), version, epoch, members, past, secret, whole);
    }

    private static byte[] about(FleetId fleet, long version, int epoch) {
        return Parts.joined(
                fleet.key().getEncoded(),
                ByteBuffer.allocate(12).putLong(version).putInt(epoch).array());
    }

    /// Which version a charter claims to be that its fleet's key has signed.
    public static long versionOf(byte[] written, FleetId fleet) throws MalformedException, RefusedException {
        return content(written, fleet).number(VERSION, 0);
    }

    private static WireFields content(byte[] written, FleetId fleet) throws MalformedException, RefusedException {
        var outer = WireFields.parse(written, LARGEST);
        byte[] content = outer.bytes(CONTENT);
        if (!FleetCrypto.isSigned(fleet.key(), content, outer.bytes(SIGNATURE))) {
            throw new RefusedException(DropReason.FORGED);
        }
        return WireFields.parse(content, LARGEST);
    }

    /// Reads a charter as one of its members; empty for a host that is not, or no longer, among them.
    public static Optional<Charter> read(byte[] written, FleetId fleet, HostKeys host)
            throws MalformedException, RefusedException {
        var content = content(written, fleet);
        long version = content.number(VERSION, 0);
        int epoch = (int) content.number(EPOCH, 0);
        byte[] about = about(fleet, version, epoch);
        var secret = secret(content, about, host);
        if (secret.isEmpty()) {
            return Optional.empty();
        }
        byte[] list = FleetCrypto.opened(
                        FleetCrypto.derived(secret.get(), "members", "AES"), about, content.bytes(MEMBERS))
                .orElseThrow(() -> new MalformedException("a list of members that its own secret does not open"));
        var members = new ArrayList<Member>();
        var fields = WireFields.parse(list, LARGEST);
        for (byte[] member : fields.all(MEMBER)) {
            members.add(Member.read(member));
        }
        boolean isMember = members.stream().anyMatch(it -> it.signing().equals(host.signingPublic()));
        return isMember
                ? Optional.of(
                        new Charter(fleet, version, epoch, members, Past.read(fields), secret.get(), written.clone()))
                : Optional.empty();
    }

    private static Optional<byte[]> secret(WireFields content, byte[] about, HostKeys host) throws MalformedException {
        for (byte[] part : content.all(SECRET_FOR)) {
            var sealed = WireFields.parse(part, 1_024);
            if (host.id().equals(sealed.text(WHO, 64))) {
                var once = FleetCrypto.publicKey(FleetCrypto.AGREEING, sealed.bytes(ONCE))
                        .orElseThrow(() -> new MalformedException("a secret without a key"));
                try {
                    byte[] agreed = FleetCrypto.agreed(host.agreeingKey(), once);
                    var key = FleetCrypto.derived(agreed, "secret for " + host.id(), "AES");
                    return FleetCrypto.opened(key, about, sealed.bytes(SEALED));
                } catch (GeneralSecurityException weak) {
                    throw new MalformedException("a secret under a weak key");
                }
            }
        }
        return Optional.empty();
    }

    public FleetId fleet() {
        return fleet;
    }

    /// Grows with every change; an older one never replaces a newer one.
    public long version() {
        return version;
    }

    /// Grows when a member is ended.
    public int epoch() {
        return epoch;
    }

    /// In the order in which they came.
    public List<Member> members() {
        return members;
    }

    public Optional<Member> member(String id) {
        return members.stream().filter(it -> it.id().equals(id)).findFirst();
    }

    public Optional<Member> named(String name) {
        return members.stream().filter(it -> it.name().equals(name)).findFirst();
    }

    /// Hosts that were taken out and whose copies are still read, in the order of their ends.
    public List<FormerMember> former() {
        return past.hosts();
    }

    /// By epoch, what opens the copies of journals: of this one and of those before.
    Map<Integer, byte[]> copySecrets() {
        var all = new HashMap<>(past.secrets());
        all.put(epoch, new Epoch(this).copies());
        return all;
    }

    public byte[] written() {
        return written.clone();
    }

    byte[] secret() {
        return Arrays.copyOf(secret, secret.length);
    }

    /// When the host of these keys came in; empty for a stranger.
    public Optional<Instant> since(HostKeys host) {
        return member(host.id()).map(Member::since);
    }
}
