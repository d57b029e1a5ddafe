package planted.wiring.update;

/// A room's own thing, for the floor plan's own test.
public record Updating() {}
