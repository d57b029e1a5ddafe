/** A test waits for what it needs, never for time, and no shorter than `test/patience.ts` says. */
const message = 'Wait for what the test needs; how long at most is said in test/patience.ts alone.';
const clock = [
  'CallExpression[callee.property.name="waitForTimeout"]',
  'CallExpression[callee.name="setTimeout"][arguments.length>1]',
  'Property[key.name=/^(testTimeout|hookTimeout|timeout)$/] > Literal.value',
  'CallExpression[callee.name=/^(it|test|before|after)/] > Literal.arguments[raw=/^[0-9]/]',
  'CallExpression[callee.property.name=/^(setDefault|setDefaultNavigation)Timeout$/] > Literal.arguments',
].map((selector) => ({ selector, message }));

/**
 * @param {object[]} everywhere what is restricted in all files, which a setting for some of them would replace
 * @returns {import('eslint').Linter.Config}
 */
export const waiting = (everywhere) => ({
  files: ['**/*.test.ts', '**/vite*.config.ts', 'e2e/**/*.ts', 'test/**/*.ts'],
  ignores: ['e2e/bench/**', 'e2e/pictures/**', 'test/patience.ts'],
  rules: { 'no-restricted-syntax': ['error', ...everywhere, ...clock] },
});
