package dev.svc.server.share;

import dev.svc.server.change.ChangesView.FileView;
import java.util.List;

/// What the chosen turns changed, as others would see it: masked, bounded, and without a character that would act on
/// whoever shows it.
///
/// @param recorded false where the session's log does not tell what it changed
/// @param files with the hunks of these turns; their numbers count the lines that are cut as well
/// @param untold changes that are left out because nobody knows their turns
/// @param commands of these turns that may have written
/// @param cutFiles left out because there are too many
/// @param cutLines left out because there are too many
/// @param truncated whether the log has more than was read
public record SharedChanges(
        boolean recorded,
        List<FileView> files,
        int additions,
        int deletions,
        int untold,
        int commands,
        int cutFiles,
        int cutLines,
        boolean truncated) {

    public SharedChanges {
        files = List.copyOf(files);
    }
}
