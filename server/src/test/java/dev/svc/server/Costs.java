package dev.svc.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What something costs, in counts that a busy machine does not change: bytes allocated, calls of the
/// system that read or write, and how often a thread went to sleep and was woken. Counted in a process of
/// its own, whose compiler removes no allocation, so that each run counts the same.
record Costs(long allocated, long calls, long bytes, long wakeUps) {
    private static final String COUNTED = "counted ";
    private static final com.sun.management.ThreadMXBean THREADS =
            ManagementFactory.getPlatformMXBean(com.sun.management.ThreadMXBean.class);

    /// Of this process so far, threads that have ended included; without wake-ups.
    static Costs ofProcess() throws IOException {
        var io = numbers(Path.of("/proc/self/io"));
        return new Costs(
                THREADS.getTotalThreadAllocatedBytes(),
                io.getOrDefault("syscr", 0L) + io.getOrDefault("syscw", 0L),
                io.getOrDefault("rchar", 0L),
                0);
    }

    /// Of those threads so far whose names begin in this way.
    static Costs of(String... names) throws IOException {
        Predicate<String> counts = name -> Stream.of(names).anyMatch(name::startsWith);
        long allocated = 0;
        for (var info : THREADS.getThreadInfo(THREADS.getAllThreadIds())) {
            if (info != null && counts.test(info.getThreadName())) {
                allocated += Math.max(0, THREADS.getThreadAllocatedBytes(info.getThreadId()));
            }
        }
        long calls = 0;
        long bytes = 0;
        long wakeUps = 0;
        try (var tasks = Files.list(Path.of("/proc/self/task"))) {
            for (var task : tasks.toList()) {
                var name = Files.readString(task.resolve("comm")).strip();
                if (counts.test(name)
                        || Stream.of(names).anyMatch(it -> it.length() > 15 && name.equals(it.substring(0, 15)))) {
                    var io = numbers(task.resolve("io"));
                    calls += io.getOrDefault("syscr", 0L) + io.getOrDefault("syscw", 0L);
                    bytes += io.getOrDefault("rchar", 0L);
                    wakeUps += numbers(task.resolve("status")).getOrDefault("voluntary_ctxt_switches", 0L);
                }
            }
        }
        return new Costs(allocated, calls, bytes, wakeUps);
    }

    static long allocatedHere() {
        return THREADS.getCurrentThreadAllocatedBytes();
    }

    Costs minus(Costs earlier) {
        return new Costs(
                allocated - earlier.allocated, calls - earlier.calls, bytes - earlier.bytes, wakeUps - earlier.wakeUps);
    }

    private static Map<String, Long> numbers(Path file) throws IOException {
        var numbers = new TreeMap<String, Long>();
        for (var line : Files.readAllLines(file)) {
            var words = line.split(":?\\s+", 3);
            if (words.length > 1 && words[1].matches("\\d+")) {
                numbers.put(words[0], Long.parseLong(words[1]));
            }
        }
        return numbers;
    }

    /// Runs a class in a process of its own and returns the figures that it said, by their names.
    ///
    /// @param folder for its files; empty
    static Map<String, Double> counted(Class<?> counting, Path folder) throws IOException, InterruptedException {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("-") && !argument.startsWith("-javaagent"))
                .toList());
        command.addAll(List.of(
                "-XX:TieredStopAtLevel=1",
                "-XX:ActiveProcessorCount=2",
                "-Xmx512m",
                "-cp",
                System.getProperty("java.class.path"),
                counting.getName()));
        var said = folder.resolve("said");
        var remarks = folder.resolve("remarks");
        var builder = new ProcessBuilder(command).redirectOutput(said.toFile()).redirectError(remarks.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("SVC_"));
        builder.environment().put("TMPDIR", folder.toString());
        int code = Waiting.exitCode(builder.start());
        assertThat(code).as(Files.readString(remarks)).isZero();
        return Files.readAllLines(said).stream()
                .filter(line -> line.startsWith(COUNTED))
                .map(line -> line.split(" ", 3))
                .collect(Collectors.toMap(words -> words[1], words -> Double.parseDouble(words[2])));
    }

    /// One figure, for whoever runs this process.
    static void say(String name, double figure) {
        System.out.println(COUNTED + name + " " + figure);
    }
}
