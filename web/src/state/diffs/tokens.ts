/** What a part of a line of code is; everything else is plain. */
export interface Token {
  from: number;
  to: number;
  kind: 'comment' | 'string' | 'keyword' | 'number';
}

/** What a line begins within: a comment or a text of several lines, and what ends it. */
export interface Within {
  kind: 'comment' | 'string';
  closer: string;
}

interface Block {
  opener: string;
  closer: string;
  kind: 'comment' | 'string';
}

/** How a language is written, as far as colours need it. */
interface Language {
  comments: string[];
  blocks: Block[];
  /** The signs that texts of one line stand between. */
  quotes: string;
  keywords: ReadonlySet<string>;
  ignoresCase?: boolean;
  /** A pattern made of the parts above. */
  pattern: RegExp;
}

/** Beyond this a line is plain: nobody reads its colours. */
const longest = 2_000;

const block = (opener: string, closer: string, kind: Block['kind'] = 'comment'): Block => ({ opener, closer, kind });
const slashStar = block('/*', '*/');

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

/** Within a word it is none, as in the address of a place on a page. */
function commentSign(sign: string): string {
  return sign === '#' || sign === ';' ? `(?<!\\S)${sign}` : escaped(sign);
}

function language(
  comments: string[],
  blocks: Block[],
  quotes: string,
  keywords: string,
  ignoresCase = false,
): Language {
  // The longest opener first: """ is no empty text.
  const openers = blocks.map(({ opener }) => opener).sort((one, other) => other.length - one.length);
  const parts = [
    comments.length > 0 ? `(?<comment>(?:${comments.map(commentSign).join('|')}).*)` : '',
    openers.length > 0 ? `(?<block>${openers.map(escaped).join('|')})` : '',
    ...[...quotes].map((quote) => {
      const inner = `(?:[^${escaped(quote)}\\\\]|\\\\.)${quote === "'" ? '{0,300}' : '*'}`;
      // A single quote may be an apostrophe: it is a text only where it is closed.
      return `${escaped(quote)}${inner}${escaped(quote)}${quote === "'" ? '' : '?'}`;
    }),
  ].filter(Boolean);
  const texts = parts.filter((part) => !part.startsWith('(?<'));
  const others = parts.filter((part) => part.startsWith('(?<'));
  const all = [
    ...others,
    texts.length > 0 ? `(?<string>${texts.join('|')})` : '',
    '(?<number>\\b(?:0[xX][\\da-fA-F_]+|0[bB][01_]+|\\d[\\d_]*(?:\\.\\d[\\d_]*)?(?:[eE][+-]?\\d+)?)[a-zA-Z]{0,4}\\b)',
    '(?<word>[A-Za-z_$@#][\\w$]*)',
  ].filter(Boolean);
  return {
    comments,
    blocks,
    quotes,
    keywords: new Set(keywords.split(' ')),
    ignoresCase,
    pattern: new RegExp(all.join('|'), 'g'),
  };
}

const script =
  'abstract any as async await boolean break case catch class const constructor continue debugger declare default delete do else enum export extends false finally for from function get if implements import in infer instanceof interface is keyof let namespace never new null number object of override private protected public readonly return satisfies set static string super switch symbol this throw true try type typeof undefined unknown var void while with yield';
const java =
  'abstract assert boolean break byte case catch char class const continue default do double else enum extends false final finally float for if implements import instanceof int interface long native new null package permits private protected public record return sealed short static super switch synchronized this throw throws transient true try var void volatile when while yield';
const c =
  'alignas alignof auto bool break case catch char class const constexpr const_cast continue decltype default delete do double dynamic_cast else enum explicit extern false final float for friend goto if inline int long mutable namespace new noexcept nullptr operator override private protected public register reinterpret_cast return short signed sizeof static static_cast struct switch template this throw true try typedef typename union unsigned using virtual void volatile while NULL #include #define #ifdef #ifndef #endif #if #else #elif #pragma';
const csharp =
  'abstract as async await base bool break byte case catch char class const continue decimal default delegate do double else enum event explicit extern false finally fixed float for foreach get if implicit in int interface internal is lock long namespace new null object operator out override params private protected public readonly record ref return sealed set short sizeof static string struct switch this throw true try typeof uint ulong unchecked unsafe using var virtual void volatile when where while yield';
