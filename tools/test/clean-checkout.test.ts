import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { rootDir, toolsDir } from '../src/workspace';

/** Follows the imports of our own packages, and no others. */
const ownPackages: Plugin = {
  name: 'own-packages',
  setup: (context) => {
    context.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('@pitanga/') ? undefined : { path, external: true },
    );
  },
};

// Where a command is registered nothing has been generated yet: libs/contracts cannot be loaded, nor what imports it.
it('every command can be registered in a checkout where nothing has been generated yet', async () => {
  const { metafile } = await build({
    entryPoints: [join(toolsDir, 'src', 'main.ts')],
    absWorkingDir: rootDir,
    bundle: true,
    plugins: [ownPackages],
    platform: 'node',
    write: false,
    metafile: true,
  });
  const ours = Object.keys(metafile.inputs).filter((file) => !file.startsWith('tools/'));
  // Alone, and without a package behind them.
  expect(ours.sort()).toEqual(['apps/operations/src/platform/services.ts', 'libs/runtime/src/user-error.ts']);
});
