package dev.svc.server.fleet.envelope;

import dev.svc.server.fleet.wire.FieldsWriter;
import dev.svc.server.fleet.wire.MalformedException;
import dev.svc.server.fleet.wire.WireFields;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Optional;

/// What the new host asks, and what it is answered: sealed with the secret of its invitation.
public final class Joining {
    private static final int MEMBER = 1;
    private static final int CHARTER = 1;
    private static final int REASON = 2;
    private static final int LONGEST_REASON = 300;

    private Joining() {}

    /// What a new host is answered.
    public sealed interface JoinAnswer {}

    /// It is in.
    public record Admitted(Charter charter) implements JoinAnswer {}

    /// It is not, and why, in a sentence.
    public record NotAdmitted(String reason) implements JoinAnswer {}

    /// What the new host sends.
    public static byte[] request(Invitation invitation, HostKeys host, String name, SecureRandom random) {
        byte[] asked = new FieldsWriter()
                .bytes(MEMBER, host.as(name, Instant.EPOCH).written())
                .written();
        return invitation.sealRequest(asked, random);
    }

    /// Who asks to come in, as of now; empty when the request was not made with the secret of the invitation.
    public static Optional<Member> asking(Invitation invitation, byte[] request, Instant now) {
        if (request.length > Unsealing.LARGEST) {
            return Optional.empty();
        }
        try {
            var opened = invitation.openRequest(request);
            if (opened.isEmpty()) {
                return Optional.empty();
            }
            var told = Member.read(
                    WireFields.parse(opened.get(), Unsealing.LARGEST).bytes(MEMBER));
            return Optional.of(new Member(told.name(), told.signing(), told.agreeing(), now));
        } catch (MalformedException broken) {
            return Optional.empty();
        }
    }

    public static byte[] admit(Invitation invitation, byte[] request, Charter charter, SecureRandom random) {
        byte[] answer = new FieldsWriter().bytes(CHARTER, charter.written()).written();
        return invitation.sealAnswer(answer, request, random);
    }

    public static byte[] refuse(Invitation invitation, byte[] request, String reason, SecureRandom random) {
        return invitation.sealAnswer(new FieldsWriter().text(REASON, reason).written(), request, random);
    }

    /// Reads the answer to a request; empty when it is not from who made the invitation.
    public static Optional<JoinAnswer> answer(Invitation invitation, byte[] request, byte[] answer, HostKeys host) {
        try {
            var opened = invitation.openAnswer(answer, request);
            if (opened.isEmpty()) {
                return Optional.empty();
            }
            var fields = WireFields.parse(opened.get(), Charter.LARGEST + 1_024);
            var reason = fields.text(REASON, LONGEST_REASON);
            if (reason != null) {
                return Optional.of(new NotAdmitted(reason));
            }
            return Charter.read(fields.bytes(CHARTER), invitation.fleet(), host).map(Admitted::new);
        } catch (MalformedException | RefusedException broken) {
            return Optional.empty();
        }
    }
}
