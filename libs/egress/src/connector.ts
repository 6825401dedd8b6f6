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
 * Resolves a host and refuses it when any of its addresses is not allowed: an answer that mixes public and private
 * addresses is a rebinding attempt.
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
 * Opens sockets to allowed addresses only. Checks three times, because each check alone can be bypassed: IP literals
 * (for which Node does not call `lookup`), the addresses that the lookup returns (no second resolution to rebind), and
 * the socket's remote address.
 */
export function guardedConnector(options: ConnectorOptions): buildConnector.connector {
  const { resolve, policy } = options;
  const connect = buildConnector({
    timeout: options.connectTimeoutMs,
    allowH2: false,
    // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED cannot turn it off.
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
        // A connection that was reset at once has no remote address: the caller may retry.
        callback(new EgressError(remoteAddress === undefined ? 'connect' : 'blocked_address'), null);
      }
    });
  };
}

/** A lookup that answers allowed addresses only. */
export function judgedLookup(resolve: Resolve, policy: EgressPolicy): LookupFunction {
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
