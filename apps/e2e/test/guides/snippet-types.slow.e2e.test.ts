import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { testTimeoutMs } from '@pitanga/testing';
import { runWell } from '../languages/run';
import { usePlatform } from '../use-platform';
import { blocksOf } from './blocks';
import { generatorsPage, readPage, slugs } from './pages';

const modules = join(__dirname, '../../../../node_modules');
const compilerOptions = { module: 'nodenext', target: 'es2024', strict: true, noEmit: true, types: ['node'] };

interface Program {
  /** In a folder for each page, because pages use the same names. */
  readonly path: string;
  readonly code: string;
}

/** The files in TypeScript that readers of the pages write for the SDK. */
function programs(): Program[] {
  const ofSdk = slugs().filter((slug) => slug !== generatorsPage);
  return ofSdk.flatMap((slug) =>
    blocksOf(readPage(slug, 'pt')?.markdown ?? '').flatMap((block) =>
      block.kind === 'file' && /\.m?ts$/.test(block.title) ? [{ path: join(slug, block.title), code: block.code }] : [],
    ),
  );
}

describe('the programs in TypeScript of the guides', () => {
  const platform = usePlatform();

  it(
    'have the types of the SDK, as an editor would check them',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'pitanga-snippets-'));
      const write = (path: string, text: string): void => {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), text);
      };
      const all = programs();
      expect(all.length).toBeGreaterThan(12);
      for (const { path, code } of all) write(path, code);
      write('tsconfig.json', JSON.stringify({ compilerOptions }));
      await runWell('npm', ['install', `${platform.baseUrl}/docs/packages/pitanga-pay-sdk.tgz`], { cwd: folder });
      symlinkSync(join(modules, '@types'), join(folder, 'node_modules/@types'));
      await runWell(process.execPath, [join(modules, 'typescript7/bin/tsc'), '-p', folder]);
      rmSync(folder, { recursive: true });
    },
    3 * testTimeoutMs,
  );
});
