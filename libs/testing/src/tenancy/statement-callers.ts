import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Whose rows a function may touch, by the type of a parameter. */
export type Scope = 'Tenant' | 'StoreScope' | 'CrossTenant';

/** The function that has built a statement; without a scope where none on the way to it says whose rows it touches. */
export interface Caller {
  readonly name: string;
  readonly scope: Scope | undefined;
}

/** To be kept with a statement; {@link findCaller} reads it. */
export function here(): Error {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 16;
  const error = new Error();
  Error.stackTraceLimit = stackTraceLimit;
  return error;
}

const root = join(__dirname, '..', '..', '..', '..');
const recorders = [__filename, join(__dirname, 'check-tenancy.ts')];
const ofService = /\/(?:apps|libs)\/[^/]+\/src\//;
/** Tests, and what operators and developers run, which are for all stores. */
const ofOthers = /\/test\/|\.test\.ts$|\/(?:libs\/testing|apps\/operations|apps\/analytics|tools)\//;

/** Undefined for a statement that no service has sent. */
export function findCaller(builtAt: Error): Caller | undefined {
  let first: string | undefined;
  for (const { name, path } of readFrames(builtAt)) {
    const file = path.startsWith(root) ? path.slice(root.length) : path;
    if (recorders.includes(path) || file.includes('/node_modules/')) continue;
    if (ofOthers.test(file)) return first === undefined ? undefined : { name: first, scope: undefined };
    if (!ofService.test(file)) continue;
    const title = `${name || 'a function without a name'} (${file.replace(/.*\/(?=(?:apps|libs)\/)/, '')})`;
    const scope = crossing.has(title) ? 'CrossTenant' : findScope(path, name);
    if (scope) return { name: title, scope };
    first ??= title;
  }
  return { name: first ?? 'a function that is not known', scope: undefined };
}

/** As compiled: what maps positions to the source would name a frame by the call at its position. */
function readFrames(error: Error): readonly { readonly name: string; readonly path: string }[] {
  const known: unknown = Reflect.get(Error, 'prepareStackTrace');
  Error.prepareStackTrace = (_error, sites) =>
    sites.map((site) => ({ name: site.getFunctionName() ?? '', path: site.getFileName() ?? '' }));
  try {
    return error.stack as unknown as { name: string; path: string }[];
  } finally {
    Reflect.set(Error, 'prepareStackTrace', known);
  }
}

/** Functions for all services that read or write the rows of every tenant, and take no `CrossTenant` to say so. */
const crossing = new Set([
  'violations (libs/database/src/invariant.ts)',
  'deleteInBatches (libs/database/src/purge.ts)',
  'resealBatch (libs/database/src/reseal.ts)',
  'findClocksChangedSince (libs/store-clock/src/clock-repository.ts)',
]);

const scopes = new Map<string, Scope | undefined>();

function findScope(path: string, name: string): Scope | undefined {
  const key = `${path} ${name}`;
  if (!scopes.has(key)) scopes.set(key, readScope(readFileSync(path, 'utf8'), name));
  return scopes.get(key);
}

/** The scope that the parameters of a function have in its source. */
function readScope(source: string, name: string): Scope | undefined {
  if (!/^\w+$/.test(name)) return undefined;
  const start = source.search(new RegExp(`\\bfunction ${name}\\b|\\bconst ${name} = (?:async )?\\(`));
  if (start === -1) return undefined;
  const from = source.indexOf('(', start);
  let depth = 0;
  let to = from;
  do {
    if (source[to] === '(') depth += 1;
    if (source[to] === ')') depth -= 1;
    to += 1;
  } while (depth > 0 && to < source.length);
  const type = /\b(?:Tenant|StoreScope|CrossTenant|Owned)\b/.exec(source.slice(from, to))?.[0];
  return type === 'Owned' ? 'Tenant' : (type as Scope | undefined);
}
