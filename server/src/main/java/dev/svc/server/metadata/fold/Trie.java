package dev.svc.server.metadata.fold;

import dev.svc.server.metadata.event.SessionState;
import dev.svc.server.session.SessionId;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// A persistent hash trie keyed by session id: every version is immutable and shares most nodes with the next, so that
/// a change costs the same among a hundred sessions and among a hundred thousand.
final class Trie {
    private static final int BITS = 5;
    private static final int HASH_BITS = 32;
    static final Trie EMPTY = new Trie(new Branch(0, new Node[0], null), 0, null);

    private final Branch root;
    private final int size;
    private final @Nullable Owner owner;

    /// @param owner the token of branches that may be changed in place; null where none may
    private Trie(Branch root, int size, @Nullable Owner owner) {
        this.root = root;
        this.size = size;
        this.owner = owner;
    }

    /// A transient version for many changes in a row by one thread: each of them invalidates the version before it,
    /// which saves most copying. Earlier versions stay intact.
    Trie thawed() {
        return new Trie(root, size, new Owner());
    }

    /// The immutable version again.
    Trie frozen() {
        return new Trie(root, size, null);
    }

    int size() {
        return size;
    }

    @Nullable
    SessionState find(SessionId id) {
        int hash = spread(id);
        Node node = root;
        for (int shift = 0; ; shift += BITS) {
            switch (node) {
                case Leaf leaf -> {
                    return leaf.id.equals(id) ? leaf.known : null;
                }
                case Collision collision -> {
                    int at = collision.indexOf(id);
                    return at < 0 ? null : collision.leaves[at].known;
                }
                case Branch branch -> {
                    int bit = bit(hash, shift);
                    if ((branch.bitmap & bit) == 0) {
                        return null;
                    }
                    node = branch.children[branch.index(bit)];
                }
            }
        }
    }

    Trie with(SessionId id, SessionState known) {
        return with(id, known, find(id) == null);
    }

    /// For callers that have checked already.
    Trie with(SessionId id, SessionState known, boolean isNew) {
        return new Trie(put(root, id, known, spread(id), 0, owner), isNew ? size + 1 : size, owner);
    }

    Trie without(SessionId id) {
        return find(id) == null ? this : new Trie(remove(root, id, spread(id), 0), size - 1, owner);
    }

    void forEach(BiConsumer<SessionId, SessionState> visitor) {
        visit(root, visitor);
    }

    private static void visit(Node node, BiConsumer<SessionId, SessionState> visitor) {
        switch (node) {
            case Leaf leaf -> visitor.accept(leaf.id, leaf.known);
            case Collision collision -> {
                for (var leaf : collision.leaves) {
                    visitor.accept(leaf.id, leaf.known);
                }
            }
            case Branch branch -> {
                for (var child : branch.children) {
                    visit(child, visitor);
                }
            }
        }
    }

    private static Branch put(
            Branch branch, SessionId id, SessionState known, int hash, int shift, @Nullable Owner owner) {
        int bit = bit(hash, shift);
        int index = branch.index(bit);
        if ((branch.bitmap & bit) == 0) {
            return branch.inserted(bit, index, new Leaf(id, known), owner);
        }
        Node child = switch (branch.children[index]) {
            case Branch below -> put(below, id, known, hash, shift + BITS, owner);
            case Collision collision -> collision.with(new Leaf(id, known));
            case Leaf other -> other.id.equals(id) ? other.now(known) : both(other, new Leaf(id, known), shift + BITS);
        };
        return branch.replaced(index, child, owner);
    }

    private static Node both(Leaf one, Leaf other, int shift) {
        if (shift >= HASH_BITS) {
            return new Collision(new Leaf[] {one, other});
        }
        var below = new Branch(bit(spread(one.id), shift), new Node[] {one}, null);
        return put(below, other.id, other.known, spread(other.id), shift, null);
    }

    private static Branch remove(Branch branch, SessionId id, int hash, int shift) {
        int bit = bit(hash, shift);
        int index = branch.index(bit);
        return switch (branch.children[index]) {
            case Leaf _ -> branch.removed(bit, index);
            case Collision collision -> branch.replaced(index, collision.without(id), null);
            case Branch below -> {
                var less = remove(below, id, hash, shift + BITS);
                yield switch (less.children.length) {
                    case 0 -> branch.removed(bit, index);
                    case 1 -> branch.replaced(index, less.children[0] instanceof Leaf only ? only : less, null);
                    default -> branch.replaced(index, less, null);
                };
            }
        };
    }

    private static int spread(SessionId id) {
        int hash = id.hashCode();
        return hash ^ (hash >>> 16);
    }

    private static int bit(int hash, int shift) {
        return 1 << ((hash >>> shift) & 31);
    }

    /// An ownership token for changes in place, compared by identity.
    private static final class Owner {}

    private sealed interface Node permits Leaf, Branch, Collision {}

    private static final class Leaf implements Node {
        private final SessionId id;
        private final SessionState known;

        private Leaf(SessionId id, SessionState known) {
            this.id = id;
            this.known = known;
        }

        /// Keeps the existing key: an equal one that was read for one entry need not stay in memory.
        private Leaf now(SessionState other) {
            return new Leaf(id, other);
        }
    }

    /// Changes only in the hands of its owner.
    private static final class Branch implements Node {
        private int bitmap;
        private Node[] children;
        private final @Nullable Owner owner;

        private Branch(int bitmap, Node[] children, @Nullable Owner owner) {
            this.bitmap = bitmap;
            this.children = children;
            this.owner = owner;
        }

        private boolean isOf(@Nullable Owner asking) {
            return asking != null && owner == asking;
        }

        private int index(int bit) {
            return Integer.bitCount(bitmap & (bit - 1));
        }

        private Branch replaced(int index, Node child, @Nullable Owner by) {
            if (isOf(by)) {
                children[index] = child;
                return this;
            }
            var copy = children.clone();
            copy[index] = child;
            return new Branch(bitmap, copy, by);
        }

        private Branch inserted(int bit, int index, Node child, @Nullable Owner by) {
            var copy = new Node[children.length + 1];
            System.arraycopy(children, 0, copy, 0, index);
            copy[index] = child;
            System.arraycopy(children, index, copy, index + 1, children.length - index);
            if (isOf(by)) {
                children = copy;
                bitmap |= bit;
                return this;
            }
            return new Branch(bitmap | bit, copy, by);
        }

        private Branch removed(int bit, int index) {
            var copy = new Node[children.length - 1];
            System.arraycopy(children, 0, copy, 0, index);
            System.arraycopy(children, index + 1, copy, index, copy.length - index);
            return new Branch(bitmap & ~bit, copy, null);
        }
    }

    /// Ids with the same full hash.
    private static final class Collision implements Node {
        private final Leaf[] leaves;

        private Collision(Leaf[] leaves) {
            this.leaves = leaves;
        }

        private int indexOf(SessionId id) {
            for (int i = 0; i < leaves.length; i++) {
                if (leaves[i].id.equals(id)) {
                    return i;
                }
            }
            return -1;
        }

        private Collision with(Leaf leaf) {
            int at = indexOf(leaf.id);
            var copy = at < 0 ? java.util.Arrays.copyOf(leaves, leaves.length + 1) : leaves.clone();
            copy[at < 0 ? leaves.length : at] = leaf;
            return new Collision(copy);
        }

        private Node without(SessionId id) {
            var rest = java.util.Arrays.stream(leaves)
                    .filter(leaf -> !leaf.id.equals(id))
                    .toArray(Leaf[]::new);
            return rest.length == 1 ? rest[0] : new Collision(rest);
        }
    }
}
