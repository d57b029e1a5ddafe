package dev.svc.server.update.release;

import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// What a repository offers, asked without fetching anything. Names that are not versions are ignored.
final class Remote {
    static final String MAIN = "refs/heads/main";
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Pattern TAG = Pattern.compile("([0-9a-f]{40}|[0-9a-f]{64})\trefs/tags/([v0-9.]+)(\\^\\{\\})?");
    private static final Pattern BRANCH = Pattern.compile("([0-9a-f]{40}|[0-9a-f]{64})\trefs/heads/main");

    private final Git git;
    private final ReleaseSource source;

    Remote(Git git, ReleaseSource source) {
        this.git = git;
        this.source = source;
    }

    Optional<Candidate> newest(Channel channel) {
        return switch (channel) {
            case STABLE -> highest(versions());
            case MAIN -> main();
        };
    }

    /// Every version tag.
    List<Candidate> versions() {
        var objects = new HashMap<String, String>();
        var commits = new HashMap<String, String>();
        for (String line : list("refs/tags/*")) {
            var tag = TAG.matcher(line);
            if (tag.matches() && Version.find(tag.group(2)).isPresent()) {
                (tag.group(3) == null ? objects : commits).put(tag.group(2), tag.group(1));
            }
        }
        return objects.entrySet().stream().map(it -> candidate(it, commits)).toList();
    }

    private static Candidate candidate(Map.Entry<String, String> tag, Map<String, String> commits) {
        String object = tag.getValue();
        return Candidate.tag(
                tag.getKey(),
                object,
                commits.getOrDefault(tag.getKey(), object),
                Version.find(tag.getKey()).orElseThrow());
    }

    /// @throws UpdateException where two tags of one version disagree
    private static Optional<Candidate> highest(List<Candidate> tags) {
        var highest = tags.stream()
                .max(Comparator.comparing(tag -> Version.find(tag.version()).orElseThrow()));
        highest.ifPresent(it -> tags.stream()
                .filter(other ->
                        other.version().equals(it.version()) && !other.commit().equals(it.commit()))
                .findFirst()
                .ifPresent(other -> {
                    throw new UpdateException(
                            "The tags %s and %s are two releases of one version: nothing is installed until one of them is gone."
                                    .formatted(it.shortRef(), other.shortRef()));
                }));
        return highest;
    }

    private Optional<Candidate> main() {
        return list(MAIN).stream()
                .map(BRANCH::matcher)
                .filter(line -> line.matches())
                .map(line -> Candidate.main(line.group(1)))
                .findFirst();
    }

    private List<String> list(String pattern) {
        var answer = git.run(PATIENCE, List.of("ls-remote", "--quiet", "--", source.address(), pattern));
        if (!answer.inTime()) {
            throw new UpdateException("%s did not answer within %d seconds: look at the network and try again."
                    .formatted(source, PATIENCE.toSeconds()));
        }
        if (answer.err().contains("dubious ownership")) {
            throw new UpdateException(
                    "%s belongs to somebody else, and git reads nothing there until you say that you trust it: git config --global --add safe.directory %s"
                            .formatted(source, source));
        }
        if (!answer.succeeded()) {
            throw new UpdateException(
                    "%s cannot be asked (%s): look at SVC_REPO and the network.".formatted(source, answer.complaint()));
        }
        return answer.out().lines().toList();
    }
}
