import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** A server that was built elsewhere may be tried by naming its jar. */
export const jar = process.env['SVC_JAR'] ?? join(root, 'server', 'target', 'svc.jar');
/** Trained by ./test and ./svc for the jar of this checkout; a start takes half the time with it. */
export const cache = join(root, 'server', 'target', 'svc.aot');
export const mainClass = 'dev.svc.server.Main';
export const jvmOptions = join(root, 'server', 'jvm.options');
/** So may a page. */
export const page = process.env['SVC_PAGE'] ?? join(root, 'web', 'dist');
export const results = join(root, 'web', 'test-results');
export const java = process.env['JAVA_HOME'] ? join(process.env['JAVA_HOME'], 'bin', 'java') : 'java';
export const chromium = process.env['SVC_CHROMIUM'] ?? '/usr/bin/chromium';
export const firefox = process.env['SVC_FIREFOX'] ?? '/usr/bin/firefox-esr';
