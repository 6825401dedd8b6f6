import { join } from 'node:path';
import { build } from 'esbuild';
import { toolsDir } from '../src/workspace';

// libs/contracts is generated, so that nothing of ours can be loaded before a command has generated it.
it('every command can be registered in a checkout where nothing has been generated yet', async () => {
  const { metafile } = await build({
    entryPoints: [join(toolsDir, 'src', 'main.ts')],
    bundle: true,
    packages: 'external',
    platform: 'node',
    write: false,
    metafile: true,
  });
  const imports = Object.entries(metafile.inputs).flatMap(([file, input]) =>
    input.imports.filter(({ path }) => path.startsWith('@pitanga/')).map(({ path }) => `${file} imports ${path}`),
  );
  expect(imports).toEqual([]);
});
