package dev.svc.server.engine.opencode;

import dev.svc.server.engine.change.CallDeeds;
import dev.svc.server.engine.change.Deed;
import dev.svc.server.engine.change.Deed.Replacement;
import dev.svc.server.engine.change.PatchEnvelope;
import dev.svc.server.engine.change.UnifiedDiff;
import dev.svc.server.engine.change.Was;
import dev.svc.server.engine.change.WritingCommand;
import dev.svc.server.engine.json.JsonView;
import java.util.List;

/// What the part of a call tells of edits and commands: beside what was asked, its metadata have the patch, in some
/// versions with both texts.
final class OpencodeDeeds {
    private OpencodeDeeds() {}

    static void tell(JsonView part, JsonView state, CallDeeds deeds) {
        var input = state.member("input");
        var metadata = state.member("metadata");
        switch (part.member("tool").text()) {
            case "edit" -> deeds.add(edit(input, metadata));
            case "write" -> deeds.add(write(input, metadata));
            case "multiedit" -> {
                metadata.member("results").elements(each -> deeds.add(edit(input, each)));
            }
            case "apply_patch", "patch" -> patch(input, metadata, deeds);
            case "bash" -> {
                var command = input.member("command").text();
                if (WritingCommand.may(command)) {
                    deeds.add(new Deed.Ran(command));
                }
            }
            default -> {}
        }
        switch (state.member("status").text()) {
            case "completed" -> deeds.done();
            case "error" -> deeds.failed();
            default -> {}
        }
    }

    private static Deed edit(JsonView input, JsonView metadata) {
        var diff = metadata.member("filediff");
        var told = diff.member("file").text();
        var path = told.isEmpty() ? input.member("filePath").text() : told;
        var before = diff.member("before");
        var after = diff.member("after");
        if (before.isString() && after.isString()) {
            return new Deed.Wrote(path, Was.of(before.text()), after.text());
        }
        var patch = diff.member("patch").isString() ? diff.member("patch") : metadata.member("diff");
        var one = new Replacement(
                input.member("oldString").text(),
                input.member("newString").text(),
                input.member("replaceAll").isTrue());
        var hunks = UnifiedDiff.read(patch.text());
        return hunks.isEmpty()
                ? new Deed.Replaced(path, Was.UNKNOWN, List.of(one), List.of())
                : new Deed.Patched(path, path, Was.UNKNOWN, hunks);
    }

    private static Deed write(JsonView input, JsonView metadata) {
        var told = metadata.member("filepath").text();
        var exists = metadata.member("exists");
        boolean isNew = exists.length() > 0 && !exists.isTrue();
        return new Deed.Wrote(
                told.isEmpty() ? input.member("filePath").text() : told,
                isNew ? Was.NOTHING : Was.UNKNOWN,
                input.member("content").text());
    }

    /// What was done to each file, where the metadata say it; otherwise what was asked.
    private static void patch(JsonView input, JsonView metadata, CallDeeds deeds) {
        metadata.member("files").elements(file -> deeds.add(file(file)));
        if (deeds.known().isEmpty()) {
            PatchEnvelope.find(input.member("patchText").text()).ifPresent(asked -> asked.forEach(deeds::add));
        }
    }

    private static Deed file(JsonView file) {
        var path = file.member("filePath").text();
        var to = file.member("movePath").text();
        var before = file.member("before");
        var was = before.isString() ? Was.of(before.text()) : Was.UNKNOWN;
        var after = file.member("after");
        var diff = file.member("diff").isString() ? file.member("diff") : file.member("patch");
        return switch (file.member("type").text()) {
            case "add" ->
                after.isString()
                        ? new Deed.Wrote(path, Was.NOTHING, after.text())
                        : new Deed.Patched(path, path, Was.NOTHING, UnifiedDiff.read(diff.text()));
            case "delete" -> new Deed.Deleted(path, was);
            default -> new Deed.Patched(path, to.isEmpty() ? path : to, was, UnifiedDiff.read(diff.text()));
        };
    }
}
