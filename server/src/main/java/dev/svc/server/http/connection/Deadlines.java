package dev.svc.server.http.connection;

import java.time.Duration;

/// Time limits of a connection. A stranger is somebody who has not shown a login on this connection.
///
/// @param head from the first byte of a request to the end of its headers, and from the connection to its first request
/// @param stranger for the body of a stranger's request and its answer together
/// @param idleStranger between two requests of a stranger
/// @param idle between two requests of somebody who is signed in
/// @param leaving from the last word of a socket to its end
public record Deadlines(Duration head, Duration stranger, Duration idleStranger, Duration idle, Duration leaving) {

    public static Deadlines ordinary() {
        return new Deadlines(
                Duration.ofSeconds(10),
                Duration.ofSeconds(30),
                Duration.ofSeconds(60),
                Duration.ofMinutes(5),
                Duration.ofSeconds(2));
    }
}
