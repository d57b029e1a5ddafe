package dev.svc.server.fleet.envelope;

import dev.svc.shared.secret.Parts;
import java.util.ArrayList;
import java.util.List;

/// A hash over many messages, of which each can be shown to be one without the others: neighbours are hashed in
/// pairs, the hashes in pairs again, up to one root. Whoever is left without a neighbour goes up as it is.
final class HashTree {
    /// A tree of more messages is not looked at.
    static final int MOST = 1_024;

    /// Told apart, so that no pair can pass for a message.
    private static final byte[] MESSAGE = {0};

    private static final byte[] PAIR = {1};

    /// From the messages up to the root.
    private final List<List<byte[]>> levels = new ArrayList<>();

    /// @param leaves what [#leaf] says of each message, in their order; one at least
    HashTree(List<byte[]> leaves) {
        if (leaves.isEmpty() || leaves.size() > MOST) {
            throw new IllegalArgumentException("a tree of %d".formatted(leaves.size()));
        }
        var level = leaves;
        levels.add(level);
        while (level.size() > 1) {
            var above = new ArrayList<byte[]>();
            for (int at = 0; at < level.size(); at += 2) {
                above.add(at + 1 < level.size() ? pair(level.get(at), level.get(at + 1)) : level.get(at));
            }
            levels.add(above);
            level = above;
        }
    }

    /// The hash of one message.
    static byte[] leaf(byte[] message) {
        return FleetCrypto.digest(Parts.joined(MESSAGE, message));
    }

    private static byte[] pair(byte[] left, byte[] right) {
        return FleetCrypto.digest(Parts.joined(PAIR, left, right));
    }

    byte[] root() {
        return levels.getLast().getFirst();
    }

    /// What leads from a message to the root: its neighbours on the way, from below.
    byte[][] path(int index) {
        var path = new ArrayList<byte[]>();
        int at = index;
        for (var level : levels) {
            int neighbour = at ^ 1;
            if (neighbour < level.size()) {
                path.add(level.get(neighbour));
            }
            at /= 2;
        }
        return path.toArray(byte[][]::new);
    }

    /// How many neighbours lead from a message to the root.
    ///
    /// @param leaves how many messages there are
    static int steps(int index, int leaves) {
        int steps = 0;
        for (int at = index, size = leaves; size > 1; at /= 2, size = (size + 1) / 2) {
            steps += (at ^ 1) < size ? 1 : 0;
        }
        return steps;
    }

    /// The root above a message.
    ///
    /// @param path as many neighbours as [#steps] says
    static byte[] root(byte[] leaf, int index, int leaves, List<byte[]> path) {
        byte[] hash = leaf;
        var neighbours = path.iterator();
        for (int at = index, size = leaves; size > 1; at /= 2, size = (size + 1) / 2) {
            if ((at ^ 1) < size) {
                hash = (at & 1) == 0 ? pair(hash, neighbours.next()) : pair(neighbours.next(), hash);
            }
        }
        return hash;
    }
}