const go =
  'break case chan const continue default defer else fallthrough false for func go goto if import interface iota map nil package range return select struct switch true type var any bool byte error float32 float64 int int32 int64 rune string uint uint32 uint64';
const rust =
  'as async await bool box break char const continue crate dyn else enum extern f32 f64 false fn for i16 i32 i64 i8 if impl in isize let loop match mod move mut pub ref return self Self static str String struct super trait true type u16 u32 u64 u8 union unsafe use usize where while';
const kotlin =
  'abstract actual annotation as break by catch class companion const constructor continue crossinline data do else enum expect external false final finally for fun get if import in infix init inline inner interface internal is lateinit null object open operator out override package private protected public reified return sealed set super suspend tailrec this throw true try typealias val var vararg when where while';
const swift =
  'as associatedtype async await break case catch class continue default defer deinit do else enum extension false fileprivate final for func guard if import in init inout internal is lazy let mutating nil open operator override private protocol public rethrows return self Self static struct subscript super switch throw throws true try typealias var weak where while';
const php =
  'abstract and array as break callable case catch class clone const continue declare default do echo else elseif empty enum extends false final finally fn for foreach function global if implements include instanceof insteadof interface isset list match namespace new null or print private protected public readonly require require_once return static switch throw trait true try unset use var while xor yield';
const python =
  'and as assert async await break case class continue def del elif else except False finally for from global if import in is lambda match None nonlocal not or pass raise return self True try while with yield';
const ruby =
  'alias and attr_accessor attr_reader begin break case class def defined do else elsif end ensure false for if in include module next nil not or private protected public raise redo require rescue retry return self super then true undef unless until when while yield';
const shell =
  'alias break case continue cd declare do done echo elif else esac eval exec exit export fi for function if in local printf read readonly return set shift source then trap unset until while';
const sql =
  'add all alter and as asc begin between by cascade case check column commit constraint create cross default delete desc distinct drop else end exists false foreign from full function grant group having if in index inner insert into is join key left like limit locked not null offset on or order outer primary references returning right rollback select set skip table then transaction trigger true union unique update using values view when where with for bigint integer text timestamp varchar boolean';
const lua =
  'and break do else elseif end false for function goto if in local nil not or repeat return then true until while';
const haskell =
  'case class data deriving do else forall if import in infix instance let module newtype of then type where';
const elixir =
  'after and case catch cond def defmodule defp do else end false fn for if import in nil not or quote receive require rescue true try unless use when with';

const languages = {
  script: language(['//'], [slashStar, block('`', '`', 'string')], `"'`, script),
  java: language(['//'], [slashStar, block('"""', '"""', 'string')], `"'`, java),
  c: language(['//'], [slashStar], `"'`, c),
  csharp: language(['//'], [slashStar, block('"""', '"""', 'string')], `"'`, csharp),
  go: language(['//'], [slashStar, block('`', '`', 'string')], `"'`, go),
  rust: language(['//'], [slashStar], `"`, rust),
  kotlin: language(['//'], [slashStar, block('"""', '"""', 'string')], `"'`, kotlin),
  swift: language(['//'], [slashStar, block('"""', '"""', 'string')], `"`, swift),
  php: language(['//', '#'], [slashStar], `"'`, php),
  python: language(['#'], [block('"""', '"""', 'string'), block("'''", "'''", 'string')], `"'`, python),
  ruby: language(['#'], [], `"'`, ruby),
  elixir: language(['#'], [block('"""', '"""', 'string')], `"`, elixir),
  shell: language(['#'], [], `"'`, shell),
  settings: language(['#', ';'], [], `"'`, 'true false yes no on off null'),
  yaml: language(['#'], [], `"'`, 'true false yes no on off null'),
  json: language(['//'], [slashStar], `"`, 'true false null'),
  sql: language(['--'], [slashStar], `"'`, sql, true),
  lua: language(['--'], [block('--[[', ']]'), block('[[', ']]', 'string')], `"'`, lua),
  haskell: language(['--'], [block('{-', '-}')], `"`, haskell),
  style: language([], [slashStar], `"'`, '@import @media @supports @container @layer @keyframes @font-face important'),
  sass: language(
    ['//'],
    [slashStar],
    `"'`,
    '@import @use @forward @mixin @include @media @if @else @for @each @return',
  ),
  markup: language([], [block('<!--', '-->')], `"`, ''),
  component: language(['//'], [slashStar, block('<!--', '-->'), block('`', '`', 'string')], `"'`, script),
  lisp: language(
    [';'],
    [],
    `"`,
    'def defn defmacro defun let fn if cond when loop recur ns require lambda define nil true false',
  ),
} satisfies Record<string, Language>;

