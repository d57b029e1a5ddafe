package dev.svc.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.svc.shared.vital.OwnedBy;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// In a class that takes a lock, each field that changes names its owner: the compiler then refuses code that touches
/// it
/// without its lock.
class OwnersTest {
    private static final String LOCKS = "java.util.concurrent.locks";
    private static final Set<JavaModifier> SAFE =
            Set.of(JavaModifier.FINAL, JavaModifier.VOLATILE, JavaModifier.STATIC, JavaModifier.SYNTHETIC);

    @Test
    void every_field_that_changes_in_a_class_with_a_lock_says_whose_it_is() {
        assertThat(ownerless("dev.svc")).isEmpty();
    }

    @Test
    void a_field_without_an_owner_is_caught() {
        assertThat(ownerless("planted"))
                .containsExactlyInAnyOrder(
                        "planted.terminal.Ownerless.byLock", "planted.terminal.Ownerless$Nested.count");
    }

    private static List<String> ownerless(String root) {
        return new ClassFileImporter()
                        .withImportOption(location -> root.equals("planted") || !location.contains("/test-classes/"))
                        .importPackages(root)
                        .stream()
                        .filter(OwnersTest::locks)
                        .flatMap(type -> type.getFields().stream())
                        .filter(OwnersTest::isOwnerless)
                        .map(JavaField::getFullName)
                        .toList();
    }

    /// With a lock of its own, by a synchronized method, or within a class that has one of these.
    private static boolean locks(JavaClass type) {
        return hasLock(type) || type.getEnclosingClass().map(OwnersTest::locks).orElse(false);
    }

    private static boolean hasLock(JavaClass type) {
        return type.getFields().stream()
                        .anyMatch(field -> field.getRawType().getPackageName().equals(LOCKS))
                || type.getMethods().stream()
                        .anyMatch(method -> method.getModifiers().contains(JavaModifier.SYNCHRONIZED));
    }

    private static boolean isOwnerless(JavaField field) {
        return field.getModifiers().stream().noneMatch(SAFE::contains)
                && !field.isAnnotatedWith(GuardedBy.class)
                && !field.isAnnotatedWith(OwnedBy.class);
    }
}
