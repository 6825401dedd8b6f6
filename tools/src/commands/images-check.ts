import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { userError } from '@pitanga/runtime/user-error';
import { Argument, type Command } from 'commander';
import { imageNames, type ImageName } from '../image/assemble';
import { rootDir } from '../workspace';

interface Manifest {
  readonly config: { readonly digest: string };
  readonly layers: readonly { readonly digest: string; readonly size: number }[];
}

/** `npm run images:check`: whether two builds of a commit are one image, byte for byte, and how large it is. */
export function registerImagesCheck(program: Command): void {
  program
    .command('images-check')
    .description('build images twice from nothing with buildah, compare their digests, and say how large they are')
    .addArgument(new Argument('[image...]').choices(imageNames).default(['gateway', 'ledger']))
    .option('--options <text>', 'more options of buildah build, such as --pull-never --isolation oci', '')
    .action((names: ImageName[], { options }: { options: string }) => {
      if (spawnSync('buildah', ['--version']).error) throw userError('This needs buildah: apt-get install buildah.');
      const more = options.split(' ').filter((option) => option !== '');
      // What is committed meanwhile is of no account.
      const commit = git('rev-parse', 'HEAD');
      const differing = names.filter((name) => !isReproducible(name, commit, more));
      if (differing.length > 0) throw userError(`Built twice, these are two images: ${differing.join(', ')}.`);
    });
}

function isReproducible(name: ImageName, commit: string, options: readonly string[]): boolean {
  const [first, second] = [built(name, commit, options), built(name, commit, options)];
  const isSame = first.digest === second.digest;
  const size = `${String(Math.round(first.bytes / 1e6))} MB compressed`;
  console.log(`${name}: ${first.digest}, ${size}, ${isSame ? 'the same twice' : `then ${second.digest}`}`);
  for (const difference of differences(first.entries, second.entries)) console.log(`  ${difference}`);
  return isSame;
}

interface BuiltImage {
  readonly digest: string;
  readonly bytes: number;
  /** What tar says of each entry of the layers: its checksum or link, mode, owner and time, by its name. */
  readonly entries: ReadonlyMap<string, string>;
}

const mostShown = 20;

function differences(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): readonly string[] {
  const names = [...new Set([...one.keys(), ...other.keys()])].filter((name) => one.get(name) !== other.get(name));
  const shown = names
    .slice(0, mostShown)
    .map((name) => `${name}: ${one.get(name) ?? 'absent'}, then ${other.get(name) ?? 'absent'}`);
  return names.length > mostShown ? [...shown, `and ${String(names.length - mostShown)} more`] : shown;
}

/** The digest of the manifest and the size of the layers, of a build without any cache and with the times of the commit. */
function built(name: ImageName, commit: string, options: readonly string[]): BuiltImage {
  const folder = mkdtempSync(join(tmpdir(), 'pitanga-image-'));
  const image = `localhost/pitanga-check/${name}`;
  try {
    const context = join(folder, 'context');
    // A clone, so that what lies about here is in no image.
    git('clone', '--quiet', '--shared', '--no-checkout', rootDir, context);
    git('-C', context, 'checkout', '--quiet', commit);
    const time = git('log', '-1', '--format=%ct', commit);
    const given = [`APP=${name}`, 'VERSION=0.0.0', `REVISION=${commit}`].flatMap((arg) => ['--build-arg', arg]);
    buildah('build', '--no-cache', '--timestamp', time, ...options, ...given, '--tag', image, context);
    buildah('push', '--quiet', '--compression-format', 'gzip', image, `oci:${join(folder, 'oci')}:${name}`);
    return described(join(folder, 'oci'));
  } finally {
    spawnSync('buildah', ['rmi', image]);
    rmSync(folder, { recursive: true, force: true });
  }
}

function described(oci: string): BuiltImage {
  const read = (path: string): unknown => JSON.parse(readFileSync(join(oci, path), 'utf8'));
  const { manifests } = read('index.json') as { manifests: readonly { digest: string }[] };
  const digest = manifests[0]?.digest ?? '';
  const blob = (of: string): string => join('blobs', 'sha256', of.replace('sha256:', ''));
  const { layers, config } = read(blob(digest)) as Manifest;
  const bytes = layers.reduce((sum, layer) => sum + layer.size, statSync(join(oci, blob(config.digest))).size);
  const entries = layers.flatMap((layer) => readEntries(join(oci, blob(layer.digest)), layers.indexOf(layer)));
  return { digest, bytes, entries: new Map(entries) };
}

/** Each entry of a layer with the checksum of its content. */
function readEntries(layer: string, number: number): readonly (readonly [string, string])[] {
  const tar = (...args: readonly string[]): string =>
    execFileSync('tar', [...args, '--file', layer], { encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 });
  const named = (line: string): string => line.slice(line.search(/\S+$/));
  const at = `layer ${String(number + 1)} `;
  const listed = tar('--list', '--verbose', '--full-time', '--numeric-owner').trim().split('\n');
  // The filter gets each file at its standard input and its name in the environment.
  const filter = 'printf "%s %s\\n" "$(sha256sum | cut -c1-16)" "$TAR_FILENAME"';
  const sums = new Map(
    tar('--extract', `--to-command=${filter}`)
      .trim()
      .split('\n')
      .map((line) => [line.slice(17), line.slice(0, 16)] as const),
  );
  return listed.map((line) => {
    const entry = named(line);
    return [at + entry, `${line.slice(0, line.length - entry.length).trim()} ${sums.get(entry) ?? ''}`.trim()] as const;
  });
}

function git(...args: readonly string[]): string {
  return execFileSync('git', [...args], { cwd: rootDir, encoding: 'utf8' }).trim();
}

/** @throws a user error with the end of what it said */
function buildah(...args: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync('buildah', args, { encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 });
  if (status !== 0) throw userError(`buildah ${args[0] ?? ''} failed:\n${(stdout + stderr).slice(-4_000)}`);
}