type Name = keyof typeof languages;

const endings: Record<Name, string> = {
  script: 'js mjs cjs jsx ts mts cts tsx',
  java: 'java groovy gradle',
  c: 'c h cc cpp cxx hpp hh m mm ino glsl cu proto',
  csharp: 'cs',
  go: 'go',
  rust: 'rs',
  kotlin: 'kt kts scala sc',
  swift: 'swift dart',
  php: 'php',
  python: 'py pyi pyx bzl star',
  ruby: 'rb rake gemspec',
  elixir: 'ex exs',
  shell: 'sh bash zsh fish ps1 mk',
  settings: 'ini cfg conf toml properties env editorconfig',
  yaml: 'yml yaml',
  json: 'json jsonc json5 jsonl webmanifest',
  sql: 'sql',
  lua: 'lua',
  haskell: 'hs elm',
  style: 'css',
  sass: 'scss less sass',
  markup: 'html htm xml svg xhtml xsl plist',
  component: 'svelte vue astro',
  lisp: 'clj cljs cljc edn el lisp scm rkt',
};

const names: Record<string, Name> = {
  dockerfile: 'shell',
  makefile: 'shell',
  justfile: 'shell',
  gemfile: 'ruby',
  rakefile: 'ruby',
  jenkinsfile: 'java',
  '.gitignore': 'settings',
  '.env': 'settings',
  '.bashrc': 'shell',
  '.zshrc': 'shell',
};

const byEnding = new Map(
  (Object.keys(endings) as Name[]).flatMap((name) => endings[name].split(' ').map((ending) => [ending, name] as const)),
);

export type LanguageName = Name;

/** The language of a file by its name; undefined where its text stays plain. */
export function languageOf(path: string): LanguageName | undefined {
  const file = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).toLowerCase();
  return names[file] ?? byEnding.get(file.slice(file.lastIndexOf('.') + 1));
}

/** The parts of a line that have a colour, and what the next line begins within. */
export function tokensOf(
  name: LanguageName,
  text: string,
  within: Within | undefined,
): { tokens: Token[]; within: Within | undefined } {
  if (text.length > longest) return { tokens: [], within: undefined };
  const { pattern, blocks, keywords, ignoresCase }: Language = languages[name];
  const tokens: Token[] = [];
  let at = 0;
  if (within) {
    const end = text.indexOf(within.closer);
    at = end < 0 ? text.length : end + within.closer.length;
    if (at > 0) tokens.push({ from: 0, to: at, kind: within.kind });
    if (end < 0) return { tokens, within };
  } else if (blocks.includes(slashStar) && /^\s*\*(?:\s|\/|$)/.test(text)) {
    // A hunk may begin in the middle of a comment: its lines say so by themselves.
    const end = text.indexOf('*/');
    at = end < 0 ? text.length : end + 2;
    tokens.push({ from: 0, to: at, kind: 'comment' });
  }
  pattern.lastIndex = at;
  for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
    const from = found.index;
    const groups = found.groups ?? {};
    if (groups['block'] !== undefined) {
      const opened = blocks.find(({ opener }) => opener === groups['block']);
      if (!opened) continue;
      const end = text.indexOf(opened.closer, from + opened.opener.length);
      const to = end < 0 ? text.length : end + opened.closer.length;
      tokens.push({ from, to, kind: opened.kind });
      if (end < 0) return { tokens, within: { kind: opened.kind, closer: opened.closer } };
      pattern.lastIndex = to;
      continue;
    }
    const kind = kindOf(groups, keywords, ignoresCase === true);
    if (kind) tokens.push({ from, to: from + found[0].length, kind });
  }
  return { tokens, within: undefined };
}

function kindOf(
  groups: Record<string, string | undefined>,
  keywords: ReadonlySet<string>,
  ignoresCase: boolean,
): Token['kind'] | undefined {
  const word = groups['word'];
  if (word !== undefined) return keywords.has(ignoresCase ? word.toLowerCase() : word) ? 'keyword' : undefined;
  if (groups['comment'] !== undefined) return 'comment';
  return groups['string'] !== undefined ? 'string' : 'number';
}
