import { afterAll, beforeAll, expect, it } from 'vitest';
import { Drawing } from '../../test/drawn';

let drawing: Drawing;

beforeAll(async () => {
  drawing = await Drawing.begin();
});

afterAll(() => drawing.end());

it('a button without words says its name and its key, to the pointer and to a screen reader alike', async () => {
  const button = await drawing.of('ui/IconButton.svelte', { icon: 'close', label: 'Close (Esc)' });
  expect(button).toContain('title="Close (Esc)"');
  expect(button).toContain('aria-label="Close (Esc)"');
});

it('what more a button has to say takes the place of its name in the tooltip only', async () => {
  const props = { icon: 'close', label: 'Resume', title: 'claude --resume abc' };
  const button = await drawing.of('ui/IconButton.svelte', props);
  expect(button).toContain('title="claude --resume abc"');
  expect(button).toContain('aria-label="Resume"');
});

it('a tooltip is text, whatever stands in it', async () => {
  const button = await drawing.of('ui/IconButton.svelte', { icon: 'close', label: '"><img src=x>' });
  expect(button).not.toContain('<img');
});

it('a mark says in words what its shape means, and says it once where its row is named by it', async () => {
  const drawn = { drawing: { line: 'M0 0' }, label: 'Working' };
  const mark = await drawing.of('ui/Mark.svelte', drawn);
  expect(mark).toMatch(/role="img" aria-label="Working"/);
  expect(mark).toContain('<title>Working</title>');
  const silent = await drawing.of('ui/Mark.svelte', { ...drawn, spoken: false });
  expect(silent).toContain('<title>Working</title>');
  expect(silent).toContain('aria-hidden="true"');
});

it('a mark beside the word itself has no tooltip', async () => {
  const mark = await drawing.of('ui/Mark.svelte', { drawing: { line: 'M0 0' }, label: '' });
  expect(mark).not.toContain('<title>');
  expect(mark).toContain('aria-hidden="true"');
});

it('a tab says its word in the tooltip as well: a narrow head shows the sign alone', async () => {
  const tabs = [{ name: 'a', label: 'Transcript', icon: 'transcript', href: '/a' }];
  const props = { tabs, chosen: 'a', label: 'Views', panel: 'panel', onchoose: () => undefined };
  expect(await drawing.of('ui/Tabs.svelte', props)).toContain('title="Transcript"');
});
