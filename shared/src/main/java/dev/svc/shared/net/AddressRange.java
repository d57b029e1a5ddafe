package dev.svc.shared.net;

import java.net.InetAddress;
import java.util.Optional;
import java.util.regex.Pattern;

/// An address or a block of them, `10.0.0.0/8`.
public record AddressRange(InetAddress base, int prefix) {

    /// Only literals: a name would ask a resolver, and its answer can change.
    private static final Pattern LITERAL = Pattern.compile("[0-9.]{7,15}|[0-9a-fA-F.]{0,45}:[0-9a-fA-F:.]{1,45}");

    /// Empty when the text is neither an address nor a block.
    public static Optional<AddressRange> find(String text) {
        int slash = text.indexOf('/');
        Optional<InetAddress> base = findAddress(slash < 0 ? text : text.substring(0, slash));
        if (base.isEmpty()) {
            return Optional.empty();
        }
        int bits = base.get().getAddress().length * Byte.SIZE;
        if (slash < 0) {
            return Optional.of(new AddressRange(base.get(), bits));
        }
        String prefix = text.substring(slash + 1);
        if (!prefix.matches("[0-9]{1,3}") || Integer.parseInt(prefix) > bits) {
            return Optional.empty();
        }
        return Optional.of(new AddressRange(base.get(), Integer.parseInt(prefix)));
    }

    /// A numeric address; empty for anything else.
    public static Optional<InetAddress> findAddress(String text) {
        String plain = text.strip();
        if (plain.startsWith("[") && plain.endsWith("]")) {
            plain = plain.substring(1, plain.length() - 1);
        }
        if (!LITERAL.matcher(plain).matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(InetAddress.ofLiteral(plain));
        } catch (IllegalArgumentException notAnAddress) {
            return Optional.empty();
        }
    }

    public boolean contains(InetAddress address) {
        byte[] mine = base.getAddress();
        byte[] other = address.getAddress();
        if (mine.length != other.length) {
            return false;
        }
        int whole = prefix / Byte.SIZE;
        for (int i = 0; i < whole; i++) {
            if (mine[i] != other[i]) {
                return false;
            }
        }
        int rest = prefix % Byte.SIZE;
        int mask = 0xff << (Byte.SIZE - rest) & 0xff;
        return rest == 0 || (mine[whole] & mask) == (other[whole] & mask);
    }
}
