// Who may import what inside a project, folder by folder. Lint (eslint.config.mjs) has the boundaries between projects.

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-folder-cycles',
      comment:
        'Folders import each other in one direction only; the files directly under src compose them. Cycles of a folder ' +
        'and one within it are found by tools/src/folders.',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
    { name: 'no-file-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'api-and-jobs-on-top',
      comment: 'Only what composes a service imports api, jobs and consumers.',
      severity: 'error',
      from: { path: '^(apps/[^/]+/src)/[^/]+/', pathNot: '^apps/([^/]+/src/(api|jobs|consumers)|dashboard)/' },
      to: { path: '^$1/(api|jobs|consumers)/' },
    },
    {
      name: 'no-import-of-the-composition-root',
      comment: 'The composition root imports folders, never the other way round.',
      severity: 'error',
      from: { path: '^apps/([^/]+)/src/[^/]+/' },
      to: { path: '^apps/$1/src/(main|admin|$1)\\.ts$' },
    },
  ],
  options: {
    includeOnly: '^((apps|libs)/[^/]+|tools|cli|sdk/typescript)/src/|^sdk/(operations|(python|go)/generate)/',
    exclude: '\\.test\\.tsx?$|/gen/',
    // Imports of types count: they tie what a reader must know.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js', '.json'] },
  },
};
