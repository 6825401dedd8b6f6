import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { rootDir } from '../workspace';

const pages = 'apps/gateway/src/http/pages';

/** What the gateway serves to browsers: made here, so that neither its start nor its tests need a bundler. */
const modules = [
  { entry: 'page', path: 'page-module', name: 'pageModule', format: 'esm' },
  { entry: 'card-frame/own-fields', path: 'own-fields-script', name: 'ownFieldsScript', format: 'iife' },
  { entry: 'card-frame/stripe-wallet', path: 'stripe-wallet-script', name: 'stripeWalletScript', format: 'iife' },
  { entry: 'card-frame/efi-form', path: 'efi-form-script', name: 'efiFormScript', format: 'iife' },
  { entry: 'card-frame/stripe-fields', path: 'stripe-frame-script', name: 'stripeFrameScript', format: 'iife' },
] as const;

/** Each module, bundled and minified, as a TypeScript file that exports its text. Browsers of 2021 and later run it. */
export function browserModules(): readonly { readonly path: string; readonly text: string }[] {
  return modules.map(({ format, name, ...module }) => {
    const entry = `${pages}/browser/dom/${module.entry}.ts`;
    const path = `${pages}/assets/${module.path}.ts`;
    const { outputFiles } = buildSync({
      entryPoints: [join(rootDir, entry)],
      absWorkingDir: rootDir,
      bundle: true,
      minify: true,
      write: false,
      platform: 'browser',
      format,
      target: 'es2021',
      legalComments: 'none',
    });
    const code = outputFiles[0]?.text.trimEnd() ?? '';
    const about = `Made from ${entry} by \`npm run browser-modules\`; not to be edited.`;
    return { path, text: `/** ${about} */\nexport const ${name} = ${JSON.stringify(code)};\n` };
  });
}
