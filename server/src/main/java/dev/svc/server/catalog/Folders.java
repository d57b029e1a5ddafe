package dev.svc.server.catalog;

import dev.svc.server.metadata.fold.Organisation;
import dev.svc.shared.text.PlainText;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The folders that a new session may start in; new ones can be made strictly below the configured roots.
public final class Folders {
    private final ProjectRoots roots;
    private final Path home;
    private final Catalog catalog;
    private final Supplier<Organisation> organisation;

    /// @param roots SVC_PROJECT_ROOTS; without any, no folder is ever made
    /// @param home of the person, where nothing is made either
    public Folders(ProjectRoots roots, Path home, Catalog catalog, Supplier<Organisation> organisation) {
        this.roots = roots;
        this.home = home;
        this.catalog = catalog;
        this.organisation = organisation;
    }

    /// Why a folder is offered.
    public enum Source {
        SCAN,
        PROJECT,
        ROOT,
        HOME
    }

    /// A folder to start in.
    ///
    /// @param lastUsed null when no session was ever there
    public record Offer(String path, int sessions, @Nullable Instant lastUsed, Source source, boolean exists) {}

    /// A folder was not made; the message says why and what to do.
    public static final class RefusedException extends RuntimeException {
        private static final long serialVersionUID = 1;
        private final String field;

        RefusedException(String field, String message) {
            super(message);
            this.field = field;
        }

        /// Which part of the request it is about.
        public String field() {
            return field;
        }
    }

    public boolean canMake() {
        return !roots.usable().isEmpty();
    }

    /// Those in which a folder can be made now.
    public List<String> roots() {
        return roots.usable().stream().map(Path::toString).toList();
    }

    /// The most recently used first, those of projects after them, then the roots, then the home folder: so
    /// there is one before there is any session. Folders whose name cannot be shown unchanged are not offered:
    /// the shown name would come back as another folder.
    public List<Offer> offers() {
        var offers = new LinkedHashMap<String, Offer>();
        catalog.folders().stream()
                .sorted(Comparator.comparing(UsedFolder::lastUsed).reversed().thenComparing(UsedFolder::path))
                .forEach(it -> offers.put(it.path(), offer(it)));
        organisation.get().projects().stream()
                .filter(project -> !project.archived())
                .flatMap(project -> project.folders().stream())
                .forEach(path -> add(offers, path, Source.PROJECT));
        roots().forEach(path -> add(offers, path, Source.ROOT));
        if (exists(home.toString())) {
            add(offers, home.toString(), Source.HOME);
        }
        offers.keySet().removeIf(path -> !PlainText.isLine(path));
        return new ArrayList<>(offers.values());
    }

    private static Offer offer(UsedFolder it) {
        return new Offer(it.path(), it.sessions(), it.lastUsed(), Source.SCAN, exists(it.path()));
    }

    private static void add(Map<String, Offer> offers, String path, Source source) {
        offers.putIfAbsent(path, new Offer(path, 0, null, source, exists(path)));
    }

    private static boolean exists(String path) {
        try {
            return Files.isDirectory(Path.of(path));
        } catch (java.nio.file.InvalidPathException noPath) {
            return false;
        }
    }

    /// Makes one folder. The parent's real path decides whether it lies in a root, and no link is followed from there.
    public Path make(String parent, String name) {
        var place = realPath(parent);
        var root = place == null ? null : root(place);
        if (place == null || root == null || !PlainText.isLine(place.toString())) {
            throw new RefusedException("parent", "Choose a folder that is one of the project roots or lies below one.");
        }
        try {
            RootedFolder.make(root, place, requireName(name));
            return place.resolve(name);
        } catch (FileAlreadyExistsException taken) {
            throw new RefusedException("name", "There is something of this name already: choose another.");
        } catch (IOException failed) {
            throw new RefusedException("parent", "The folder could not be made there: choose another place.");
        }
    }

    /// Makes a folder that is gone, with those above it that are gone as well, under the rules of [#make].
    public Path makeAgain(String path) {
        Path gone = Path.of(path).normalize();
        var missing = new ArrayDeque<String>();
        Path there = gone;
        while (there != null && there.getFileName() != null && !Files.exists(there, LinkOption.NOFOLLOW_LINKS)) {
            missing.push(there.getFileName().toString());
            there = there.getParent();
        }
        if (there == null || missing.isEmpty()) {
            throw new RefusedException("path", "There is something of this name already.");
        }
        missing.forEach(Folders::requireName); // before the first of them is made
        Path made = there;
        for (var name : missing) {
            made = make(made.toString(), name);
        }
        return made;
    }

    private @Nullable Path root(Path place) {
        return realRoots().stream().filter(place::startsWith).findFirst().orElse(null);
    }

    private static String requireName(String name) {
        var wrong = FolderName.objection(name);
        if (wrong.isPresent()) {
            throw new RefusedException("name", wrong.get());
        }
        return name;
    }

    private Set<Path> realRoots() {
        var real = new HashSet<Path>();
        for (var root : roots.usable()) {
            var path = realPath(root.toString());
            if (path != null) {
                real.add(path);
            }
        }
        return real;
    }

    private static @Nullable Path realPath(String path) {
        try {
            var asked = Path.of(path);
            return asked.isAbsolute() && Files.isDirectory(asked) ? asked.toRealPath() : null;
        } catch (IOException | java.nio.file.InvalidPathException none) {
            return null;
        }
    }
}
