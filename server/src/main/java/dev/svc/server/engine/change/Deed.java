package dev.svc.server.engine.change;

import java.util.List;

/// What one call did to a file, or may have done to any. Paths are as the log has them: absolute, or relative to where
/// the program works.
public sealed interface Deed {

    /// Put a whole text in place.
    record Wrote(String path, Was was, String text) implements Deed {}

    /// Added text at the end.
    record Appended(String path, Was was, String text) implements Deed {}

    /// Replaced texts in it, one after the other.
    ///
    /// @param hunks the same as a patch, where the log has that as well; otherwise empty
    record Replaced(String path, Was was, List<Replacement> replacements, List<PatchHunk> hunks) implements Deed {}

    /// Applied a patch to it.
    ///
    /// @param to where it was moved meanwhile; the same path where it was not
    record Patched(String path, String to, Was was, List<PatchHunk> hunks) implements Deed {}

    record Deleted(String path, Was was) implements Deed {}

    /// Did something that may have written files; nobody can tell which.
    record Ran(String command) implements Deed {}

    /// One text for another.
    ///
    /// @param all wherever it occurs, instead of once
    record Replacement(String before, String after, boolean all) {}
}
