package dev.svc.shared.vital;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// A field, in a class with a lock, that one thread alone touches, or that is guarded by a lock of somebody else's,
/// which
/// the compiler cannot check.
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.FIELD)
public @interface OwnedBy {
    /// Who that is.
    String value();
}
