/**
 * Outgoing HTTP that cannot be used against our own network (SSRF): only public addresses, checked before and at the
 * connection, no redirects, no proxies, limited time and size.
 *
 * ```ts
 * const egress = createEgress();
 * const policy = { allowLoopback: false, requireHttps: true };
 * if ((await egress.check(url, policy)) === 'address') throw invalidArgument('…');
 * const response = await egress.send({ url, method: 'POST', headers, body, timeoutMs: 30_000, policy });
 * const picture = await egress.download({ url, policy, maxBytes: 5 * 1024 ** 2, timeoutMs: 20_000, userAgent });
 * ```
 */
export { addressRangePattern, isAllowedAddress, rangesFault, type EgressPolicy } from './address';
export type { DownloadRequest } from './download';
export { createEgress, type BodyEnd, type Egress, type EgressRequest, type EgressResponse } from './egress';
export { createGuardedAgent, type GuardedAgentOptions } from './guarded-agent';
export { EgressError, type EgressOutcome } from './egress-error';
export { createResolver, type Resolve } from './resolve';
export { checkUrl, type UrlCheck, type UrlRefusal } from './url';
