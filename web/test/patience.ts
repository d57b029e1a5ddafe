/**
 * How long a test waits at most for a condition, in milliseconds. It ends a test that hangs and says nothing about how
 * fast anything is: on a busy machine, everything may take that long.
 */
export const patience = 120_000;

/** A test waits for one thing after the other, and has as long as many of them together. */
export const wholeTest = 10 * patience;

/** Checks the condition again and again until it holds. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + patience;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`never came: ${String(holds)}`);
    await new Promise((later) => setTimeout(later, 20));
  }
}
