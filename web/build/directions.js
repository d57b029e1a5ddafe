import boundaries from 'eslint-plugin-boundaries';

/** view → state → net → protocol, view → ui; text is what all who speak to people read; screens are strangers. */
const allowed = {
  protocol: [],
  text: [],
  style: [],
  ui: [],
  net: ['protocol'],
  state: ['net', 'protocol', 'text'],
  worker: ['net', 'protocol', 'text'],
  part: ['state', 'protocol', 'text', 'ui'],
  screen: ['state', 'protocol', 'text', 'ui', 'part'],
  frame: ['screen', 'part', 'state', 'net', 'protocol', 'text', 'ui', 'style'],
};

const policies = Object.entries(allowed).flatMap(([from, to]) => [
  ...(from === 'screen'
    ? [
        {
          from: { element: { type: 'screen' } },
          allow: { to: { element: { type: 'screen', captured: { screen: '{{ from.element.captured.screen }}' } } } },
        },
      ]
    : [{ from: { element: { type: from } }, allow: { to: { element: { type: from } } } }]),
  ...to.map((type) => ({ from: { element: { type: from } }, allow: { to: { element: { type } } } })),
]);

/** @type {import('eslint').Linter.Config} */
export const directions = {
  files: ['src/**'],
  ignores: ['src/**/*.test.ts'],
  plugins: { boundaries },
  settings: {
    'import/resolver': { typescript: { alwaysTryTypes: true } },
    'boundaries/include': ['src/**'],
    'boundaries/elements': [
      { type: 'protocol', pattern: 'src/protocol' },
      { type: 'net', pattern: 'src/net' },
      { type: 'state', pattern: 'src/state' },
      { type: 'text', pattern: 'src/text' },
      { type: 'ui', pattern: 'src/ui' },
      { type: 'style', pattern: 'src/style' },
      { type: 'worker', pattern: 'src/worker' },
      { type: 'part', pattern: 'src/view/part' },
      { type: 'screen', pattern: 'src/view/*', capture: ['screen'] },
      { type: 'frame', pattern: 'src' },
    ],
  },
  rules: {
    'boundaries/no-unknown-dependencies': 'error',
    'boundaries/dependencies': [
      'error',
      {
        default: 'disallow',
        message: 'The direction is view → state → net → protocol, view → ui; screens are strangers.',
        policies,
      },
    ],
  },
};
