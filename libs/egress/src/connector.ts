import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { isAllowedAddress, type EgressPolicy } from './address';
import { EgressError } from './egress-error';
import type { Resolve } from './resolve';

export interface ConnectorOptions {
  readonly resolve: Resolve;
  readonly policy: EgressPolicy;
  readonly connectTimeoutMs: number;
  /** Extra certificate authority (PEM), for tests and private networks. */
  readonly ca?: string | undefined;
}

/**
 * Resolves a host and refuses it when any of its addresses may not be called: an answer that mixes
 * public and private addresses is a rebinding attempt, not a choice.
 */
export async function resolveAndCheck(
  resolve: Resolve,
  host: string,
  policy: EgressPolicy,
): Promise<readonly string[]> {
  let addresses: readonly string[];
  try {
    addresses = await resolve(host);
  } catch (error) {
    throw new EgressError('dns', error);
  }
  if (addresses.length === 0) throw new EgressError('dns');
  if (!addresses.every((address) => isAllowedAddress(address, policy))) throw new EgressError('blocked_address');
  return addresses;
}

/**
 * Opens sockets to judged addresses only. Three places, because each alone has a hole: the literal check
 * (Node does not call `lookup` for IP literals), the lookup that returns the very addresses it judged
 * (no second resolution to rebind), and the address the socket really ended up at.
 */
export function guardedConnector(options: ConnectorOptions): buildConnector.connector {
  const { resolve, policy } = options;
  const connect = buildConnector({
    timeout: options.connectTimeoutMs,
    allowH2: false,
    // Set explicitly so that NODE_TLS_REJECT_UNAUTHORIZED cannot switch it off.
    rejectUnauthorized: true,
    autoSelectFamily: true,
    ...(options.ca === undefined ? {} : { ca: options.ca }),
    lookup: judgedLookup(resolve, policy),
  });
  return (target, callback) => {
    const host = target.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !isAllowedAddress(host, policy)) {
      callback(new EgressError('blocked_address'), null);
      return;
    }
    connect(target, (...result) => {
      const [error, socket] = result;
      if (error) {
        callback(error, null);
        return;
      }
      const { remoteAddress } = socket;
      if (remoteAddress !== undefined && isAllowedAddress(remoteAddress, policy)) {
        callback(null, socket);
      } else {
        socket.destroy();
        // No address is known of a connection that was reset at once: nothing forbids to try again.
        callback(new EgressError(remoteAddress === undefined ? 'connect' : 'blocked_address'), null);
      }
    });
  };
}

function judgedLookup(resolve: Resolve, policy: EgressPolicy): LookupFunction {
  return (host, lookupOptions, callback) => {
    resolveAndCheck(resolve, host, policy).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        const [first] = found;
        if (lookupOptions.all) callback(null, found);
        else callback(null, first?.address ?? '', first?.family ?? 0);
      },
      (error: unknown) => {
        callback(error as NodeJS.ErrnoException, '', 0);
      },
    );
  };
}
