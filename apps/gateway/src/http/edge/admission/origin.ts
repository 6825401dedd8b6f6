import type { FastifyRequest } from 'fastify';
import { describeBrowser, maskAddress, type Origin } from '../../../access/origin';
import { clientNetwork } from './edge-limits';

/** Where a request came from, as people may read it. */
export function readOrigin({ headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>): Origin {
  return { device: describeBrowser(headers['user-agent'] ?? ''), address: maskAddress(clientNetwork(ip)) };
}
