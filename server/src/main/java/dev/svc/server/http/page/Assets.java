package dev.svc.server.http.page;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The built page's files, listed once: an address that is not in the list reaches no file system.
public final class Assets {
    private static final Map<String, String> ENCODINGS = Map.of(".br", "br", ".gz", "gzip");
    private static final Map<String, String> TYPES = Map.ofEntries(
            Map.entry("html", "text/html; charset=utf-8"),
            Map.entry("js", "text/javascript; charset=utf-8"),
            Map.entry("css", "text/css; charset=utf-8"),
            Map.entry("json", "application/json; charset=utf-8"),
            Map.entry("webmanifest", "application/manifest+json; charset=utf-8"),
            Map.entry("svg", "image/svg+xml"),
            Map.entry("png", "image/png"),
            Map.entry("ico", "image/x-icon"),
            Map.entry("woff2", "font/woff2"),
            Map.entry("wasm", "application/wasm"),
            Map.entry("txt", "text/plain; charset=utf-8"),
            Map.entry("map", "application/json; charset=utf-8"));

    private final Map<String, Asset> byName;

    private Assets(Map<String, Asset> byName) {
        this.byName = Map.copyOf(byName);
    }

    /// Lists a built page; there is none without its index.html.
    public static Assets of(Path dist) throws IOException {
        if (!Files.isRegularFile(dist.resolve("index.html"))) {
            throw new NoSuchFileException(dist.resolve("index.html").toString());
        }
        var found = new HashMap<String, Asset>();
        try (var files = Files.walk(dist)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (!ENCODINGS.containsKey(ending(file))) {
                    Asset asset = asset(dist, file);
                    found.put(asset.name(), asset);
                }
            }
        }
        return new Assets(found);
    }

    Optional<Asset> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    private static Asset asset(Path dist, Path file) throws IOException {
        String name = "/" + dist.relativize(file).toString().replace('\\', '/');
        var variants = new ArrayList<Asset.Variant>();
        for (String ending : List.of(".br", ".gz")) {
            Path compressed = Path.of(file + ending);
            if (Files.isRegularFile(compressed)) {
                variants.add(Asset.Variant.of(compressed, Optional.ofNullable(ENCODINGS.get(ending))));
            }
        }
        variants.add(Asset.Variant.of(file, Optional.empty()));
        String ending = ending(file);
        return new Asset(
                name,
                TYPES.getOrDefault(ending.isEmpty() ? "" : ending.substring(1), "application/octet-stream"),
                List.copyOf(variants));
    }

    private static String ending(Path file) {
        String name = String.valueOf(file.getFileName());
        int dot = name.lastIndexOf('.');
        return dot < 0 ? "" : name.substring(dot);
    }
}
