/// Commands that a person has allowed from then on: which there may be, and which question one of them answers.
@NullMarked
package dev.svc.server.question.allowed;

import org.jspecify.annotations.NullMarked;
