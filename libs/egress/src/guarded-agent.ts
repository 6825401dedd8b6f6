import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent, type AgentOptions } from 'node:https';
import { isIP, type Socket } from 'node:net';
import { isAllowedAddress, type EgressPolicy } from './address';
import { judgedLookup } from './connector';
import { EgressError } from './egress-error';
import { createResolver, type Resolve } from './resolve';

/** An agent of Node's own HTTP client, for libraries and for certificates of ours. */
export type GuardedAgentOptions = AgentOptions & {
  readonly policy: EgressPolicy;
  /** For tests. */
  readonly resolve?: Resolve;
};

/**
 * An agent that opens sockets to allowed addresses only, judged three times as `guardedConnector` does: the address in
 * the URL, every address of the name by the lookup that connects, and the address the socket ended up at. A request that
 * is not allowed fails with an {@link EgressError} `blocked_address`. Node's client follows no redirect.
 */
export function createGuardedAgent(protocol: 'http:' | 'https:', options: GuardedAgentOptions): HttpAgent | HttpsAgent {
  const { policy, resolve = createResolver(), ...own } = options;
  const settings = { ...own, lookup: judgedLookup(resolve, policy), rejectUnauthorized: true };
  const agent = protocol === 'https:' ? new HttpsAgent(settings) : new HttpAgent(settings);
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (target, callback) => {
    const host = (target.host ?? '').replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !isAllowedAddress(host, policy)) {
      queueMicrotask(() => callback?.(new EgressError('blocked_address'), null as never));
      return undefined;
    }
    const socket = connect(target, callback) as Socket | undefined;
    socket?.once('connect', () => {
      const { remoteAddress } = socket;
      if (remoteAddress === undefined || isAllowedAddress(remoteAddress, policy)) return;
      socket.destroy(new EgressError('blocked_address'));
    });
    return socket;
  };
  return agent;
}
