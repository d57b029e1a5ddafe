package dev.svc.server.fleet;

import dev.svc.server.fleet.envelope.Charter;
import dev.svc.server.fleet.envelope.FleetKey;
import dev.svc.server.fleet.envelope.FormerMember;
import dev.svc.server.fleet.envelope.HostKeys;
import dev.svc.server.fleet.envelope.HostName;
import dev.svc.server.fleet.envelope.Invitation;
import dev.svc.server.fleet.envelope.Joining;
import dev.svc.server.fleet.envelope.Member;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What changes who is in the fleet. But for [#join], only the host that made the fleet can: it has the
/// fleet's key.
public final class Founding {
    /// More hosts make a charter that no release reads.
    static final int MOST_MEMBERS = 1_000;

    private static final int MOST_INVITATIONS = 100;

    private final FleetFolder folder;
    private final InstantSource clock;
    private final SecureRandom random;

    public Founding(FleetFolder folder, InstantSource clock, SecureRandom random) {
        this.folder = folder;
        this.clock = clock;
        this.random = random;
    }

    /// Makes a fleet with this host as its only member.
    public Membership init(String name) throws IOException, FleetException {
        requireFit(name);
        return changed(() -> {
            requireNone();
            var key = FleetKey.make(random);
            var host = HostKeys.make(random);
            var charter = Charter.first(key, host.as(name, clock.instant()), random);
            folder.keep(key);
            folder.found(name, host, charter);
            return new Membership(name, key.id(), host, charter);
        });
    }

    /// A name that a host may have.
    public static void requireFit(String name) throws FleetException {
        if (!HostName.isFit(name)) {
            throw new FleetException("This is no name for a host: " + HostName.RULE + ".");
        }
    }

    /// Refuses a second fleet.
    public void requireNone() throws FleetException {
        if (folder.exists()) {
            throw new FleetException(
                    "This host is in a fleet already, or was taken out of one:  svc fleet status  says so. To leave it,"
                            + " remove the folder fleet of its data.");
        }
    }

    /// Makes this host a member, as the answer to its request says.
    public Membership join(Joining.Admitted admitted, HostKeys host) throws IOException, FleetException {
        return changed(() -> {
            requireNone();
            var charter = admitted.charter();
            var self =
                    charter.member(host.id()).orElseThrow(() -> new FleetException("The answer names another host."));
            folder.found(self.name(), host, charter);
            return new Membership(self.name(), charter.fleet(), host, charter);
        });
    }

    public Invitation invite(String broker, Duration holds) throws IOException, FleetException {
        return changed(() -> {
            var key = requireKey();
            var given = new ArrayList<>(folder.given());
            given.removeIf(it -> it.invitation().isOver(clock.instant()));
            if (given.size() >= MOST_INVITATIONS) {
                throw new FleetException(
                        "There are %d invitations that have not ended, taken or not: wait until some have."
                                .formatted(MOST_INVITATIONS));
            }
            var invitation = Invitation.make(broker, key.id(), clock.instant().plus(holds), random);
            given.add(new FleetFolder.Given(invitation, ""));
            folder.keep(given, clock.instant());
            return invitation;
        });
    }

    /// The invitations that can still be taken, the one that ends first before the others.
    public List<OpenInvitation> open() throws IOException {
        return folder.given().stream()
                .filter(it -> it.isOpen(clock.instant()))
                .map(it ->
                        new OpenInvitation(it.invitation().id(), it.invitation().end()))
                .sorted(Comparator.comparing(OpenInvitation::ends))
                .toList();
    }

    /// Withdraws all open invitations; how many there were.
    public int withdraw() throws IOException, FleetException {
        return changed(() -> {
            var _ = requireKey();
            var given = folder.given();
            var now = clock.instant();
            folder.keep(
                    given.stream()
                            .map(it -> it.isOpen(now) ? it.withdrawn() : it)
                            .toList(),
                    now);
            return (int) given.stream().filter(it -> it.isOpen(now)).count();
        });
    }

    /// Withdraws an invitation: who asks with it is told so, until it would have ended.
    ///
    /// @param which its id, or its line
    public OpenInvitation withdraw(String which) throws IOException, FleetException {
        return changed(() -> {
            var self = requireMembership();
            var _ = requireKey();
            var id = Invitation.find(which).map(Invitation::id).orElse(which);
            var given = new ArrayList<>(folder.given());
            for (var known : given) {
                if (known.invitation().id().equals(id) && !known.invitation().isOver(clock.instant())) {
                    requireOpen(known, self.charter());
                    given.set(given.indexOf(known), known.withdrawn());
                    folder.keep(given, clock.instant());
                    return new OpenInvitation(id, known.invitation().end());
                }
            }
            throw new FleetException(
                    "There is no such invitation, or it has ended:  svc fleet status  shows those that are open.");
        });
    }

    private static void requireOpen(FleetFolder.Given given, Charter charter) throws FleetException {
        if (given.isWithdrawn()) {
            throw new FleetException("This invitation is withdrawn already.");
        }
        if (!given.taker().isEmpty()) {
            throw new FleetException(charter.member(given.taker())
                    .map(it -> "This invitation has let %s in:  svc fleet end %1$s  takes it out.".formatted(it.name()))
                    .orElse("This invitation has let a host in that was taken out since."));
        }
    }

    /// What a host is answered that asks to come in, and the charter that has it, if that is a new one.
    public static final class JoinReply {
        private final byte[] sealed;
        private final @Nullable Charter charter;

        private JoinReply(byte[] sealed, @Nullable Charter charter) {
            this.sealed = sealed;
            this.charter = charter;
        }

        byte[] sealed() {
            return sealed;
        }

        Optional<Charter> charter() {
            return Optional.ofNullable(charter);
        }
    }

    /// Answers who knows the secret of an invitation; empty for everybody else.
    ///
    /// @param invitation the name of the invitation
    public Optional<JoinReply> answer(String invitation, byte[] request) throws IOException, FleetException {
        return changed(() -> {
            var given = folder.given();
            for (var open : given) {
                if (open.invitation().id().equals(invitation)) {
                    var asking = Joining.asking(open.invitation(), request, clock.instant());
                    return asking.isEmpty()
                            ? Optional.<JoinReply>empty()
                            : Optional.of(answer(new ArrayList<>(given), open, asking.get(), request));
                }
            }
            return Optional.<JoinReply>empty();
        });
    }

    private JoinReply answer(List<FleetFolder.Given> given, FleetFolder.Given open, Member asking, byte[] request)
            throws IOException, FleetException {
        var invitation = open.invitation();
        var charter = requireMembership().charter();
        if (open.taker().equals(asking.id()) && charter.member(asking.id()).isPresent()) {
            return new JoinReply(Joining.admit(invitation, request, charter, random), null); // the answer was lost
        }
        var refusal = refusal(open, asking, charter);
        if (refusal != null) {
            return new JoinReply(Joining.refuse(invitation, request, refusal, random), null);
        }
        Charter next;
        try {
            next = charter.with(asking, requireKey(), random);
        } catch (IllegalArgumentException weak) {
            return new JoinReply(Joining.refuse(invitation, request, "its keys are none", random), null);
        }
        given.set(given.indexOf(open), new FleetFolder.Given(invitation, asking.id()));
        folder.keep(given, clock.instant());
        folder.keep(next);
        return new JoinReply(Joining.admit(invitation, request, next, random), next);
    }

    private @Nullable String refusal(FleetFolder.Given open, Member asking, Charter charter) {
        if (open.invitation().isOver(clock.instant())) {
            return "this invitation is over: make a new one with  svc fleet invite";
        }
        if (open.isWithdrawn()) {
            return "this invitation was withdrawn: make a new one with  svc fleet invite";
        }
        if (!open.taker().isEmpty()) {
            return "this invitation was taken by another host: make a new one with  svc fleet invite";
        }
        if (charter.named(asking.name()).isPresent()
                || charter.member(asking.id()).isPresent()) {
            return "there is a host called %s already: choose another name with  --name".formatted(asking.name());
        }
        return charter.members().size() >= MOST_MEMBERS
                ? "the fleet has %d hosts, and that is as many as it can have".formatted(MOST_MEMBERS)
                : null;
    }

    /// Takes a host out, by its name or id: it reads nothing that is said from now on.
    public Charter end(String host) throws IOException, FleetException {
        return changed(() -> {
            var key = requireKey();
            var self = requireMembership();
            var member = self.charter()
                    .named(host)
                    .or(() -> self.charter().member(host))
                    .orElseThrow(() -> new FleetException(
                            "There is no such host in the fleet:  svc fleet list  shows what there is."));
            var next = without(member, self, key);
            folder.keep(next);
            folder.ended(new EndedHost(member.id(), member.name(), member.fingerprint()));
            return next;
        });
    }

    private Charter without(Member member, Membership self, FleetKey key) throws FleetException {
        if (member.id().equals(self.id())) {
            throw new FleetException("This is the host that made the fleet: it cannot be ended.");
        }
        return self.charter().without(member, clock.instant(), key, random);
    }

    /// Forgets a host, and takes it out where it is in the fleet: the copy of its journal goes from the broker. Of
    /// several that have or had one name it takes the id, so that nobody ends the new host who means the lost one.
    public Charter forget(String host) throws IOException, FleetException {
        return changed(() -> {
            var key = requireKey();
            var self = requireMembership();
            var members = meant(self.charter().members().stream(), host);
            var former = meant(self.charter().former().stream().map(FormerMember::member), host);
            requireOne(host, members, former);
            if (members.isEmpty()) {
                return forgotten(self.charter(), former.getFirst(), key);
            }
            var member = members.getFirst();
            var next = forgotten(without(member, self, key), member, key);
            folder.ended(new EndedHost(member.id(), member.name(), member.fingerprint()));
            return next;
        });
    }

    private static List<Member> meant(Stream<Member> all, String host) {
        return all.filter(it -> it.id().equals(host) || it.name().equals(host)).toList();
    }

    private static void requireOne(String host, List<Member> members, List<Member> former) throws FleetException {
        if (members.size() + former.size() == 1) {
            return;
        }
        var all = Stream.concat(
                members.stream().map(it -> it.id() + " (in the fleet)"),
                former.stream().map(it -> it.id() + " (taken out)"));
        throw new FleetException(
                members.isEmpty() && former.isEmpty()
                        ? "No host called %s is or was in this fleet.".formatted(host)
                        : "Several hosts were called %s: say which by its id, one of %s."
                                .formatted(host, all.collect(Collectors.joining(", "))));
    }

    private Charter forgotten(Charter charter, Member host, FleetKey key) throws IOException {
        var next = charter.forgetting(host, key, random);
        folder.keep(next);
        return next;
    }

    /// The hosts that were ended since this was asked last.
    List<EndedHost> takeEnded() throws IOException, FleetException {
        return changed(folder::takeEnded);
    }

    private FleetKey requireKey() throws IOException, FleetException {
        var key = folder.fleetKey();
        if (key.isPresent()) {
            return key.get();
        }
        var self = requireMembership();
        throw new FleetException("Only %s, which made the fleet, can do that."
                .formatted(self.charter().members().getFirst().name()));
    }

    private Membership requireMembership() throws IOException, FleetException {
        return folder.membership()
                .orElseThrow(() -> new FleetException(
                        "This host is in no fleet:  svc fleet init  makes one,  svc fleet join  enters one."));
    }

    private interface Changing<T> {
        T make() throws IOException, FleetException;
    }

    private <T> T changed(Changing<T> change) throws IOException, FleetException {
        var made = new AtomicReference<T>();
        var refused = new AtomicReference<@Nullable FleetException>();
        folder.locked(() -> {
            try {
                made.set(change.make());
            } catch (FleetException refusal) {
                refused.set(refusal);
            }
        });
        var refusal = refused.get();
        if (refusal != null) {
            throw refusal;
        }
        return made.get();
    }
}
