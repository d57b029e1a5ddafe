package dev.svc.server.search;

/// What people can set about searching.
///
/// @param toolOutput how many characters of what a tool answered are searched
public record SearchSettings(boolean enabled, int toolOutput) {}
