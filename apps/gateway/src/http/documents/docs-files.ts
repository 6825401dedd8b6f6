import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyReply } from 'fastify';
import type { Api } from '../edge/api';

const assetMaxAgeMs = 31_536_000_000;
/** A new version of the installation is visible within minutes. */
const pageMaxAgeMs = 300_000;

/** What the build leaves for the gateway, which is no page: what the pages' scripts are, for the policy. */
const policyFile = 'policy.json';
const hidden = { config: { permission: 'public' }, schema: { hide: true } } as const;

/**
 * Serves what lies beside the bundle in dist/ and in the image: the site in `docs`, and in `packages` what its guides
 * install. Both are absent where only the API was built, as in most tests.
 */
export async function registerDocs(app: Api, folder = __dirname): Promise<void> {
  await registerPackages(app, join(folder, 'packages'));
  await registerSite(app, join(folder, 'docs'));
}

/**
 * The documentation site, which Astro made: pages as they are, compressed at build time; the files of `_astro`, whose
 * names change with their content, are kept for good.
 */
async function registerSite(app: Api, folder: string): Promise<void> {
  if (!existsSync(join(folder, policyFile))) return;
  const site = siteReader(folder);

  await app.register(async (scope: Api) => {
    await scope.register(fastifyStatic, { root: folder, serve: false, preCompressed: true });
    const send = (reply: FastifyReply, asked: string): FastifyReply => {
      const { policy, file } = site();
      const found = file(asked);
      const name = found ?? '404.html';
      if (name.endsWith('.html')) reply.header('content-security-policy', policy);
      if (found === undefined) return reply.code(404).sendFile(name, { cacheControl: false });
      const isNamedByContent = name.startsWith('_astro/');
      return reply.sendFile(name, {
        maxAge: isNamedByContent ? assetMaxAgeMs : pageMaxAgeMs,
        immutable: isNamedByContent,
        index: false,
      });
    };
    scope.get('/docs', hidden, (_request, reply) => send(reply, ''));
    // Where a language model looks first (llmstxt.org).
    scope.get('/llms.txt', hidden, (_request, reply) => send(reply, 'llms.txt'));
    scope.get<{ Params: { '*': string } }>('/docs/*', hidden, (request, reply) => send(reply, request.params['*']));
  });
}

interface Site {
  readonly policy: string;
  /** The file of a path below /docs; undefined when there is none. */
  readonly file: (asked: string) => string | undefined;
}

/** A path that is not there costs a look at the folder at most this often. */
const lookEveryMs = 1_000;

/**
 * What the site has, read again once another build has taken its place, beside a running platform of developers. A cache of
 * builds puts a site there file by file: what was missing at the last look may have come since.
 */
function siteReader(folder: string): () => Site {
  const policyPath = join(folder, policyFile);
  const look = () => ({
    lookedAt: performance.now(),
    writtenAt: statSync(policyPath).mtimeMs,
    names: filesIn(folder),
    policy: buildPolicy(JSON.parse(readFileSync(policyPath, 'utf8')) as DocsPolicy),
  });
  let seen = look();
  const file = (asked: string): string | undefined => {
    const found = findFile(seen.names, asked);
    const isRecent = performance.now() - seen.lookedAt < lookEveryMs;
    if (found !== undefined || isRecent || !existsSync(policyPath)) return found;
    seen = look();
    return findFile(seen.names, asked);
  };
  return () => {
    const { mtimeMs } = statSync(policyPath, { throwIfNoEntry: false }) ?? { mtimeMs: seen.writtenAt };
    if (mtimeMs !== seen.writtenAt) seen = look();
    return { policy: seen.policy, file };
  };
}

/** A name with a version, or with the content of what is no release: its bytes never change (sdk/packing/pack.mjs). */
const lastingName = /-\d+\.\d+\.\d+(-[\w.]+)?\.(tgz|tar\.gz)$/;

/** The packages, each under a name that moves with the installation and under one that lasts. */
async function registerPackages(app: Api, folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  await app.register(async (scope: Api) => {
    await scope.register(fastifyStatic, { root: folder, serve: false });
    registerGoModules(scope, folder);
    scope.get<{ Params: { name: string } }>('/docs/packages/:name', hidden, (request, reply) => {
      const { name } = request.params;
      // Read each time: another build beside a running platform of developers has other names.
      const names = new Set([...filesIn(folder)].filter((file) => !file.includes('/')));
      if (!names.has(name)) {
        const there = `There is no such package. This installation has ${[...names].sort().join(', ')}.`;
        return reply.code(404).type('text/plain; charset=utf-8').send(there);
      }
      const isLasting = lastingName.test(name);
      const lasting = isLasting ? undefined : findLasting(names, name);
      if (lasting !== undefined) reply.header('content-location', `/docs/packages/${lasting}`);
      return reply.sendFile(name, {
        maxAge: isLasting ? assetMaxAgeMs : pageMaxAgeMs,
        immutable: isLasting,
        index: false,
      });
    });
  });
}

/** What a module proxy says of one version, which it says for ever. */
const moduleVersion = /\/@v\/v[^/]+\.(info|mod|zip)$/;

/** The Go client as a module proxy (https://go.dev/ref/mod#goproxy-protocol); after a 404 `go` asks the next one. */
function registerGoModules(scope: Api, folder: string): void {
  scope.get<{ Params: { '*': string } }>('/docs/packages/go/*', hidden, (request, reply) => {
    const name = `go/${request.params['*']}`;
    if (!filesIn(folder).has(name))
      return reply.code(404).type('text/plain; charset=utf-8').send('This installation has no such module.');
    const isLasting = moduleVersion.test(name);
    const maxAge = isLasting ? assetMaxAgeMs : pageMaxAgeMs;
    return reply.sendFile(name, { maxAge, immutable: isLasting, index: false });
  });
}

/** What the moving name stands for now. Python writes `pitanga_pay` in the names of its files. */
function findLasting(names: ReadonlySet<string>, moving: string): string | undefined {
  const base = moving.replace(/\.(tgz|tar\.gz)$/, '');
  return [...names].find((name) => lastingName.test(name) && name.replace(lastingName, '').replace('_', '-') === base);
}

interface DocsPolicy {
  /** Hashes of the scripts inside the pages, such as `sha256-…`. */
  readonly scripts: readonly string[];
}

/**
 * Scripts and styles of ours only; those inside the pages by their hashes. The search compiles WebAssembly in a worker.
 * Nothing is sent anywhere, and no frame is around it.
 */
function buildPolicy({ scripts }: DocsPolicy): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'wasm-unsafe-eval' ${scripts.map((hash) => `'${hash}'`).join(' ')}`,
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Relative names, with `/`; what was compressed stands for its original. */
function filesIn(folder: string): ReadonlySet<string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));
  return new Set(names.filter((name) => !/\.(br|gz)$/.test(name) || /\.tar\.gz$/.test(name)));
}

/** A page is the index of its folder, with or without a slash at its end. */
function findFile(names: ReadonlySet<string>, asked: string): string | undefined {
  const path = asked.replace(/\/$/, '');
  const candidates = [path === '' ? 'index.html' : `${path}/index.html`, path];
  return candidates.find((name) => names.has(name) && name !== policyFile);
}
