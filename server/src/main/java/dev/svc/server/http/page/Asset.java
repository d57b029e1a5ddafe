package dev.svc.server.http.page;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// One file of the page with the compressed forms that were built beside it.
///
/// @param name its address, beginning with a slash
/// @param variants the plain form last, the smaller ones before it
record Asset(String name, String type, List<Variant> variants) {

    /// The smallest form that the browser accepts.
    Variant variantFor(String acceptEncoding) {
        List<String> accepted = Arrays.stream(acceptEncoding.split(","))
                .filter(part -> !part.replace(" ", "").endsWith(";q=0"))
                .map(part -> part.split(";", 2)[0].strip())
                .toList();
        return variants.stream()
                .filter(variant -> variant.encoding().map(accepted::contains).orElse(true))
                .findFirst()
                .orElseThrow();
    }

    /// One form of the bytes.
    ///
    /// @param digest of them, once somebody has asked for it: a service that starts reads none of its page
    record Variant(Optional<String> encoding, Path file, long size, AtomicReference<@Nullable String> digest) {

        static Variant of(Path file, Optional<String> encoding) throws IOException {
            return new Variant(encoding, file, Files.size(file), new AtomicReference<>());
        }

        String etag() {
            var known = digest.get();
            if (known == null) {
                known = '"' + digest(bytes()) + '"';
                digest.set(known);
            }
            return known;
        }

        boolean matches(String ifNoneMatch) {
            return ifNoneMatch.equals("*")
                    || Arrays.stream(ifNoneMatch.split(",")).map(String::strip).anyMatch(etag()::equals);
        }

        byte[] bytes() {
            try {
                return Files.readAllBytes(file);
            } catch (IOException gone) {
                throw new UncheckedIOException(gone);
            }
        }

        private static String digest(byte[] bytes) {
            try {
                byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes);
                return HexFormat.of().formatHex(hash, 0, 12);
            } catch (NoSuchAlgorithmException impossible) {
                throw new IllegalStateException(impossible);
            }
        }
    }
}
