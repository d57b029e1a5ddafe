package planted.http.session;

/// A room's own thing, for the floor plan's own test.
public record Rows() {}
