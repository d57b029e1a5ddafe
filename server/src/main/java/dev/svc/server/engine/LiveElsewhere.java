package dev.svc.server.engine;

import java.util.Set;

/// What a program itself says about its running processes, including those svc did not start.
public interface LiveElsewhere {

    /// The native ids that a living process of the program works on now.
    Set<String> running();
}
