import { ESLint } from 'eslint';
import ts from 'typescript-eslint';
import { describe, expect, it } from 'vitest';
import { waiting } from './waiting.js';

const eslint = new ESLint({
  overrideConfigFile: true,
  overrideConfig: [{ files: ['**/*.ts'], languageOptions: { parser: ts.parser as object } }, waiting([])] as never,
});

async function caught(source: string, filePath = 'e2e/planted.e2e.ts'): Promise<number> {
  const [result] = await eslint.lintText(source, { filePath });
  return result?.messages.length ?? -1;
}

describe('a test that waits for time', () => {
  it.each([
    'await page.waitForTimeout(800);',
    'await new Promise((later) => setTimeout(later, 1000));',
    'await page.getByText("x").waitFor({ timeout: 5_000 });',
    'await expect.poll(look, { timeout: 1000 }).toBe(1);',
    'it("does", async () => {}, 60_000);',
    'beforeAll(async () => {}, 60_000);',
    'context.setDefaultTimeout(30_000);',
    'export default { test: { testTimeout: 5_000 } };',
  ])('is refused: %s', async (source) => {
    expect(await caught(source)).toBe(1);
  });

  it.each([
    'await page.getByText("x").waitFor();',
    'await until(() => done);',
    'context.setDefaultTimeout(patience);',
    'await new Promise((later) => setTimeout(later));',
    'it("does", async () => {});',
  ])('is not what this does: %s', async (source) => {
    expect(await caught(source)).toBe(0);
  });

  it('is none where nothing is tested', async () => {
    expect(await caught('setTimeout(draw, 800);', 'src/state/planted.ts')).toBe(0);
  });
});
