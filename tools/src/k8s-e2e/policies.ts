import { serviceNames } from '@pitanga/operations/services';
import { userError } from '@pitanga/runtime/user-error';
import { callGraph } from '../k8s/call-graph';
import { kubectl } from './kubectl';

interface Target {
  readonly host: string;
  readonly port: number;
}

/** What a pod may open a connection to; all other targets must be closed to it. */
interface Source {
  /** As kubectl exec names it. */
  readonly pod: string;
  readonly reaches: readonly string[];
}

const gateway: Target = { host: 'gateway', port: 8_080 };
const engines: readonly Target[] = [
  { host: 'postgres', port: 5_432 },
  { host: 'kafka', port: 9_092 },
  { host: 'redis', port: 6_379 },
];
const called: readonly Target[] = serviceNames
  .filter((name) => name !== 'gateway')
  .map((host) => ({ host, port: 50_051 }));
const targets: readonly Target[] = [gateway, ...engines, ...called];

const sources: readonly Source[] = [
  ...serviceNames.map((name) => ({
    pod: `deployment/${name}`,
    reaches: [...callGraph[name], 'postgres', 'kafka', ...(name === 'gateway' ? ['redis'] : [])],
  })),
  { pod: 'deployment/public-events', reaches: ['kafka'] },
  // A merchant's: another tenant of the cluster has no way in but everybody's.
  { pod: 'pod/e2e-client', reaches: ['gateway'] },
];

/** Tries to open each and prints the hosts that did. */
const probe = (tried: readonly Target[]): string =>
  `const open=[];let left=${String(tried.length)};
   for (const {host,port} of ${JSON.stringify(tried)}) {
     const socket=require('node:net').connect({host,port,timeout:3000});
     const end=(is)=>{socket.destroy();if(is)open.push(host);if(--left===0){console.log(JSON.stringify(open));process.exit()}};
     socket.once('connect',()=>end(true)).once('timeout',()=>end(false)).once('error',()=>end(false));
   }`;

async function opened(pod: string, tried: readonly Target[]): Promise<readonly string[]> {
  return JSON.parse(await kubectl(['exec', pod, '--', 'node', '--eval', probe(tried)])) as readonly string[];
}

/**
 * Tries every edge between pods, those that the policies open and all others; reports where nothing enforces them.
 * @throws a user error that names each edge that is not as it should be
 */
export async function checkNetwork(): Promise<string> {
  // All of them are closed to it; where it gets everywhere nothing is closed to anybody.
  const isEnforced = (await opened('pod/e2e-client', called)).length < called.length;
  if (!isEnforced) return 'not run: the CNI does not enforce NetworkPolicy';
  const wrong: string[] = [];
  let tried = 0;
  for (const { pod, reaches } of sources) {
    const others = targets.filter(({ host }) => pod !== `deployment/${host}`);
    const open = await opened(pod, others);
    tried += others.length;
    for (const { host } of others) {
      const isOpen = open.includes(host);
      if (isOpen !== reaches.includes(host)) wrong.push(`${pod} to ${host} is ${isOpen ? 'open' : 'closed'}`);
    }
  }
  if (wrong.length > 0) throw userError(`The network is not as its policies say: ${wrong.join('; ')}`);
  return `${String(tried)} edges tried: open where a policy opens one, closed elsewhere`;
}
