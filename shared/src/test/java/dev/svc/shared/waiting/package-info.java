/// What the tests of all modules share: how they wait.
@org.jspecify.annotations.NullMarked
package dev.svc.shared.waiting;
