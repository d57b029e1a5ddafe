package dev.svc.server.http.gate;

import io.helidon.http.Method;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;

/// One line of the route table.
public record Route(Method method, String path, Policy policy, Answer answer) {

    /// What a route does once the gate has let the visitor in.
    @FunctionalInterface
    public interface Answer {
        void answer(ServerRequest request, ServerResponse response, Visitor visitor) throws Exception;
    }

    public static Route get(String path, Policy policy, Answer answer) {
        return new Route(Method.GET, path, policy, answer);
    }

    public static Route post(String path, Policy policy, Answer answer) {
        return new Route(Method.POST, path, policy, answer);
    }

    public static Route patch(String path, Policy policy, Answer answer) {
        return new Route(Method.PATCH, path, policy, answer);
    }

    public static Route delete(String path, Policy policy, Answer answer) {
        return new Route(Method.DELETE, path, policy, answer);
    }
}
