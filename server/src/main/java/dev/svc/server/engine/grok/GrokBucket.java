package dev.svc.server.engine.grok;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;

/// How Grok names the folder of a working folder's sessions: by its path, with every byte that is no letter, digit or
/// one of `-_.~` as percent and two digits. What would be too long for a name is called by a checksum that is not
/// computed here; the path then stands in a file of the folder.
final class GrokBucket {
    private static final int LONGEST = 255;
    private static final String PLAIN = "-_.~";

    private GrokBucket() {}

    /// Empty where the name would be too long.
    static Optional<String> name(String cwd) {
        var name = new StringBuilder();
        for (byte b : cwd.getBytes(StandardCharsets.UTF_8)) {
            if (isPlain(b)) {
                name.append((char) b);
            } else {
                name.append('%').append(HexFormat.of().withUpperCase().toHexDigits(b));
            }
        }
        return name.length() > LONGEST ? Optional.empty() : Optional.of(name.toString());
    }

    private static boolean isPlain(byte b) {
        return (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z') || (b >= '0' && b <= '9') || PLAIN.indexOf(b) >= 0;
    }

    /// The working folder that a name says; empty where it says none.
    static Optional<String> folder(String name) {
        var bytes = ByteBuffer.allocate(name.length());
        for (int at = 0; at < name.length(); at++) {
            char c = name.charAt(at);
            if (c == '%') {
                if (at + 2 >= name.length()
                        || !HexFormat.isHexDigit(name.charAt(at + 1))
                        || !HexFormat.isHexDigit(name.charAt(at + 2))) {
                    return Optional.empty();
                }
                bytes.put((byte) HexFormat.fromHexDigits(name, at + 1, at + 3));
                at += 2;
            } else if (c < 0x80) {
                bytes.put((byte) c);
            } else {
                return Optional.empty();
            }
        }
        try {
            var path = StandardCharsets.UTF_8.newDecoder().decode(bytes.flip()).toString();
            return Optional.ofNullable(GrokSummary.folder(path));
        } catch (CharacterCodingException noText) {
            return Optional.empty();
        }
    }
}
