import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootDir } from '../src/workspace';
import { copyBuildContext } from './build-context';

let context: string;
beforeAll(() => {
  context = mkdtempSync(join(tmpdir(), 'build-context-'));
  copyBuildContext(context);
});
afterAll(() => {
  rmSync(context, { recursive: true, force: true });
});

describe('the build of an image, which is given only what .dockerignore lets through,', () => {
  it('can load the command that fills an image, and with it all the others', () => {
    symlinkSync(join(rootDir, 'node_modules'), join(context, 'node_modules'));
    const help = execFileSync(process.execPath, [join('tools', 'bin', 'run.cjs'), 'images', '--help'], {
      cwd: context,
      encoding: 'utf8',
    });
    expect(help).toContain('put what each image holds into a folder of its name');
  });

  it('installs the packages before it has a source, so that an edit of one installs nothing again', () => {
    const dockerfile = readFileSync(join(rootDir, 'Dockerfile'), 'utf8');
    const [before = ''] = dockerfile.split(/^RUN npm ci$/m);
    const copied = [...before.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, sources = '']) =>
      sources.split(' '),
    );
    const manifests = readWorkspaces().map((folder) => `${folder}/package.json`);
    const rest = ['package.json', 'package-lock.json', '.npmrc', 'patches'];
    expect(copied.sort()).toEqual([...rest, ...manifests].sort());
  });

  it('has all that the trial image starts, which is not what a build without a target makes', () => {
    const stages = readFileSync(join(rootDir, 'Dockerfile'), 'utf8').split(/^FROM /m);
    const [trial = '', others] = [stages.find((stage) => / AS trial$/m.test(stage)), stages.at(-1)];
    expect(others).not.toBe(trial);
    const [, json = '[]'] = /^ENTRYPOINT (.*)$/m.exec(trial) ?? [];
    const [, ...args] = JSON.parse(json) as string[];
    // Each as the image has it; an option that the command has not would end it with an error.
    const help = execFileSync(process.execPath, [...args, '--help'], { cwd: context, encoding: 'utf8' });
    expect(help).toContain('run the whole platform on this machine');
    expect(args.filter((arg) => arg.startsWith('--') && !help.includes(arg))).toEqual([]);
    const [, program = ''] = /^RUN node (.*?) &&/m.exec(trial) ?? [];
    const prepare = [...program.split(' '), '--help'];
    expect(execFileSync(process.execPath, prepare, { cwd: context, encoding: 'utf8' })).toContain('fetch and build');
    expect(trial).toContain(`VOLUME ${String(args.at(-1))}\n`);
    const pins = ['tools/java/requirements.txt', 'tools/redis/requirements.txt', 'tools/kafka/jars.sha256'];
    expect(pins.filter((path) => !existsSync(join(context, path)))).toEqual([]);
  });

  it('gets the sources, and no history, no secrets and no work of another machine', () => {
    const isGiven = (path: string): boolean => existsSync(join(context, path));
    const needed = ['package-lock.json', 'patches', 'proto', 'tools/bin/run.cjs', 'apps/billing/migrations'];
    // Of the documentation and the packages beside it.
    needed.push('CHANGELOG.md', 'docs/api/errors.json', 'sdk/typescript/package.json', 'cli/package.json');
    expect(needed.filter((path) => !isGiven(path))).toEqual([]);
    const others = ['.git', '.env', '.cache', 'dist', 'k8s', 'libs/contracts/src/gen', 'tools/test/compose.test.ts'];
    expect(others.filter(isGiven)).toEqual([]);
  });
});

/** The folders of the workspaces, by the lock file. */
function readWorkspaces(): readonly string[] {
  const { packages } = JSON.parse(readFileSync(join(rootDir, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, unknown>>;
  };
  return Object.keys(packages).filter((path) => path !== '' && !path.includes('node_modules'));
}
