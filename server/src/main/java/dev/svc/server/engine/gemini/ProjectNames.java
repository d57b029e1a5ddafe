package dev.svc.server.engine.gemini;

import dev.svc.server.engine.file.FileStamp;
import dev.svc.server.engine.json.JsonLines;
import dev.svc.server.engine.json.StoreFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Finds the name under which the program keeps a project's chats, as the program itself finds it: in its list, by the
/// notes in the folders, else the next free name after the project's folder.
final class ProjectNames {
    private static final Pattern OTHERS = Pattern.compile("[^a-z0-9]+");
    private static final Pattern EDGES = Pattern.compile("^-|-$");

    private final ProjectFolders notes = new ProjectFolders();
    private final GeminiPlace place;

    /// Both have a folder for each project, with a note in it.
    private final List<Path> trees;

    ProjectNames(GeminiPlace place) {
        this.place = place;
        this.trees = List.of(place.tmp(), place.tmp().resolveSibling("history"));
    }

    String of(String folder) throws IOException {
        var listed = listed();
        var known = listed.get(folder);
        if (known != null && isFree(known, folder)) {
            return known;
        }
        var noted = noted(folder);
        if (noted.isPresent()) {
            return noted.get();
        }
        var slug = slug(folder);
        var name = slug;
        for (int i = 1; listed.containsValue(name) || !isFree(name, folder); i++) {
            name = slug + "-" + i;
        }
        return name;
    }

    private Map<String, String> listed() throws IOException {
        var listed = new LinkedHashMap<String, String>();
        if (FileStamp.of(place.projects()).isPresent()) {
            try (var channel = JsonLines.open(place.projects())) {
                var bytes = StoreFile.head(channel);
                JsonLines.parse(bytes, 0, bytes.length)
                        .ifPresent(list -> list.path("projects")
                                .properties()
                                .forEach(entry -> listed.put(
                                        entry.getKey(), entry.getValue().asText())));
            }
        }
        // A name leads into the folder, never out of it.
        listed.values().removeIf(name -> !slug(name).equals(name));
        return listed;
    }

    /// Whether no other project has noted the name as its own.
    private boolean isFree(String name, String folder) throws IOException {
        for (var tree : trees) {
            var owner = notes.folderOf(tree.resolve(name));
            if (owner.isPresent() && !owner.get().path().equals(folder)) {
                return false;
            }
        }
        return true;
    }

    private Optional<String> noted(String folder) throws IOException {
        for (var tree : trees) {
            if (Files.isDirectory(tree)) {
                try (var projects = Files.list(tree)) {
                    for (var project : (Iterable<Path>) projects.sorted()::iterator) {
                        var owner = notes.folderOf(project);
                        if (owner.isPresent() && owner.get().path().equals(folder)) {
                            return Optional.of(String.valueOf(project.getFileName()));
                        }
                    }
                }
            }
        }
        return Optional.empty();
    }

    private static String slug(String folder) {
        var last = folder.substring(folder.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
        var slug = EDGES.matcher(OTHERS.matcher(last).replaceAll("-")).replaceAll("");
        return slug.isEmpty() ? "project" : slug;
    }
}
