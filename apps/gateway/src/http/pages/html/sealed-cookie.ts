import type { SealedPlace } from '@pitanga/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../../deps';
import { readPageCookie, setPageCookie } from './page-cookie';

type SealDeps = Pick<Deps, 'sealer' | 'clock' | 'publicUrl'>;

interface Where {
  readonly name: string;
  /** Of the page that may read it. */
  readonly path: string;
}

/** What a form was sent, for the page that follows: readable here alone, for ten minutes. */
const lifetimeSeconds = 600;
/** Browsers drop a cookie of more than 4,096 bytes. */
const charactersMax = 3_800;

interface Bound {
  readonly content: unknown;
  readonly path: string;
  /** Milliseconds since the epoch. */
  readonly until: number;
}

/**
 * Leaves something personal with the browser that sent it, and in no address.
 *
 * @returns false for more than a cookie holds: then nothing is left
 */
export function leaveSealed(deps: SealDeps, reply: FastifyReply, { name, path }: Where, content: object): boolean {
  const bound: Bound = { content, path, until: deps.clock.real().getTime() + lifetimeSeconds * 1000 };
  const value = deps.sealer.seal(JSON.stringify(bound), sealedPlace({ name, path })).toString('base64url');
  if (value.length > charactersMax) return false;
  setPageCookie(reply, deps, { name, value, path, maxAgeSeconds: lifetimeSeconds });
  return true;
}

/** Undefined also for what is of another page, too old, or not of ours. */
export function findSealed(
  { sealer, clock }: Pick<SealDeps, 'sealer' | 'clock'>,
  request: FastifyRequest,
  where: Where,
): unknown {
  const value = readPageCookie(request, where.name);
  if (value === undefined) return undefined;
  try {
    const text = sealer.open(Buffer.from(value, 'base64url'), sealedPlace(where));
    const { content, path, until } = JSON.parse(text) as Bound;
    return path === where.path && clock.real().getTime() < until ? content : undefined;
  } catch {
    return undefined;
  }
}

/** Of no row: the page itself. */
function sealedPlace({ name, path }: Where): SealedPlace {
  return ['page', name, path];
}
