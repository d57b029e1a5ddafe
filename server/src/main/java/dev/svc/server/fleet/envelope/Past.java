package dev.svc.server.fleet.envelope;

import dev.svc.server.fleet.wire.FieldsWriter;
import dev.svc.server.fleet.wire.MalformedException;
import dev.svc.server.fleet.wire.WireFields;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// What a charter says of the time before its epoch, so that who is a member now reads the copies of journals from
/// then: who was a member, and what opens those copies. It opens nothing else that was said then.
///
/// Of many, the newest are kept.
final class Past {
    static final Past NONE = new Past(new LinkedHashMap<>(), List.of());

    static final int MOST_EPOCHS = 1_000;
    static final int MOST_HOSTS = 200;

    private static final int EPOCH = 2;
    private static final int HOST = 3;

    private static final int NUMBER = 1;
    private static final int SECRET = 2;

    private static final int MEMBER = 1;
    private static final int ENDED = 2;
    private static final int LONGEST = 2_048;

    private final Map<Integer, byte[]> secrets;
    private final List<FormerMember> hosts;

    private Past(Map<Integer, byte[]> secrets, List<FormerMember> hosts) {
        this.secrets = secrets;
        this.hosts = List.copyOf(hosts);
    }

    /// This, and an epoch that is over with the end of a host.
    Past with(Epoch over, FormerMember host) {
        var more = new LinkedHashMap<>(secrets);
        more.put(over.number(), over.copies());
        while (more.size() > MOST_EPOCHS) {
            more.pollFirstEntry();
        }
        var all = Stream.concat(hosts.stream(), Stream.of(host)).toList();
        return new Past(more, all.subList(Math.max(0, all.size() - MOST_HOSTS), all.size()));
    }

    Past withoutHost(String id) {
        return new Past(
                secrets,
                hosts.stream().filter(it -> !it.member().id().equals(id)).toList());
    }

    /// In the order in which they were taken out.
    List<FormerMember> hosts() {
        return hosts;
    }

    /// What opens the copies of each former epoch.
    Map<Integer, byte[]> secrets() {
        return secrets;
    }

    void write(FieldsWriter list) {
        secrets.forEach((number, secret) -> list.bytes(
                EPOCH,
                new FieldsWriter().number(NUMBER, number).bytes(SECRET, secret).written()));
        hosts.forEach(host -> list.bytes(
                HOST,
                new FieldsWriter()
                        .bytes(MEMBER, host.member().written())
                        .number(ENDED, host.ended().toEpochMilli())
                        .written()));
    }

    /// Nothing in a charter of a release that kept no copies.
    static Past read(WireFields list) throws MalformedException {
        var secrets = new LinkedHashMap<Integer, byte[]>();
        for (byte[] part : list.all(EPOCH)) {
            var epoch = WireFields.parse(part, LONGEST);
            secrets.put((int) epoch.number(NUMBER, 0), epoch.bytes(SECRET));
        }
        var hosts = new ArrayList<FormerMember>();
        for (byte[] part : list.all(HOST)) {
            var host = WireFields.parse(part, LONGEST);
            hosts.add(new FormerMember(Member.read(host.bytes(MEMBER)), Instant.ofEpochMilli(host.number(ENDED, 0))));
        }
        return new Past(secrets, hosts);
    }
}
