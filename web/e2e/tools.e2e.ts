import { expect, it } from 'vitest';
import { openAt } from './browser.ts';
import { addRecords, addressOf, sessionId, writeConversation } from './stores.ts';
import { setStage } from './stage.ts';

const told = { id: sessionId(0), title: 'With tools', folder: 'src/app', said: ['Run the tests.', 'I run them.'] };

function called(id: string, name: string, input: object, content: string, failed = false): object[] {
  const call = { type: 'tool_use', id, name, input };
  const result = { type: 'tool_result', tool_use_id: id, content, is_error: failed };
  return [
    { type: 'assistant', message: { role: 'assistant', content: [call] } },
    { type: 'user', message: { role: 'user', content: [result] } },
  ];
}

const stage = setStage((home) => {
  writeConversation(home, told);
  const command = 'npm test -- --runInBand';
  addRecords(home, told, [
    ...called('a', 'Read', { file_path: '/src/cart.ts' }, Array.from({ length: 118 }, () => 'a line').join('\n')),
    ...called('b', 'Bash', { command, description: 'Run all tests' }, 'Exit code 1\n2 failed\n1 passed', true),
    {
      type: 'assistant',
      isApiErrorMessage: true,
      message: {
        role: 'assistant',
        model: '<synthetic>',
        content: [{ type: 'text', text: 'API Error: 529 overloaded' }],
      },
    },
    { type: 'user', message: { role: 'user', content: '[Request interrupted by user]' } },
  ]);
  return {};
});

it('a call says what it was for, how it ended and how much came back; what failed has a sign and a word', async () => {
  const watched = await openAt(stage.browser, stage.service.origin, `${addressOf(0)}/transcript`);
  const { page } = watched;
  const head = (name: string) => page.locator('summary', { hasText: name });
  await head('Read').getByText('118 lines').waitFor();
  await head('Read').getByText('Succeeded').waitFor({ state: 'attached' });

  const command = head('Bash');
  await command.getByText('Run all tests').waitFor();
  await command.getByText('2 lines · exit 1').waitFor();
  await command.getByText('Failed').waitFor({ state: 'attached' });
  const code = command.getByText('npm test -- --runInBand');
  expect(await code.evaluate((one) => getComputedStyle(one).fontFamily)).toContain('mono');
  const [about, below] = [await command.getByText('Run all tests').boundingBox(), await code.boundingBox()];
  const name = await command.getByText('Bash', { exact: true }).boundingBox();
  expect(name?.y).toBe(about?.y);
  expect(below?.y ?? 0).toBeGreaterThanOrEqual((about?.y ?? 0) + (about?.height ?? 0) - 1);

  for (const word of ['Error', 'Interrupted']) {
    const mark = page.locator('.turn-mark', { hasText: word });
    await mark.waitFor();
    expect(await mark.locator('svg').count()).toBe(1);
  }
  await page.getByText('API Error: 529 overloaded').waitFor();
  await watched.expectAccessible();
});
