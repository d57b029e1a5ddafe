package dev.svc.server;

import static java.lang.constant.ConstantDescs.CD_Long;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_long;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.security.ProtectionDomain;
import java.time.Clock;
import java.time.InstantSource;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;

/// Sets the clock of a service by as much as a file says, while it runs and from its start on: its own view of the time
/// of day, which needs no rights on the host. What measures how long something takes is left alone, as it is by a real
/// step.
///
/// Loaded by the JVM of that service, which has none of the other classes of the tests.
public final class ClockAgent implements ClassFileTransformer {
    private static final String STEP = "svc.clock.step";
    private static final ClassDesc CD_INSTANT = ClassDesc.of("java.time.Instant");

    private ClockAgent() {}

    /// Begins with the JVM.
    ///
    /// @param folder the one whose file `step` has the milliseconds
    public static void premain(String folder, Instrumentation jvm) throws IOException, UnmodifiableClassException {
        var file = Path.of(folder, "step");
        var watch = file.getFileSystem().newWatchService();
        Path.of(folder).register(watch, StandardWatchEventKinds.ENTRY_CREATE, StandardWatchEventKinds.ENTRY_MODIFY);
        take(file);
        jvm.addTransformer(new ClockAgent(), true);
        jvm.retransformClasses(
                Clock.class,
                Clock.systemUTC().getClass(),
                InstantSource.system().getClass());
        Thread.ofPlatform().daemon().name("clock-agent").start(() -> {
            try {
                while (true) {
                    var key = watch.take();
                    key.pollEvents();
                    take(file);
                    key.reset();
                }
            } catch (InterruptedException | IOException ended) {
                // The time goes on as it is.
            }
        });
    }

    private static void take(Path file) throws IOException {
        System.setProperty(STEP, Files.exists(file) ? Files.readString(file).strip() : "0");
    }

    @Override
    public byte @Nullable [] transform(
            @Nullable ClassLoader loader,
            String name,
            @Nullable Class<?> type,
            @Nullable ProtectionDomain domain,
            byte[] bytes) {
        if (!name.equals("java/time/Clock") && !name.startsWith("java/time/Clock$System")) {
            return null;
        }
        var file = ClassFile.of();
        boolean isInstant = name.equals("java/time/Clock");
        return file.transformClass(
                file.parse(bytes),
                ClassTransform.transformingMethodBodies(
                        method -> method.methodName().equalsString(isInstant ? "currentInstant" : "millis"),
                        (code, element) -> {
                            if (element instanceof ReturnInstruction) {
                                shift(code, isInstant);
                            }
                            code.with(element);
                        }));
    }

    /// Adds the step to the instant, or to the milliseconds, on the stack.
    private static void shift(CodeBuilder code, boolean isInstant) {
        code.loadConstant(STEP)
                .lconst_0()
                .invokestatic(CD_Long, "getLong", MethodTypeDesc.of(CD_Long, CD_String, CD_long))
                .invokevirtual(CD_Long, "longValue", MethodTypeDesc.of(CD_long));
        if (isInstant) {
            code.invokevirtual(CD_INSTANT, "plusMillis", MethodTypeDesc.of(CD_INSTANT, CD_long));
        } else {
            code.ladd();
        }
    }

    /// Writes the agent into a file of its own, and says the option that has it loaded.
    ///
    /// @param folder as [#premain] has it
    static String option(Path jar, Path folder) throws IOException {
        var manifest = new Manifest();
        var attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.putValue("Premain-Class", ClockAgent.class.getName());
        attributes.putValue("Can-Retransform-Classes", "true");
        var entry = ClockAgent.class.getName().replace('.', '/') + ".class";
        try (var out = new JarOutputStream(Files.newOutputStream(jar), manifest);
                var bytes = ClockAgent.class.getClassLoader().getResourceAsStream(entry)) {
            out.putNextEntry(new JarEntry(entry));
            if (bytes != null) {
                bytes.transferTo(out);
            }
        }
        return "-javaagent:%s=%s".formatted(jar, folder);
    }
}
