package planted.engine.codex;

/// A room's own thing, for the floor plan's own test.
public record Codex() {}
