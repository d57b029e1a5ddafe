import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newContext, openAt, phone, Watched } from './browser.ts';
import { inDepth } from './depth.ts';
import {
  addRecords,
  addressOf,
  called,
  replaced,
  sessionId,
  writeConversation,
  writeStandIn,
  wrote,
} from './stores.ts';
import { setStage } from './stage.ts';

const secret = `ghp_${'CANARYcanary0123456789'}`;
const hostile = '<svg onload="document.title=1"><script>document.title=2</script> ![x](https://evil.example/p.png)';

const stage = setStage((home) => {
  const told = {
    id: sessionId(1),
    title: 'Mend the sum',
    folder: 'src/sum',
    said: ['Add it up.', 'I look.'],
  };
  writeConversation(home, told);
  const sum = join(home, 'src/sum/sum.ts');
  const before = 'const total = 0;\n';
  addRecords(home, told, [
    ...wrote('a', join(home, 'elsewhere/first.ts'), 'left out\n'),
    ...replaced('b', sum, before, 'total = 0', `total = sum(); // ${secret} ${hostile}`),
    ...called('c', 'Bash', { command: 'sed -i s/old/new/ README.md', description: 'Rename' }),
  ]);
  writeConversation(home, {
    id: sessionId(0),
    title: 'Mend <b>the</b> cart',
    folder: 'src/app',
    said: ['Make the cart add up.', 'Looking.', `The key is ${secret}`, `It adds up. ${hostile}`],
  });
  return { SVC_ENGINE1_BIN: writeStandIn(home) };
});

/** The dialog with the last two turns in it. */
async function chosen(options: Parameters<typeof openAt>[3] = {}, german = false) {
  const watched = await openAt(stage.browser, stage.service.origin, `${addressOf(0)}/transcript`, options);
  const { page } = watched;
  const previews: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().includes('/share?')) previews.push(request.url());
  });
  await page
    .locator('.session-head')
    .getByRole('button', { name: german ? 'Mehr' : 'More' })
    .click();
  await page.getByRole('menuitem', { name: german ? 'Beiträge teilen …' : 'Share turns…' }).click();
  const dialog = page.getByRole('dialog', { name: german ? 'Beiträge teilen' : 'Share turns' });
  await dialog.getByLabel(german ? 'Von Beitrag' : 'From turn').fill('3');
  const preview = dialog.getByRole('region', { name: german ? 'Was andere sehen werden' : 'What others will see' });
  await expect.poll(() => preview.textContent()).not.toContain('Make the cart');
  return { watched, page, dialog, preview, previews };
}

it('turns are shown as others will see them, shared by a link, and seen there without a login until it is revoked', async () => {
  const { watched, page, dialog, preview, previews } = await chosen();
  expect(await preview.textContent()).toContain('The key is [masked]');
  expect(await preview.textContent()).not.toContain(secret);
  await dialog.getByText('1 × key or token').waitFor();
  await watched.expectAccessible();
  await dialog.getByRole('button', { name: 'Make a link' }).click();
  const link = (await dialog.locator('.command .clip').textContent()) ?? '';
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/shared\/[A-Za-z0-9_-]{43}$/);
  await watched.expectAccessible();

  const stranger = await newContext(stage.browser, stage.service.origin);
  const other = await stranger.newPage();
  const asked: string[] = [];
  other.on('request', (request) => asked.push(request.url()));
  const answer = await other.goto(link);
  expect(answer?.status()).toBe(200);
  await other.getByRole('heading', { name: 'Mend <b>the</b> cart' }).waitFor();
  const text = (await other.locator('body').textContent()) ?? '';
  expect(text).toContain('It adds up.');
  expect(text).toContain('3 to 4 of 4');
  for (const hidden of [secret, 'Make the cart', stage.service.home]) expect(text).not.toContain(hidden);
  expect(await other.title()).toBe('Mend <b>the</b> cart');
  expect(await other.locator('script, svg, img, iframe, link').count()).toBe(0);
  expect(asked).toEqual([link]);
  expect(await stranger.cookies()).toEqual([]);
  expect(await other.evaluate(() => window.origin)).toBe('null');

  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByRole('cell', { name: 'Turns 3-4, by a link' }).waitFor();
  await page.goto('/settings/security');
  const revoke = page.getByRole('button', { name: /^Revoke Mend/ });
  await revoke.waitFor();
  await watched.expectAccessible();
  await revoke.click();
  await page.getByText('Nothing is shared by a link now.').waitFor();
  expect(previews).toHaveLength(1); // it was read again for the other turn, and for nothing else
  expect((await other.goto(link))?.status()).toBe(404);
  await other.getByRole('heading', { name: 'Nothing is shared here' }).waitFor();
  watched.expectQuiet();
});

