import { describe, expect, it } from 'vitest';
import { changedFile } from '../../../test/changes';
import { isMade, treeOf } from './tree';

const files = (...paths: string[]) => paths.map((path) => changedFile(path, []));
const lines = (paths: string[], folded: (key: string) => boolean = () => false) =>
  treeOf(files(...paths), folded).map(({ name, depth }) => `${'  '.repeat(depth)}${name}`);

describe('the tree of changed files', () => {
  it('makes one line of folders that hold nothing but one another, and shows folders first', () => {
    expect(lines(['CHANGELOG.md', 'src/http/checkout.ts', 'src/queue/claim.ts', 'test/deep/er/a.ts'])).toEqual([
      'src',
      '  http',
      '    checkout.ts',
      '  queue',
      '    claim.ts',
      'test/deep/er',
      '  a.ts',
      'CHANGELOG.md',
    ]);
  });

  it('leaves out what is below a folded folder', () => {
    expect(lines(['src/a/b.ts', 'src/c.ts'], (key) => key === 'src/a/')).toEqual(['src', '  a', '  c.ts']);
  });

  it('keeps the root of a path outside the folder, and every file once', () => {
    const paths = ['/etc/hosts', '/etc/ssh/config', 'etc/hosts'];
    expect(lines(paths)).toEqual(['/etc', '  ssh', '    config', '  hosts', 'etc', '  hosts']);
    expect(
      treeOf(files(...paths), () => false)
        .flatMap(({ file }) => file?.path ?? [])
        .sort(),
    ).toEqual(paths.sort());
  });

  it('has a key of its own for each line, also where folders and files are named alike', () => {
    const keys = treeOf(files('a', 'a/b', 'a/b/c', 'A/b'), () => false).map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('stands deep folders no deeper than there is room', () => {
    const path = Array.from({ length: 2_000 }, (_, at) => String(at)).join('/');
    const tree = treeOf([...files(path), ...files(`${path.slice(0, 400)}/x`)], () => false);
    expect(Math.max(...tree.map(({ depth }) => depth))).toBeLessThanOrEqual(8);
  });
});

it('what programs write by themselves is folded at first', () => {
  expect(['package-lock.json', 'web/yarn.lock', 'dist/a.min.js'].every(isMade)).toBe(true);
  expect(['lock.ts', 'src/package.json', 'blocks.sum'].some(isMade)).toBe(false);
});
