/// A home to try svc with: sessions of every program, and a stand-in for the programs themselves.
@NullMarked
package dev.svc.server.demo;

import org.jspecify.annotations.NullMarked;
