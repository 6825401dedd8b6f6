import { join, sep } from 'node:path';
import type { Plugin } from 'esbuild';
import { packageName } from './image/production-packages';
import { rootDir } from './workspace';

/**
 * Packages of npm whose code is part of a bundle: what is loaded file by file was two fifths of the processor time of a
 * start. Others stay outside, because they find files by where they stand (pino, pdfkit, proto-loader), are instrumented
 * when they are loaded (pg, redis, grpc), or load fast enough.
 */
const bundledPackages: ReadonlySet<string> = new Set([
  '@modelcontextprotocol/sdk',
  'colorette',
  'commander',
  'kafkajs',
  'knex',
  'lodash',
  'tarn',
  'typebox',
  'zod',
  'zod-to-json-schema',
]);

/**
 * Our own packages and those above are part of a bundle, and others of npm's stay in node_modules, except those npm could
 * not place at the root (two versions of one package are in use): a bundle in dist/ would find the other version, or none.
 */
export const npmExternal: Plugin = {
  name: 'npm-external',
  setup: (build) => {
    const rootModules = join(rootDir, 'node_modules') + sep;
    build.onResolve({ filter: /^[^./]/ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
      if (kind === 'entry-point' || path.startsWith('@pitanga/') || pluginData === npmExternal) return undefined;
      if (bundledPackages.has(packageName(path))) return undefined;
      const found = await build.resolve(path, { kind, importer, resolveDir, pluginData: npmExternal });
      // An optional package that another package only tries to load.
      if (found.errors.length > 0)
        return importer.includes(`${sep}node_modules${sep}`) ? { path, external: true } : undefined;
      const isAtRoot =
        found.path.startsWith(rootModules) && !found.path.slice(rootModules.length).includes('node_modules');
      return found.external || isAtRoot ? { path, external: true } : undefined;
    });
  },
};

/** The folders of packages whose code is in a bundle made of these files, all below the root of the workspace. */
export function foldersOfPackages(files: readonly string[]): readonly string[] {
  const folders = files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []);
  return [...new Set(folders)].sort();
}
