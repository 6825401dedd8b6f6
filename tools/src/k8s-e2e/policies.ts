import { serviceNames, type ServiceName } from '@pitanga/operations/services';
import { callGraph } from '../k8s/call-graph';
import { userError } from '@pitanga/runtime/user-error';
import type { Merchant } from './client';
import { kubectl } from './kubectl';

const grpcPort = 50_051;
const probe = (host: string): string =>
  `require('node:net').connect({host:'${host}',port:${String(grpcPort)},timeout:2000})
     .on('connect',()=>end(1)).on('timeout',()=>end(0)).on('error',()=>end(0));
   function end(opened){console.log(opened);process.exit(0)}`;

async function reaches(from: ServiceName, to: ServiceName): Promise<boolean> {
  return (await kubectl(['exec', `deployment/${from}`, '--', 'node', '--eval', probe(to)])).trim() === '1';
}

/** Tries every edge between services, those of the call graph and all others; says so where nothing enforces them. */
export async function checkNetwork(merchant: Merchant): Promise<string> {
  if (await merchant.connects('billing', grpcPort)) return 'not run: the CNI does not enforce NetworkPolicy';
  const wrong: string[] = [];
  let tried = 0;
  for (const from of serviceNames) {
    for (const to of serviceNames.filter((name) => name !== from && name !== 'gateway')) {
      tried += 1;
      const isOpen = await reaches(from, to);
      if (isOpen !== callGraph[from].includes(to)) wrong.push(`${from} to ${to} is ${isOpen ? 'open' : 'closed'}`);
    }
  }
  if (wrong.length > 0) throw userError(`The network is not the call graph: ${wrong.join('; ')}`);
  return `${String(tried)} edges between services, open where the call graph has one and closed elsewhere`;
}
