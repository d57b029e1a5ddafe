/// What a word is, alike for what is indexed and for what is asked.
@NullMarked
package dev.svc.server.search.word;

import org.jspecify.annotations.NullMarked;
