import { randomBytes } from 'node:crypto';
import { userError } from '@pitanga/runtime/user-error';
import { runServiceProgram, type Wiring } from './services';
import type { Demo, DemoKeys, DemoPerson } from './state';

const email = 'dona@loja-demo.example';
const passwordBytes = 15;

/** Makes the demo store, or one that is like it and has another name; asked again, new keys of the same. */
export async function createDemoStore(wiring: Wiring, name = 'Loja Demo'): Promise<DemoKeys> {
  return JSON.parse(
    await runServiceProgram('gateway', wiring, 'admin.js', ['demo', '--name', name, '--json']),
  ) as DemoKeys;
}

/** A production key with "all" and these permissions, which the operator names: no key of the demo store manages anything. */
export async function createManagingKey(
  wiring: Wiring,
  { storeId = '' }: Pick<Demo, 'storeId'>,
  permissions: readonly string[],
): Promise<string> {
  const named = ['all', ...permissions].join(',');
  const args = ['keys', 'create', '--store', storeId, '--env', 'prod', '--permissions', named];
  const printed = await runServiceProgram('gateway', wiring, 'admin.js', args);
  const [text] = /pit_prod_\w+/.exec(printed) ?? [];
  if (text === undefined) throw userError(`keys create printed no key: ${printed}`);
  return text;
}

export type Role = 'OWNER' | 'DEVELOPER' | 'FINANCE' | 'SUPPORT' | 'VIEWER';

/** Makes the owner of the demo store. */
export function createDemoPerson(wiring: Wiring, storeId: string): Promise<DemoPerson> {
  return createMember(wiring, { storeId, email, role: 'OWNER' });
}

/** Invites a person to a store as the operator would, and accepts the invitation as the person would. */
export async function createMember(
  wiring: Wiring,
  member: { readonly storeId: string; readonly email: string; readonly role: Role },
): Promise<DemoPerson> {
  const args = [
    'stores',
    'invite',
    '--store',
    member.storeId,
    '--email',
    member.email,
    '--role',
    member.role,
    '--json',
  ];
  const { link } = JSON.parse(await runServiceProgram('gateway', wiring, 'admin.js', args)) as { link: string };
  const password = randomBytes(passwordBytes).toString('base64url');
  const response = await fetch(`${wiring.baseUrl}/dashboard/api/auth/invitations/accept`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-pitanga-client': 'dashboard', origin: wiring.baseUrl },
    body: JSON.stringify({ token: new URL(link).hash.slice(1), password }),
  });
  if (!response.ok) throw userError(`${member.email} could not be made a member: ${await response.text()}`);
  return { url: `${wiring.baseUrl}/dashboard`, email: member.email, password };
}
