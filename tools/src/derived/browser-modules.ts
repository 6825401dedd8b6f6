import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { rootDir } from '../workspace';

const pages = 'apps/gateway/src/http/pages';

/** What the gateway serves to browsers: made here, so that neither its start nor its tests need a bundler. */
const modules = [
  { entry: `${pages}/browser/dom/page.ts`, path: `${pages}/assets/page-module.ts`, name: 'pageModule' },
] as const;

/** Each module, bundled and minified, as a TypeScript file that exports its text. Browsers of 2021 and later run it. */
export function browserModules(): readonly { readonly path: string; readonly text: string }[] {
  return modules.map(({ entry, path, name }) => {
    const { outputFiles } = buildSync({
      entryPoints: [join(rootDir, entry)],
      absWorkingDir: rootDir,
      bundle: true,
      minify: true,
      write: false,
      platform: 'browser',
      format: 'esm',
      target: 'es2021',
      legalComments: 'none',
    });
    const code = outputFiles[0]?.text.trimEnd() ?? '';
    const about = `Made from ${entry} by \`npm run browser-modules\`; not to be edited.`;
    return { path, text: `/** ${about} */\nexport const ${name} = ${JSON.stringify(code)};\n` };
  });
}
