import { it } from 'vitest';

/** Whether everything is asked, as `./test --deep` does. */
export const deep = process.env['SVC_DEEP'] === '1';

/**
 * A test of `./test --deep` alone. What stays in `./test` is what each screen is for, what comes from strangers, and
 * what loses something where it breaks; the rules of a detail are in depth, or below, in the tests of its module.
 */
export const inDepth = it.runIf(deep);
