import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassFile.StackMapsOption;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/// Writes the classes of a library in the form of Java 8, where they have one from before Java 6: `CurrentClasses.java
/// JAR`. The JVM verifies such old classes in its slow way at each start and takes none of them into a start-up cache.
/// What they do is the same; the code gets the frames that newer classes have, and is verified here with them.
public final class CurrentClasses {
    private static final int BEGAN_TO_HAVE_FRAMES = ClassFile.JAVA_6_VERSION;
    private static final String NOTE = "META-INF/CHANGED";

    private CurrentClasses() {}

    public static void main(String[] arguments) throws IOException {
        Path jar = Path.of(arguments[0]);
        Map<ZipEntry, byte[]> entries = read(jar);
        var names = new LinkedHashMap<String, byte[]>();
        entries.forEach((entry, content) -> names.put(entry.getName(), content));
        if (names.containsKey(NOTE)) {
            return;
        }
        var classes = ClassFile.of(StackMapsOption.GENERATE_STACK_MAPS, ClassHierarchyResolverOption.of(hierarchy(names)));
        var written = new ByteArrayOutputStream();
        try (var out = new ZipOutputStream(written)) {
            for (var entry : entries.entrySet()) {
                boolean isClass = entry.getKey().getName().endsWith(".class");
                put(out, entry.getKey(), isClass ? current(classes, entry.getValue()) : entry.getValue());
            }
            var note = new ZipEntry(NOTE);
            note.setTime(entries.keySet().iterator().next().getTime());
            put(out, note, "The classes are those of the library, in the form of Java 8; see bin/CurrentClasses.java of svc.\n"
                    .getBytes());
        }
        Path whole = jar.resolveSibling(jar.getFileName() + ".new");
        Files.write(whole, written.toByteArray());
        Files.move(whole, jar, StandardCopyOption.REPLACE_EXISTING);
    }

    private static Map<ZipEntry, byte[]> read(Path jar) throws IOException {
        var entries = new LinkedHashMap<ZipEntry, byte[]>();
        try (var in = new ZipInputStream(Files.newInputStream(jar))) {
            for (var entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                entries.put(entry, in.readAllBytes());
            }
        }
        return entries;
    }

    /// With the same name and time.
    private static void put(ZipOutputStream out, ZipEntry of, byte[] content) throws IOException {
        var entry = new ZipEntry(of.getName());
        entry.setTime(of.getTime());
        out.putNextEntry(entry);
        out.write(content);
        out.closeEntry();
    }

    private static ClassHierarchyResolver hierarchy(Map<String, byte[]> names) {
        return ClassHierarchyResolver.ofResourceParsing(type -> {
                    var descriptor = type.descriptorString();
                    var content = names.get(descriptor.substring(1, descriptor.length() - 1) + ".class");
                    return content == null ? (InputStream) null : new ByteArrayInputStream(content);
                })
                .orElse(ClassHierarchyResolver.defaultResolver());
    }

    private static byte[] current(ClassFile classes, byte[] content) {
        var model = classes.parse(content);
        if (model.majorVersion() >= BEGAN_TO_HAVE_FRAMES) {
            return content;
        }
        ClassTransform version = (builder, element) -> {
            if (element instanceof ClassFileVersion) {
                builder.withVersion(ClassFile.JAVA_8_VERSION, 0);
            } else {
                builder.with(element);
            }
        };
        CodeTransform written = (builder, element) -> builder.with(element);
        byte[] now = classes.transformClass(model, ClassTransform.transformingMethodBodies(written).andThen(version));
        var wrong = classes.verify(now);
        if (!wrong.isEmpty()) {
            throw new IllegalStateException(model.thisClass().asInternalName() + ": " + wrong.getFirst().getMessage());
        }
        return now;
    }
}
