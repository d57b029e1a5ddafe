import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { closePages, launch, open } from './browser.ts';
import { jar, jvmOptions, page as dist } from './places.ts';
import { Service } from './service.ts';

let service: Service;
let browser: Browser;
let work: string;

/** Lays a release out in a moment: everything built is a link to what was built here. */
const build = `#!/bin/sh
set -eu
git clone --quiet --no-local "$1" "$3/src"
git -C "$3/src" checkout --quiet --detach "$2"
root=$(cat "$3/src/root")
mkdir -p "$3/src/server/target" "$3/src/web" "$3/src/bin"
cp "$root/svc" "$3/src/svc"
cp "$root/bin/java-home.sh" "$3/src/bin/"
cp "$(cat "$3/src/options")" "$3/src/server/jvm.options"
ln -s "$(cat "$3/src/jar")" "$3/src/server/target/svc.jar"
ln -s "$(dirname "$(cat "$3/src/jar")")/lib" "$3/src/server/target/lib"
cp -R "$(cat "$3/src/dist")" "$3/src/web/dist"
printf 'version=%s\\ncommit=%s\\nchannel=stable\\nrepo=%s\\nbuilt=2026-11-21T12:00:00Z\\n' \\
    "$(git -C "$3/src" describe --tags --exact-match | sed 's/^v//')" "$2" "$1" >"$3/release"
ln -s ../release "$3/src/.release"
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
  const root = dirname(dirname(jvmOptions));
  mkdirSync(join(work, 'installer'), { recursive: true });
  writeFileSync(join(work, 'installer', 'build-release.sh'), build, { mode: 0o755 });
  for (const [name, value] of Object.entries({ root, jar, options: jvmOptions, dist }))
    writeFileSync(join(work, name), value);
  git('init', '--quiet', '-b', 'main');
  const commit = release('v1.0.0');
  const place = join(home, 'svc', 'releases', `20260101-000000-${commit.slice(0, 12)}`);
  mkdirSync(place, { recursive: true });
  execFileSync('/bin/sh', [join(work, 'installer', 'build-release.sh'), work, commit, place]);
  symlinkSync(place, join(home, 'svc', 'current'));
  return {};
}

beforeAll(async () => {
  browser = await launch();
  service = await Service.start({}, install, 'svc/current/src/svc');
});

afterEach(() => closePages(browser));

afterAll(async () => {
  await browser.close();
  await service.end();
});

it('shows what there is, updates with every step on the page, and a tab left open offers to reload', async () => {
  const watched = await open(browser, service.origin);
  const other = await open(browser, service.origin);
  await other.page.goto('/');
  const { page } = watched;
  await page.goto('/settings/system');
  await page.getByRole('button', { name: 'Check for updates' }).click();
  await page.getByText('This is the newest.').waitFor();
  await watched.expectAccessible();

  release('v1.1.0');
  await expect
    .poll(
      async () => {
        await page.getByRole('button', { name: 'Check for updates' }).click();
        return page.getByRole('button', { name: 'Update to 1.1.0' }).count();
      },
      { timeout: 30_000, interval: 2_000 },
    )
    .toBe(1);
  await page.getByRole('button', { name: 'Update to 1.1.0' }).click();
  await page.getByText(/Building|Trying aside|Restarting|Waiting until it is healthy/).waitFor();
  await page.getByText(/From 1\.0\.0 to 1\.1\.0/).waitFor({ timeout: 90_000 });
  await page.getByRole('button', { name: 'Go back to 1.0.0' }).waitFor();
  await other.page.getByText('svc was updated to 1.1.0.').waitFor();
  await other.page.getByRole('button', { name: 'Reload' }).click();
  await expect.poll(() => other.page.getByText('svc was updated').count()).toBe(0);
});

it('changes channel and daily updating at once, in the env file', async () => {
  const { page } = await open(browser, service.origin, { locale: 'de-DE' });
  await page.goto('/settings/system');
  await page.getByText('Main', { exact: true }).click();
  await page.getByLabel('Von selbst aktualisieren').check();
  await expect
    .poll(() => readFileSync(join(service.home, 'svc', 'env'), 'utf8'))
    .toMatch(/SVC_CHANNEL=main[\s\S]*SVC_AUTOUPDATE=1/);
});
