/// What Web Push asks of cryptography, made of what the JDK has: the curve, the sealing of what is sent, and the
/// signature of who sends it. No input or output.
@NullMarked
package dev.svc.server.push.crypto;

import org.jspecify.annotations.NullMarked;
