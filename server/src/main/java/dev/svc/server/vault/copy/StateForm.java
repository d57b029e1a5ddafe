package dev.svc.server.vault.copy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// States as they are written: each says what differs from the one before, so that an appended line costs what was
/// appended.
final class StateForm {
    private static final JsonMapper MAPPER = new JsonMapper();

    /// A state that was read.
    ///
    /// @param broken the names of files of which a former state that is missing said something
    record Reading(CopyState state, List<String> broken) {}

    private StateForm() {}

    /// @param before the state that it follows
    static byte[] written(CopyState state, CopyState before) throws IOException {
        var json = MAPPER.createObjectNode();
        json.put("at", state.at().toEpochMilli());
        json.put("stamp", state.stamp());
        if (!state.note().equals(before.note())) {
            json.put("note", state.note());
        }
        var files = json.putArray("files");
        for (var file : state.files().values()) {
            var former = before.files().get(file.name());
            if (!file.equals(former)) {
                write(file, former, files.addObject());
            }
        }
        int same = 0;
        while (same < Math.min(state.former().size(), before.former().size())
                && state.former().get(same).equals(before.former().get(same))) {
            same++;
        }
        json.put("former_kept", same);
        var former = json.putArray("former");
        state.former().stream().skip(same).forEach(file -> write(file, null, former.addObject()));
        var gone = json.putArray("dropped");
        before.files().keySet().stream()
                .filter(name -> !state.files().containsKey(name))
                .forEach(gone::add);
        return MAPPER.writeValueAsBytes(json);
    }

    private static void write(KeptFile file, @Nullable KeptFile before, ObjectNode json) {
        int same = before == null ? 0 : file.common(before);
        json.put("name", file.name());
        json.put("size", file.size());
        json.put("modified", file.modified());
        json.put("kept", same);
        json.put("check", file.check());
        var segments = json.putArray("segments");
        file.segments().stream().skip(same).forEach(segment -> segments.add(segment.toString()));
        var until = file.until();
        if (until != null) {
            json.put("until", until.toEpochMilli());
        }
    }

    /// @param before the state that it follows, as far as that could be read
    static Reading read(byte[] bytes, CopyState before) throws CopyDamageException {
        try {
            return read(MAPPER.readTree(bytes), before);
        } catch (IOException | DateTimeException | ClassCastException | IllegalArgumentException odd) {
            throw new CopyDamageException("a state says something that no state says", odd);
        }
    }

    private static Reading read(JsonNode json, CopyState before) throws CopyDamageException {
        if (!json.isObject()) {
            throw new CopyDamageException("a state is no object");
        }
        var broken = new ArrayList<String>();
        var files = new TreeMap<>(before.files());
        for (var dropped : json.path("dropped")) {
            files.remove(dropped.asText());
        }
        for (var row : json.path("files")) {
            var file = file(row, files.get(row.path("name").asText()));
            if (file.check() == row.path("check").asInt()) {
                files.put(file.name(), file);
            } else {
                broken.add(file.name());
            }
        }
        var former = new ArrayList<KeptFile>(before.former()
                .subList(
                        0,
                        Math.min(
                                before.former().size(), json.path("former_kept").asInt())));
        for (var row : json.path("former")) {
            former.add(file(row, null));
        }
        return new Reading(
                new CopyState(
                        json.path("stamp").asLong(),
                        Instant.ofEpochMilli(json.path("at").asLong()),
                        json.has("note") ? json.path("note").asText() : before.note(),
                        files,
                        former),
                broken);
    }

    private static KeptFile file(JsonNode row, @Nullable KeptFile before) throws CopyDamageException {
        var segments = new ArrayList<Digest>();
        if (before != null) {
            segments.addAll(before.segments()
                    .subList(
                            0,
                            Math.clamp(
                                    row.path("kept").asInt(),
                                    0,
                                    before.segments().size())));
        }
        for (var segment : row.path("segments")) {
            segments.add(Digest.parse(segment.asText())
                    .orElseThrow(() -> new CopyDamageException("a state names a segment that cannot be")));
        }
        return new KeptFile(
                row.path("name").asText(),
                row.path("size").asLong(),
                row.path("modified").asLong(),
                segments,
                row.has("until") ? Instant.ofEpochMilli(row.path("until").asLong()) : null);
    }
}
