package dev.svc.shared.vital;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// A field, in a class with a lock, that is confined to one thread or guarded by another object's lock, which the
/// compiler cannot check.
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.FIELD)
public @interface OwnedBy {
    /// The owner.
    String value();
}
