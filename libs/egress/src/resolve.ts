import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isLocalhostName } from './url';

/** All addresses of a host name; throws when it has none. */
export type Resolve = (host: string) => Promise<readonly string[]>;

const fallbackMax = 2;

/**
 * Resolves with c-ares, which waits on sockets: getaddrinfo would occupy one of the process's few threads for as long
 * as a hostile name server likes, and one slow domain would delay all others. A name without an answer is then looked
 * up in the hosts file, at most two at a time.
 */
export function createResolver(timeoutMs = 5_000): Resolve {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 2 });
  const fallback = limited(fallbackMax, async (host: string) =>
    (await lookup(host, { all: true })).map(({ address }) => address),
  );
  return async (host) => {
    if (isIP(host) !== 0) return [host];
    // RFC 6761: these names are loopback, whatever a name server answers.
    if (isLocalhostName(host)) return ['127.0.0.1', '::1'];
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length > 0) return addresses;
    const failure: unknown = answers.find((answer) => answer.status === 'rejected')?.reason;
    if (!isUnknownName(failure)) throw failure instanceof Error ? failure : new Error('no address');
    return await fallback(host);
  };
}

function isUnknownName(error: unknown): boolean {
  const code = (error as { code?: unknown } | undefined)?.code;
  return code === 'ENOTFOUND' || code === 'ENODATA' || code === 'ECONNREFUSED';
}

/** Limits concurrent calls of `work` to `max`; further calls wait. */
function limited<A, B>(max: number, work: (input: A) => Promise<B>): (input: A) => Promise<B> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (input) => {
    if (running >= max) await new Promise<void>((resolve) => waiting.push(resolve));
    running += 1;
    try {
      return await work(input);
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  };
}
