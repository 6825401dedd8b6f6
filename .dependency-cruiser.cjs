// Who may import what inside a service, folder by folder. Lint (eslint.config.mjs) has the boundaries between projects.
/** Folders of use cases: they stand above the entities and below api and jobs. */
/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-folder-cycles',
      comment: 'Folders import each other in one direction only; the files directly under src compose them.',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
    { name: 'no-file-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'api-and-jobs-on-top',
      comment: 'Only what composes a service imports api and jobs.',
      severity: 'error',
      from: { path: '^(apps/[^/]+/src)/[^/]+/', pathNot: '^apps/[^/]+/src/(api|jobs)/' },
      to: { path: '^$1/(api|jobs)/' },
    },
  ],
  options: {
    includeOnly: '^(apps|libs)/[^/]+/src/[^/]+/',
    exclude: '\\.test\\.ts$|/gen/',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.js', '.json'] },
  },
};
