/// Every `SVC_*` variable once, the env file, and where things live.
@NullMarked
package dev.svc.shared.config;

import org.jspecify.annotations.NullMarked;
