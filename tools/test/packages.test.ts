import { onDemandDir } from '../src/on-demand';
import { allowedScripts, installScriptFaults } from '../src/security/packages/install-scripts';
import { isAllowed, licenceFaults, productionPackages } from '../src/security/packages/licences';
import { lockedPackages } from '../src/security/packages/lock-file';
import { rootDir } from '../src/workspace';

const packages = lockedPackages(rootDir);

describe('the packages that others publish', () => {
  it('have an allowed licence, those of production', () => {
    expect(Object.keys(productionPackages(packages)).length).toBeGreaterThan(200);
    expect(licenceFaults(packages)).toEqual([]);
  });

  it('run a program when they are installed only as package.json decides', () => {
    const allowScripts = allowedScripts(rootDir);
    expect(Object.values(allowScripts).filter(Boolean).length).toBeGreaterThan(5);
    expect(installScriptFaults(packages, allowScripts)).toEqual([]);
    expect(installScriptFaults(lockedPackages(onDemandDir), allowedScripts(onDemandDir))).toEqual([]);
  });

  it('reach no production by the set that commands install on demand', () => {
    expect(productionPackages(lockedPackages(onDemandDir))).toEqual({});
  });
});

describe('a licence', () => {
  it.each([
    ['MIT', true],
    ['(MIT AND Zlib)', true],
    ['(BSD-3-Clause OR GPL-2.0)', true],
    ['GPL-3.0', false],
    ['(MIT AND GPL-3.0)', false],
    ['(AGPL-3.0 OR SSPL-1.0)', false],
    ['SEE LICENSE IN EULA', false],
  ])('%s is allowed: %s', (expression, expected) => {
    expect(isAllowed(expression)).toBe(expected);
  });

  it('that is absent or another is a fault in production, and none in development', () => {
    const license = 'AGPL-3.0-only';
    expect(
      licenceFaults({
        'node_modules/a': { version: '1.0.0' },
        'node_modules/a/node_modules/@b/c': { version: '2.0.0', license },
        'node_modules/d': { version: '1.0.0', license, dev: true },
      }),
    ).toEqual(['a@1.0.0 names no licence', `@b/c@2.0.0 has the licence ${license}, which is not allowed`]);
  });
});

it('a package that begins to run a program, and a decision about none, are faults', () => {
  const running = { 'node_modules/new': { hasInstallScript: true }, 'node_modules/old': { hasInstallScript: true } };
  expect(installScriptFaults(running, { old: true, gone: true })).toEqual([
    'new runs a program when it is installed: decide about it in allowScripts of package.json',
    'allowScripts of package.json names gone, which runs nothing when it is installed',
  ]);
});
