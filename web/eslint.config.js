import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import { directions } from './build/directions.js';
import { waiting } from './build/waiting.js';
import svelteConfig from './svelte.config.js';

const everywhere = [
  {
    selector: 'MemberExpression[property.name=/^(inner|outer)HTML$/]',
    message: 'Text is text: no markup from strings.',
  },
];

export default ts.config(
  { ignores: ['dist', 'node_modules', 'test-results', 'src/protocol/api.generated.ts'] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser } },
    rules: {
      'svelte/no-at-html-tags': 'error',
      'no-restricted-syntax': ['error', ...everywhere],
    },
  },
  { files: ['build/**', 'e2e/**', '*.config.*'], languageOptions: { globals: { ...globals.node } } },
  { files: ['src/worker/**'], languageOptions: { globals: { ...globals.serviceworker } } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig } },
  },
  directions,
  waiting(everywhere),
);
