package dev.svc.server.http.page;

import dev.svc.server.http.gate.Policy;
import dev.svc.server.http.gate.Problem;
import dev.svc.server.http.gate.Route;
import dev.svc.server.http.gate.Visitor;
import io.helidon.http.HeaderNames;
import io.helidon.http.Method;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import java.util.Optional;

/// The single-page app: its files, and its first page for every address that the page itself routes.
public final class AppPage {
    private static final String INDEX = "/index.html";
    private static final String HASHED = "/assets/";

    private final Assets assets;

    public AppPage(Assets assets) {
        this.assets = assets;
    }

    public List<Route> routes() {
        return List.of(
                new Route(Method.GET, "/*", Policy.OPEN, this::answer),
                new Route(Method.HEAD, "/*", Policy.OPEN, this::answer));
    }

    private void answer(ServerRequest request, ServerResponse response, Visitor visitor) {
        Asset asset =
                asset(request.path().path()).orElseThrow(() -> Problem.notFound("There is nothing at this address."));
        var headers = response.headers();
        headers.set(
                HeaderNames.CACHE_CONTROL,
                asset.name().startsWith(HASHED) ? "public, max-age=31536000, immutable" : "no-cache");
        headers.set(HeaderNames.VARY, "Accept-Encoding");
        headers.set(HeaderNames.CONTENT_TYPE, asset.type());
        Asset.Variant variant = asset.variantFor(
                request.headers().value(HeaderNames.ACCEPT_ENCODING).orElse(""));
        headers.set(HeaderNames.ETAG, variant.etag());
        if (request.headers()
                .value(HeaderNames.IF_NONE_MATCH)
                .filter(variant::matches)
                .isPresent()) {
            response.status(304).send();
            return;
        }
        variant.encoding().ifPresent(encoding -> headers.set(HeaderNames.CONTENT_ENCODING, encoding));
        send(request, response, variant);
    }

    private static void send(ServerRequest request, ServerResponse response, Asset.Variant variant) {
        if (request.prologue().method().equals(Method.HEAD)) {
            response.headers().contentLength(variant.size());
            response.send();
        } else {
            response.send(variant.bytes());
        }
    }

    /// A name with a dot is a file that is there or not; any other address is a screen of the page.
    private Optional<Asset> asset(String path) {
        Optional<Asset> file = assets.find(path);
        boolean namesFile = path.substring(path.lastIndexOf('/') + 1).contains(".");
        return file.isPresent() || namesFile ? file : assets.find(INDEX);
    }
}
