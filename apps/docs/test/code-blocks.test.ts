import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** The code as the site shows it, on a machine that needs this long between two looks at its clock. */
function rendered(msBetweenLooks: number): string {
  // A program of its own, because Expressive Code is made of modules that only `import` finds.
  const program = `
    import { createRenderer } from '@astrojs/starlight/expressive-code';
    import { codeBlocks } from './src/code-blocks.mjs';
    const start = Date.now();
    let looks = 0;
    Date.now = () => start + (looks += 1) * ${String(msBetweenLooks)};
    const { ec } = await createRenderer(codeBlocks);
    const { renderedGroupAst } = await ec.render({ code: 'const answer = { total: 1_000, open: true };', language: 'ts' });
    console.log(JSON.stringify(renderedGroupAst));
  `;
  return execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: join(__dirname, '..'),
    encoding: 'utf8',
  });
}

it('colours code the same however busy the machine is that builds the site', () => {
  const quiet = rendered(0);
  expect(quiet).toContain('--0:');
  expect(rendered(600)).toBe(quiet);
});
