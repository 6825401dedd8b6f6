// One configuration for the whole workspace: module boundaries between projects (ARCHITECTURE.md) and, inside a
// project, who may import what. Rules that need types are in .oxlintrc.json: a tenth of the time, the same findings.
import eslint from '@eslint/js';
import nx from '@nx/eslint-plugin';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { caughtPromise } from './tools/eslint/caught-promise.mjs';
import { insideTransaction } from './tools/eslint/inside-transaction.mjs';
import { plainComments, plainNames } from './tools/eslint/plain-words.mjs';
import { startedAlike } from './tools/eslint/started-alike.mjs';
import { tenantFirst } from './tools/eslint/tenant-first.mjs';

const pitanga = {
  rules: {
    'caught-promise': caughtPromise,
    'inside-transaction': insideTransaction,
    'plain-comments': plainComments,
    'plain-names': plainNames,
    'started-alike': startedAlike,
    'tenant-first': tenantFirst,
  },
};

/** Packages that only one lib may import, and the files that may read the environment or the clock. */
const restrictedPackages = [
  { name: 'knex', message: 'SQL belongs in *-repository.ts and *-queries.ts, through @pitanga/database.' },
  { name: 'pg', message: 'Only libs/database talks to PostgreSQL.' },
  { name: 'kafkajs', message: 'Only libs/messaging talks to Kafka.' },
  { name: '@grpc/grpc-js', message: 'Only libs/rpc speaks gRPC.' },
  {
    name: '@pitanga/database',
    importNames: ['asLocked'],
    message: 'Only a function of a repository that locks the row proves that it did.',
  },
  {
    name: '@pitanga/core',
    importNames: ['everyTenant'],
    message: 'Only api, jobs, consumers and the composition root may cross tenants: take a CrossTenant.',
  },
];
const except = (...names) => ({
  'no-restricted-imports': ['error', { paths: restrictedPackages.filter(({ name }) => !names.includes(name)) }],
});
/** The whole vocabulary, `everyTenant` included. */
const core = '@pitanga/core';

