import { randomBytes } from 'node:crypto';
import { userError } from '../infra/user-error';
import { runProgram, type Wiring } from './services';
import type { DemoKeys } from './state';

/** Who signs in to the dashboard of the demo store. */
export interface DemoPerson {
  readonly url: string;
  readonly email: string;
  readonly password: string;
}

const email = 'dona@loja-demo.example';
const passwordBytes = 15;

export async function createDemoStore(wiring: Wiring): Promise<DemoKeys> {
  return JSON.parse(await runProgram('gateway', wiring, 'admin.js', ['demo', '--json'])) as DemoKeys;
}

/** Invites an owner to the demo store as the operator would, and accepts the invitation as the owner would. */
export async function createDemoPerson(wiring: Wiring, storeId: string): Promise<DemoPerson> {
  const args = ['stores', 'invite', '--store', storeId, '--email', email, '--role', 'OWNER', '--json'];
  const { link } = JSON.parse(await runProgram('gateway', wiring, 'admin.js', args)) as { link: string };
  const password = randomBytes(passwordBytes).toString('base64url');
  const response = await fetch(`${wiring.baseUrl}/dashboard/api/auth/invitations/accept`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-pitanga-client': 'dashboard', origin: wiring.baseUrl },
    body: JSON.stringify({ token: new URL(link).hash.slice(1), password }),
  });
  if (!response.ok) throw userError(`The demo store's owner could not be made: ${await response.text()}`);
  return { url: `${wiring.baseUrl}/dashboard`, email, password };
}
