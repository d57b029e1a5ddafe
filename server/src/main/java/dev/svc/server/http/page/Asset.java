package dev.svc.server.http.page;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

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
    record Variant(Optional<String> encoding, Path file, long size, String etag) {

        boolean matches(String ifNoneMatch) {
            return ifNoneMatch.equals("*")
                    || Arrays.stream(ifNoneMatch.split(",")).map(String::strip).anyMatch(etag::equals);
        }

        byte[] bytes() {
            try {
                return Files.readAllBytes(file);
            } catch (IOException gone) {
                throw new UncheckedIOException(gone);
            }
        }
    }
}