const boundaries = [
  // The dashboard knows the services by their published API alone; what a tax id or a phone is, everybody knows from core.
  { sourceTag: 'type:browser', onlyDependOnLibsWithTags: ['type:domain'] },
  // What others install: the SDK and the command line, which stands on it. It and the gateway serve the same tools.
  { sourceTag: 'type:client', onlyDependOnLibsWithTags: ['type:client', 'type:assistant'] },
  { sourceTag: 'type:assistant', onlyDependOnLibsWithTags: ['type:none'] },
  { sourceTag: 'type:domain', onlyDependOnLibsWithTags: ['type:none'] },
  { sourceTag: 'type:contract', onlyDependOnLibsWithTags: ['type:domain', 'type:contract'] },
  { sourceTag: 'type:platform', onlyDependOnLibsWithTags: ['type:domain', 'type:contract', 'type:platform'] },
  {
    sourceTag: 'type:app',
    onlyDependOnLibsWithTags: ['type:domain', 'type:contract', 'type:platform', 'type:assistant', 'type:testing'],
  },
  {
    sourceTag: 'type:testing',
    onlyDependOnLibsWithTags: ['type:domain', 'type:contract', 'type:platform'],
  },
  {
    sourceTag: 'type:e2e',
    onlyDependOnLibsWithTags: ['type:domain', 'type:contract', 'type:testing', 'type:tooling', 'type:client'],
  },
  {
    sourceTag: 'type:tooling',
    onlyDependOnLibsWithTags: [
      'type:domain',
      'type:contract',
      'type:platform',
      'type:testing',
      'type:app',
      'type:operations',
    ],
  },
  {
    // Programs beside the services, which know all of them.
    sourceTag: 'type:operations',
    onlyDependOnLibsWithTags: ['type:domain', 'type:contract', 'type:platform', 'type:testing', 'type:app'],
  },
];

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/gen/**',
      '**/*.cjs',
      '.nx/**',
      '.cache/**',
      '.pitanga/**',
      '**/.astro/**',
      'sdk/typescript/test/runtimes/**',
    ],
  },
  eslint.configs.recommended,
  {
    files: ['**/*.{ts,tsx,mts}'],
    extends: [tseslint.configs.strict],
    plugins: { '@nx': nx, pitanga },
    rules: {
      '@nx/enforce-module-boundaries': [
        'error',
        {
          enforceBuildableLibDependency: false,
          depConstraints: boundaries,
          // What the clients in Python and Go are generated from; no project, as nothing of it runs by itself.
          allow: ['../../operations/*'],
          // The tests of messaging stand on testing, which stands on messaging.
          ignoredCircularDependencies: [['testing', 'messaging']],
        },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Named exports only.' },
        {
          selector: "NewExpression[callee.name='Date'][arguments.length=0]",
          message: 'Time is passed in: take a Clock.',
        },
        {
          selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
          message: 'Time is passed in: take a Clock.',
        },
        {
          selector: "CallExpression[callee.object.name='Math'][callee.property.name='random']",
          message: 'Randomness is passed in: take an IdSource.',
        },
        {
          selector: "MemberExpression[object.name='process'][property.name='env']",
          message: 'Only main.ts and config.ts read the environment.',
        },
      ],
      ...except(),
    },
  },
  {
    files: ['apps/*/src/**/*-repository.ts', 'apps/*/src/**/*-queries.ts'],
    rules: { 'pitanga/tenant-first': 'error', ...except('knex', '@pitanga/database') },
  },
  {
    files: [
      '{apps,libs}/*/src/**/*.{ts,tsx}',
      '{tools,cli}/src/**/*.ts',
      'sdk/{typescript/src,operations,{python,go}/generate}/**/*.ts',
    ],
    ignores: ['**/*.test.{ts,tsx}'],
    rules: { 'pitanga/plain-comments': 'error', 'pitanga/plain-names': 'error' },
  },
  {
    files: ['{apps,libs}/*/src/**/*.ts'],
    ignores: ['**/*.test.ts', '**/browser/**'],
    rules: { 'pitanga/caught-promise': 'error', 'pitanga/started-alike': 'error' },
  },
  {
    files: ['apps/*/src/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: { 'pitanga/inside-transaction': 'error' },
  },
  {
    files: ['apps/*/src/{api,jobs,consumers}/**/*.ts', 'apps/*/src/*.ts', 'apps/*/test/**/*.ts', 'libs/**/*.ts'],
    rules: except(core),
  },
  { files: ['apps/*/src/**/*.test.ts', 'apps/operations/src/doctor/**/*.ts'], rules: except(core) },
  { files: ['libs/database/**/*.ts'], rules: except(core, 'knex', 'pg') },
  { files: ['libs/messaging/**/*.ts'], rules: except(core, 'kafkajs') },
  { files: ['libs/rpc/**/*.ts'], rules: except(core, '@grpc/grpc-js') },
  {
    files: ['libs/testing/**/*.ts', 'tools/**/*.ts', 'apps/e2e/**/*.ts'],
    rules: except(core, 'pg', 'knex', 'kafkajs', '@grpc/grpc-js'),
  },
  {
    // The clock itself, entry points, tooling and tests.
    files: [
      'libs/core/src/time.ts',
      'apps/dashboard/src/session/store-clock.ts',
      '**/main.ts',
      '**/config.ts',
      '**/admin.ts',
      'apps/{operations,analytics}/{src/*.ts,test/**/*.ts}',
      '**/telemetry.ts',
      'libs/runtime/src/build-info.ts',
      'libs/testing/**/*.ts',
      'tools/**/*.ts',
      'apps/e2e/**/*.ts',
      'sdk/**/*.ts',
      'cli/**/*.ts',
      '**/*.test.ts',
    ],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: ['**/*.test.ts'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    files: ['apps/dashboard/**/*.{ts,tsx,mts}'],
    extends: [reactHooks.configs.flat.recommended],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            { regex: '^@pitanga/(?!core(/|$))', message: 'The dashboard calls the published API only.' },
            { group: ['**/apps/*', '**/libs/*'], message: 'The dashboard calls the published API only.' },
            { regex: '^(\\.\\./){4,}', message: 'The dashboard imports nothing outside its own folder.' },
          ],
        },
      ],
    },
  },
  { files: ['**/vite.config.mts'], rules: { 'no-restricted-syntax': 'off' } },
  // A longer file or function hides a concept that deserves its own.
  { files: ['{apps,cli,libs,tools}/**/*.{ts,tsx}'], rules: { 'max-lines': ['error', { max: 300 }] } },
  {
    files: ['{apps,libs}/*/src/**/*.ts', '{cli,tools}/src/**/*.ts'],
    rules: { 'max-lines-per-function': ['error', { max: 60 }] },
  },
  // A component's markup is long and plain.
  { files: ['apps/dashboard/src/**/*.tsx'], rules: { 'max-lines-per-function': ['error', { max: 90 }] } },
  { files: ['**/*.test.ts'], rules: { 'max-lines-per-function': 'off' } },
  {
    // A platform lib's own tests may stand on libs/testing, which stands on that lib.
    files: ['libs/*/test/**/*.ts'],
    rules: { '@nx/enforce-module-boundaries': 'off', 'no-restricted-syntax': 'off' },
  },
  {
    files: ['**/*.mjs', 'examples/**/*.js'],
    languageOptions: { globals: { console: 'readonly', process: 'readonly' } },
  },
  // Programs that readers download run on Node alone, with what it has of the web.
  {
    files: ['apps/docs/public/*.mjs'],
    languageOptions: { globals: { AbortSignal: 'readonly', URL: 'readonly', fetch: 'readonly' } },
  },
);
