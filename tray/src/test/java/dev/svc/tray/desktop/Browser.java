package dev.svc.tray.desktop;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// A browser without a page: keeps its cookies, signs in, and knows whether it still is.
public final class Browser implements AutoCloseable {
    private final HttpClient http = HttpClient.newHttpClient();
    private final Map<String, String> cookies = new TreeMap<>();
    private final String origin;

    public Browser(int port) {
        origin = "http://127.0.0.1:" + port;
    }

    /// What the service answers to the password.
    public String signIn(String password) throws IOException, InterruptedException {
        return post("/login", "{\"username\":\"admin\",\"password\":\"%s\"}".formatted(password));
    }

    /// What it answers to a code after that.
    public String enterCode(String code) throws IOException, InterruptedException {
        return post("/login/totp", "{\"code\":\"%s\"}".formatted(code));
    }

    public boolean isSignedIn() throws IOException, InterruptedException {
        return send(request("/api/auth-check")).statusCode() != 401;
    }

    private String post(String path, String body) throws IOException, InterruptedException {
        String token = send(request(path)).headers().firstValue("x-csrf-token").orElseThrow();
        var request = request(path)
                .header("Content-Type", "application/json")
                .header("Origin", origin)
                .header("X-CSRF-Token", token);
        return send(request.POST(BodyPublishers.ofString(body))).body();
    }

    private HttpRequest.Builder request(String path) {
        var request = HttpRequest.newBuilder(URI.create(origin + path)).header("Accept", "application/json");
        String sent = cookies.entrySet().stream()
                .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
                .collect(Collectors.joining("; "));
        return sent.isEmpty() ? request : request.header("Cookie", sent);
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        var response = http.send(request.build(), BodyHandlers.ofString());
        for (String cookie : response.headers().allValues("set-cookie")) {
            String[] parts = cookie.split(";", 2)[0].split("=", 2);
            cookies.put(parts[0], parts[1]);
        }
        return response;
    }

    @Override
    public void close() {
        http.close();
    }
}
