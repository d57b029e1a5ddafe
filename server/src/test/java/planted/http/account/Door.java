package planted.http.account;

/// A room's own thing, for the floor plan's own test.
public record Door() {}
