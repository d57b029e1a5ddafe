package dev.svc.server.metadata;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What to change about a project; null leaves a part as it is.
public record ProjectChange(
        @Nullable String name,
        @Nullable String color,
        @Nullable List<String> folders,
        @Nullable Boolean archived) {}
