import type { ServiceName } from '../platform/services';
import type { Databases } from './databases';
import type { CrossCheck } from './pairs';

/** Where accounts at providers are, and by which words operator's commands and the audit log name them. */
const kinds = [
  { kind: 'BACEN_PIX', service: 'billing', table: 'pix_accounts', command: 'pix-accounts', set: 'pix_account.set' },
  {
    kind: 'STRIPE',
    service: 'billing',
    table: 'stripe_accounts',
    command: 'stripe-accounts',
    set: 'stripe_account.set',
  },
  {
    kind: 'HTTP_PAYOUTS',
    service: 'payouts',
    table: 'payout_accounts',
    command: 'payout-accounts',
    set: 'payout_account.set',
  },
] as const satisfies readonly { readonly service: ServiceName; readonly [word: string]: string }[];

type Kind = (typeof kinds)[number];

export interface UnownedAccount {
  readonly storeId: string;
  readonly kind: Kind['kind'];
  /** One sentence: what the account is, who set it last, and how it gets an owner. */
  readonly text: string;
}

/** Accounts of production without an owner: an earlier release set them, and the operator has not said whose they are. */
export async function findUnownedAccounts(databases: Databases): Promise<readonly UnownedAccount[]> {
  const found = await Promise.all(kinds.map((one) => findOfKind(databases, one)));
  return found.flat();
}

async function findOfKind(
  databases: Databases,
  { kind, service, table, command, set }: Kind,
): Promise<readonly UnownedAccount[]> {
  const { rows } = await databases[service].raw<{ rows: { store_id: string }[] }>(
    `select store_id from ${table} where owner is null order by store_id`,
  );
  if (rows.length === 0) return [];
  const stores = rows.map(({ store_id: storeId }) => storeId);
  const setters = await databases.gateway.raw<{ rows: { chain: string; actor_kind: string }[] }>(
    `select distinct on (chain) chain, actor_kind from audit_log
     where chain = any(:stores) and (action = :set or (action = 'provider.connected' and target_id = :kind))
     order by chain, seq desc`,
    { stores, set, kind },
  );
  const last = new Map(setters.rows.map((row) => [row.chain, row.actor_kind]));
  return stores.map((storeId) => {
    const by = last.get(storeId);
    const setBy = by === undefined ? 'nobody known' : by === 'OPERATOR' ? 'the operator' : 'the store itself';
    const how = `${command} owner --store ${storeId} --owner operator|merchant`;
    return { storeId, kind, text: `${kind} of ${storeId} has no owner, ${setBy} set it last: ${how}` };
  });
}

/** Every account has an owner (docs/behaviour/money.md#owner-unknown). */
export const accountsHaveOwners: CrossCheck = {
  name: 'accounts_have_owners',
  find: async (databases) =>
    (await findUnownedAccounts(databases)).map(({ storeId, kind, text }) => ({ about: `${kind} of ${storeId}`, text })),
};
