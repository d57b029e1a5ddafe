import { describe, expect, it } from 'vitest';
import { treeOf, type Node } from './markdown';

function all(node: Node): Node[] {
  return [node, ...node.kids.flatMap(all)];
}
const kinds = (text: string) => all(treeOf(text)).map((node) => node.kind);
const words = (text: string) =>
  all(treeOf(text))
    .map((node) => node.text)
    .join('');

describe('what was said becomes a tree of known kinds', () => {
  it('keeps structure', () => {
    expect(kinds('# a\n\n- b `c`\n\n> d')).toEqual(expect.arrayContaining(['h3', 'ul', 'li', 'code', 'blockquote']));
    expect(all(treeOf('```ts\nx\n```')).find((node) => node.kind === 'pre')).toMatchObject({
      text: 'x\n',
      extra: 'ts',
    });
  });

  it.each([
    '<img src=x onerror=alert(1)>',
    '<script>alert(1)</script>',
    '<svg/onload=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
  ])('%s stays text', (hostile) => {
    expect(words(hostile)).toContain(hostile);
    expect(kinds(hostile).filter((kind) => !['group', 'p', 'text'].includes(kind))).toEqual([]);
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'vbscript:x', '//evil.example', '/logout', 'file:///etc/passwd'])(
    'no link leads to %s',
    (address) => {
      expect(all(treeOf(`[x](${address})`)).filter((node) => node.kind === 'a')).toEqual([]);
    },
  );

  it('links lead to the web and to mail, pictures to nowhere', () => {
    expect(all(treeOf('https://example.org')).find((node) => node.kind === 'a')?.extra).toBe('https://example.org');
    expect(kinds('![a cat](https://example.org/cat.png)')).not.toContain('a');
    expect(words('![a cat](https://example.org/cat.png)')).toContain('[a cat]');
  });
});
