import MarkdownIt from 'markdown-it';

/** A piece of a text: kinds that the page knows how to draw, and nothing else. */
export interface Node {
  kind: Kind;
  kids: Node[];
  text: string;
  /** The address of a link, only ever http, https or mailto; the language of a code block. */
  extra: string;
}

const elements = {
  paragraph: 'p',
  heading: 'h3',
  bullet_list: 'ul',
  ordered_list: 'ol',
  list_item: 'li',
  blockquote: 'blockquote',
  strong: 'strong',
  em: 'em',
  s: 's',
  table: 'table',
  thead: 'thead',
  tbody: 'tbody',
  tr: 'tr',
  th: 'th',
  td: 'td',
} as const;

export type Kind = (typeof elements)[keyof typeof elements] | 'a' | 'text' | 'code' | 'pre' | 'br' | 'hr' | 'group';

const parser = new MarkdownIt({ html: false, linkify: true, breaks: true });

/** Text to a tree. Raw HTML stays text, pictures become their description, odd addresses lose their link. */
export function treeOf(text: string): Node {
  return grown(parser.parse(text, {}));
}

type Token = ReturnType<typeof parser.parse>[number];

function grown(tokens: readonly Token[]): Node {
  const root = node('group');
  const open: Node[] = [root];
  for (const token of tokens) {
    const into = open.at(-1) ?? root;
    if (token.nesting === 1) {
      const kid = opened(token);
      into.kids.push(kid);
      open.push(kid);
    } else if (token.nesting === -1) open.pop();
    else into.kids.push(leaf(token));
  }
  return root;
}

function opened(token: Token): Node {
  if (token.hidden) return node('group');
  if (token.type === 'link_open') return linked(String(token.attrGet('href') ?? ''));
  const name = token.type.replace(/_open$/, '');
  return node(name in elements ? elements[name as keyof typeof elements] : 'group');
}

function linked(href: string): Node {
  return /^(https?:|mailto:)/i.test(href) ? node('a', '', href) : node('group');
}

function leaf(token: Token): Node {
  switch (token.type) {
    case 'inline':
      return { ...grown(token.children ?? []), kind: 'group' };
    case 'code_inline':
      return node('code', token.content);
    case 'fence':
    case 'code_block':
      return node('pre', token.content, token.info.trim());
    case 'softbreak':
    case 'hardbreak':
      return node('br');
    case 'hr':
      return node('hr');
    case 'image':
      return node('text', token.content ? `[${token.content}]` : '');
    default:
      return node('text', token.content);
  }
}

function node(kind: Kind, text = '', extra = ''): Node {
  return { kind, kids: [], text, extra };
}