inDepth(
  'what the turns changed is part of the page where that is chosen, masked and with a sign on every line',
  async () => {
    const watched = await openAt(stage.browser, stage.service.origin, `${addressOf(1)}/transcript`);
    const { page } = watched;
    await page.locator('.session-head').getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Share turns…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share turns' });
    await dialog.getByText('of 5').waitFor();
    await dialog.getByLabel('From turn').fill('4');
    const wanted = dialog.getByRole('checkbox', { name: 'With the changes' });
    expect(await wanted.isChecked()).toBe(false);
    const diffs = dialog.getByRole('region', { name: 'Changes' });
    expect(await diffs.count()).toBe(0);
    await wanted.check();
    await diffs.waitFor();
    await expect.poll(() => diffs.locator('code').allTextContents()).toEqual(['sum.ts']);
    expect(await diffs.locator('del').allTextContents()).toEqual(['-const total = 0;\n']);
    expect(await diffs.locator('ins').textContent()).toContain('+const total = sum(); // [masked]');
    await diffs
      .getByText('Commands of these turns that may have written files, which the log does not tell: 1.')
      .waitFor();
    await watched.expectAccessible();
    await dialog.getByRole('button', { name: 'Make a link' }).click();
    const link = (await dialog.locator('.command .clip').textContent()) ?? '';

    const stranger = await newContext(stage.browser, stage.service.origin);
    const other = await stranger.newPage();
    await other.goto(link);
    await other.getByRole('heading', { name: 'Changes' }).waitFor();
    expect(await other.locator('del').allTextContents()).toEqual(['-const total = 0;\n']);
    expect(await other.locator('ins').textContent()).toContain('+const total = sum(); // [masked] <svg onload=');
    const text = (await other.locator('.changes').textContent()) ?? '';
    for (const hidden of [secret, 'left out', 'first.ts', stage.service.home]) expect(text).not.toContain(hidden);
    expect(await other.locator('script, svg, img, iframe, link').count()).toBe(0);
    expect(await other.locator('ins').evaluate((line) => getComputedStyle(line).backgroundColor)).not.toBe(
      'rgba(0, 0, 0, 0)',
    );
    await other.getByRole('link', { name: 'Turn 4' }).click();
    await expect.poll(() => other.url()).toMatch(/#turn-3$/);
    // No script runs in what was shared, nor what looks for faults: that sees a copy.
    const copy = await stranger.newPage();
    await copy.setContent(await other.content());
    await new Watched(copy).expectAccessible();

    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByRole('cell', { name: 'Turns 4-5, with changes, by a link' }).waitFor();
    watched.expectQuiet();
  },
);

inDepth('the same page is saved as a file', async () => {
  const { watched, page, dialog } = await chosen();
  const saving = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save as a file' }).click();
  const html = readFileSync(await (await saving).path(), 'utf8');
  expect(html).toContain("default-src 'none'");
  expect(html).toContain('[masked]');
  expect(html).not.toContain(secret);
  expect(html.replace(/<head>[^]*<\/head>/, '')).not.toMatch(/<(script|svg|img|style)\b/i);
  watched.expectQuiet();
});

inDepth('on a phone, in German, the choice, what is masked and the buttons are in reach', async () => {
  const german = { viewport: phone, locale: 'de-DE', hasTouch: true, isMobile: true };
  const { watched, dialog } = await chosen(german, true);
  await dialog.getByText('1 × Schlüssel oder Token').waitFor();
  await dialog.getByRole('checkbox', { name: 'Mit den Änderungen' }).check();
  await dialog.getByText('nennt keine Änderung dieser Beiträge').waitFor();
  await watched.expectAccessible();
  const box = await dialog.getByRole('button', { name: 'Link machen' }).boundingBox();
  expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(phone.height);
  watched.expectQuiet();
});
