import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { closePages, launch, open, type Watched } from '../browser.ts';
import { jar, jvmOptions, page as dist } from '../places.ts';
import { Service } from '../service.ts';
import { patience } from '../../test/patience.ts';

let service: Service;
let browser: Browser;
let work: string;

/** Lays a release out in a moment: what was built here, which with a file `broken` runs only where it is tried. */
const build = `#!/bin/sh
set -eu
git clone --quiet --no-local "$1" "$3/src"
cd "$3/src"
git checkout --quiet --detach "$2"
root=$(cat root)
mkdir -p server/target web bin
cp "$root/svc" svc
[ ! -e broken ] || sed -i '/^set -eu/a [ "\${HOME##*/}" = home ] || exit 1' svc
cp "$root"/bin/*.sh bin/
cp "$root/server/jvm.options" server/
ln -s "$(cat jar)" server/target/svc.jar
ln -s "$(dirname "$(cat jar)")/lib" server/target/lib
cp -R "$(cat dist)" web/dist
printf 'version=%s\\ncommit=%s\\nchannel=stable\\nrepo=%s\\nbuilt=2026-11-21T12:00:00Z\\n' \\
    "$(git describe --tags --exact-match | sed 's/^v//')" "$2" "$1" >../release
ln -s ../release .release
`;

const author = { GIT_AUTHOR_NAME: 'Alex', GIT_AUTHOR_EMAIL: 'alex@example.org' };
const committer = { GIT_COMMITTER_NAME: 'Alex', GIT_COMMITTER_EMAIL: 'alex@example.org' };

function git(...words: string[]): string {
  return execFileSync('git', words, { cwd: work, env: { ...process.env, ...author, ...committer } })
    .toString()
    .trim();
}

function release(tag: string): string {
  git('add', '-A');
  git('commit', '--quiet', '--allow-empty', '-m', tag);
  git('tag', tag);
  return git('rev-parse', 'HEAD');
}

/** A home as the installer leaves it; its service runs from the release. */
function install(home: string): Record<string, string> {
  work = join(home, 'work');
  const script = join(work, 'installer', 'build-release.sh');
  mkdirSync(dirname(script), { recursive: true });
  writeFileSync(script, build, { mode: 0o755 });
  for (const [name, value] of Object.entries({ root: dirname(dirname(jvmOptions)), jar, dist }))
    writeFileSync(join(work, name), value);
  git('init', '--quiet', '-b', 'main');
  const commit = release('v1.0.0');
  const name = join('releases', `20260101-000000-${commit.slice(0, 12)}`);
  const folder = join(home, 'svc', name);
  mkdirSync(folder, { recursive: true });
  execFileSync('/bin/sh', [script, work, commit, folder]);
  symlinkSync(name, join(home, 'svc', 'current'));
  return {};
}

beforeAll(async () => {
  browser = await launch();
  service = await Service.start({}, install, [], 'svc/current/src/svc');
});

afterEach(() => closePages(browser));

afterAll(async () => {
  await browser.close();
  await service.end();
});

/** A trial and a restart take as long as they take. */
async function visit(options = {}): Promise<Watched> {
  const watched = await open(browser, service.origin, options);
  watched.page.setDefaultTimeout(2 * patience);
  return watched;
}

async function offered(page: Page, version: string): Promise<void> {
  const apply = page.getByRole('button', { name: `Update to ${version}` });
  await expect
    .poll(
      async () => {
        await page.getByRole('button', { name: 'Check for updates' }).click();
        return apply.isVisible();
      },
      { interval: 2_000 },
    )
    .toBe(true);
}

it('shows what there is, updates with every step on the page, and a tab left open offers to reload', async () => {
  const watched = await visit();
  const other = await visit();
  await other.page.goto('/');
  const { page } = watched;
  await page.goto('/settings/system');
  await page.getByRole('button', { name: 'Check for updates' }).click();
  await page.getByText('This is the newest.').waitFor();
  await watched.expectAccessible();

  release('v1.1.0');
  await offered(page, '1.1.0');
  await page.getByRole('button', { name: 'Update to 1.1.0' }).click();
  await page.getByText(/^(Building|Trying aside) 1\.1\.0/).waitFor();
  await page.getByText(/From 1\.0\.0 to 1\.1\.0/).waitFor();
  await page.getByRole('button', { name: 'Go back to 1.0.0' }).waitFor();
  const updated = other.page.getByRole('status').filter({ hasText: 'svc was updated to 1.1.0.' });
  await updated.getByRole('button', { name: 'Reload' }).click();
  await expect.poll(() => other.page.getByText('svc was updated').count()).toBe(0);
});

it('takes a release that is not healthy back and says why, and goes back on request', async () => {
  const { page } = await visit();
  await page.goto('/settings/system');
  writeFileSync(join(work, 'broken'), '');
  release('v1.2.0');
  await offered(page, '1.2.0');
  await page.getByRole('button', { name: 'Update to 1.2.0' }).click();
  const reason = '1.2.0 was not healthy (it ended (code 1)), so 1.1.0 runs again.';
  await page.getByText(reason, { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Go back to 1.0.0' }).click();
  await page.getByText(/From 1\.1\.0 to 1\.0\.0/).waitFor();
});

it('changes channel and daily updating at once, in the env file', async () => {
  const { page } = await visit({ locale: 'de-DE' });
  await page.goto('/settings/system');
  await page.getByText('Main', { exact: true }).click();
  await page.getByLabel('Von selbst aktualisieren').check();
  const env = () => readFileSync(join(service.home, 'svc', 'env'), 'utf8').split('\n');
  await expect.poll(env).toEqual(expect.arrayContaining(['SVC_CHANNEL=main', 'SVC_AUTOUPDATE=1']));
});
