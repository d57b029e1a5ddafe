package dev.svc.server.fleet.envelope;

import dev.svc.shared.secret.Parts;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/// What follows the sealed bytes of a message that was signed together with others: the way to the root of their
/// [HashTree], which message it is, of how many, and the signature of the root.
final class Proof {
    private static final int NUMBERS = Short.BYTES * 2;

    private final int index;
    private final int leaves;
    private final List<byte[]> path;
    private final byte[] signature;

    private Proof(int index, int leaves, List<byte[]> path, byte[] signature) {
        this.index = index;
        this.leaves = leaves;
        this.path = path;
        this.signature = signature;
    }

    /// The proofs of many messages, in their order.
    ///
    /// @param messages each as it is signed
    static List<byte[]> of(List<byte[]> messages, HostKeys host) {
        var tree = new HashTree(messages.stream().map(HashTree::leaf).toList());
        byte[] signature = FleetCrypto.sign(host.signingKey(), signed(messages.size(), tree.root()));
        var proofs = new ArrayList<byte[]>();
        for (int index = 0; index < messages.size(); index++) {
            byte[] numbers = ByteBuffer.allocate(NUMBERS)
                    .putShort((short) index)
                    .putShort((short) messages.size())
                    .array();
            proofs.add(Parts.joined(Stream.concat(Arrays.stream(tree.path(index)), Stream.of(numbers, signature))
                    .toArray(byte[][]::new)));
        }
        return proofs;
    }

    /// It begins with the form, as every signed message does: neither can pass for the other.
    private static byte[] signed(int leaves, byte[] root) {
        return ByteBuffer.allocate(1 + Short.BYTES + root.length)
                .put(Seal.FORM_OF_MANY)
                .putShort((short) leaves)
                .put(root)
                .array();
    }

    /// Reads what stands at the end of a message.
    static Proof read(byte[] message) throws RefusedException {
        int numbers = message.length - FleetCrypto.SIGNATURE - NUMBERS;
        var read = ByteBuffer.wrap(message, numbers, NUMBERS);
        int index = Short.toUnsignedInt(read.getShort());
        int leaves = Short.toUnsignedInt(read.getShort());
        if (index >= leaves || leaves > HashTree.MOST) {
            throw new RefusedException(DropReason.MALFORMED);
        }
        int steps = HashTree.steps(index, leaves);
        int begin = numbers - steps * FleetCrypto.DIGEST;
        if (begin < Seal.HEAD + FleetCrypto.NONCE + FleetCrypto.TAG) {
            throw new RefusedException(DropReason.MALFORMED);
        }
        var path = new ArrayList<byte[]>();
        for (int at = begin; at < numbers; at += FleetCrypto.DIGEST) {
            path.add(Arrays.copyOfRange(message, at, at + FleetCrypto.DIGEST));
        }
        return new Proof(index, leaves, path, Arrays.copyOfRange(message, numbers + NUMBERS, message.length));
    }

    int length() {
        return path.size() * FleetCrypto.DIGEST + NUMBERS + signature.length;
    }

    /// Whether a member signed it.
    ///
    /// @param message as it is signed
    boolean holds(Member sender, byte[] message, ProvenRoots proven) {
        byte[] root = HashTree.root(HashTree.leaf(message), index, leaves, path);
        byte[] signed = signed(leaves, root);
        if (proven.has(sender, signed, signature)) {
            return true;
        }
        boolean isSigned = FleetCrypto.isSigned(sender.signing(), signed, signature);
        if (isSigned) {
            proven.add(sender, signed, signature);
        }
        return isSigned;
    }
}
