/// The model that is asked: its address, the request, the answer, and what goes wrong between them.
@NullMarked
package dev.svc.server.review.model;

import org.jspecify.annotations.NullMarked;
