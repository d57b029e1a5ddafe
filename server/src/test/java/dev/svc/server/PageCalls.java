package dev.svc.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;

/// Calls a running service that lets everybody in, as its page does: with the cookie and the token of a visit.
final class PageCalls {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient client;

    PageCalls(HttpClient client) {
        this.client = client;
    }

    HttpResponse<String> send(String method, String address, String path, Object body) {
        try {
            var begin = answer(HttpRequest.newBuilder(URI.create(address + "/api/config")));
            var request = HttpRequest.newBuilder(URI.create(address + path))
                    .header("Origin", address)
                    .header("Content-Type", "application/json")
                    .header(
                            "X-CSRF-Token",
                            JSON.readTree(begin.body()).path("csrf_token").asText())
                    .method(method, BodyPublishers.ofString(JSON.writeValueAsString(body)));
            begin.headers()
                    .firstValue("Set-Cookie")
                    .ifPresent(cookie -> request.header("Cookie", cookie.split(";", 2)[0]));
            return answer(request);
        } catch (IOException | InterruptedException failed) {
            throw new AssertionError(failed);
        }
    }

    /// As a program with a token does: no cookie, no Origin, no CSRF token.
    HttpResponse<String> asProgram(String method, String address, String path, Object body, String token) {
        try {
            var request = HttpRequest.newBuilder(URI.create(address + path))
                    .header("Authorization", "Bearer " + token)
                    .header("Content-Type", "application/json")
                    .method(method, BodyPublishers.ofString(JSON.writeValueAsString(body)));
            return answer(request);
        } catch (IOException | InterruptedException failed) {
            throw new AssertionError(failed);
        }
    }

    HttpResponse<String> look(String address, String path) {
        try {
            return answer(HttpRequest.newBuilder(URI.create(address + path)));
        } catch (IOException | InterruptedException failed) {
            throw new AssertionError(failed);
        }
    }

    JsonNode get(String address, String path) {
        var answer = look(address, path);
        try {
            return JSON.readTree(answer.body());
        } catch (IOException noJson) {
            throw new AssertionError(path + " answered " + answer.body(), noJson);
        }
    }

    private HttpResponse<String> answer(HttpRequest.Builder request) throws IOException, InterruptedException {
        try {
            return client.send(request.timeout(Waiting.PATIENCE).build(), BodyHandlers.ofString());
        } catch (HttpTimeoutException never) {
            StartedThreads.show();
            throw never;
        }
    }
}
