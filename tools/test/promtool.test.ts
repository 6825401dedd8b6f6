import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installedPromtool } from '../src/observability/promtool';

describe('promtool', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'promtool-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  /** What is used, and said, where PATH has a program of this name that prints this. */
  function found(name: string, output: string): { used: string | undefined; said: string } {
    const script = `#!/bin/sh\nprintf '%s\\n' '${output}'\n`;
    writeFileSync(join(folder, name), script, { mode: 0o755 });
    const said: string[] = [];
    const used = installedPromtool((line) => said.push(line), { PATH: folder });
    return { used, said: said.join('\n') };
  }

  it('is the installed one when that is of Prometheus 3', () => {
    expect(found('promtool', 'promtool, version 3.5.1 (branch: HEAD, revision: 1f2e3d)')).toEqual({
      used: 'promtool',
      said: 'promtool 3.5.1 is installed',
    });
  });

  it.each([
    ['promtool, version 2.53.0 (branch: HEAD, revision: 1f2e3d)', '2.53.0'],
    ['promtool, version 30.1.0', '30.1.0'],
    ['something else', 'of no version'],
  ])('is not an installed one that says "%s"', (output, version) => {
    expect(found('promtool', output)).toEqual({
      used: undefined,
      said: `promtool ${version} is installed; the rules are for Prometheus 3`,
    });
  });

  it('is not an installed one where none is', () => {
    expect(found('prometheus', 'prometheus, version 3.5.1')).toEqual({ used: undefined, said: '' });
  });
});
