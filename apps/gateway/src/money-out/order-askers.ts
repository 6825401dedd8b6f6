import type { Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { Sealer } from '@pitanga/runtime';
import type { Actor } from '../access/actor';
import { findApiKey } from '../api-keys/api-key-repository';
import { listMadeKeys, selectEntries } from '../audit/audit-repository';
import { findMember, listMemberRoles, type ShownMember } from '../members/member-repository';
import { findConfirmation } from '../members/second-person';

/** Who asks for money to leave, as the services keep it. */
export interface OrderAsker {
  readonly kind: 'USER' | 'KEY';
  readonly id: string;
  /** Of a key. */
  readonly description: string | undefined;
  /** No other person of the store could approve it now (docs/behaviour/payouts.md#approval-alone). */
  readonly isAlone: boolean;
}

export interface OrderAskers {
  find(tenant: Tenant, actor: Actor): Promise<OrderAsker>;
  /** The member who asked, or made the key that did; undefined of one who is no member any more. */
  findPerson(tenant: Tenant, asker: Asker): Promise<Pick<ShownMember, 'email' | 'language'> | undefined>;
  /** The session in which a member asked for an order; undefined of a key, and where its entry says none. */
  findSession(tenant: Tenant, orderId: string, asker: Asker): Promise<AskingSession | undefined>;
}

type Asker = Pick<Actor, 'id'> & { readonly kind: string };

/** What the audit log keeps of a session, which itself ends. */
interface AskingSession {
  readonly device: string;
  readonly signedInAt: string;
}

const orderActions = ['payout.requested', 'refund.requested', 'refund.key_set'];

export function createOrderAskers({ db, sealer }: { readonly db: Db; readonly sealer: Sealer }): OrderAskers {
  return {
    find: async (tenant, { kind: actorKind, id }) => {
      const kind = actorKind === 'USER' ? 'USER' : 'KEY';
      const key = kind === 'KEY' ? await findApiKey(db, tenant, id) : undefined;
      return { kind, id, description: key?.description, isAlone: await isAlone(db, tenant, { kind, id }) };
    },
    findPerson: async (tenant, { kind, id }) => {
      const [maker] = kind === 'KEY' ? await listMakers(db, tenant, id) : [];
      const userId = kind === 'USER' ? id : maker;
      return userId === undefined ? undefined : findMember(db, tenant, sealer, userId);
    },
    findSession: async (tenant, targetId, { kind, id: actorId }) => {
      if (kind !== 'USER') return undefined;
      const filter = { targetId, actorId, actions: orderActions };
      const [entry] = await selectEntries(db, tenant, { page: { limit: 1 }, filter });
      const { device, signedInAt } = JSON.parse(entry?.after ?? '{}') as Partial<AskingSession>;
      return device === undefined || signedInAt === undefined ? undefined : { device, signedInAt };
    },
  };
}

async function isAlone(db: Db, tenant: Tenant, { kind, id }: Pick<OrderAsker, 'kind' | 'id'>): Promise<boolean> {
  const askedBy = kind === 'USER' ? [id] : await listMakers(db, tenant, id);
  return (await findConfirmation(db, tenant, 'WITHDRAW:CREATE', new Set(askedBy))).kind === 'DELAY';
}

/** The members who have made an API key, or a key that made it. */
async function listMakers(db: Db, tenant: Tenant, keyId: string): Promise<readonly string[]> {
  const makers: string[] = [];
  for (const { userId } of await listMemberRoles(db, tenant)) {
    if ((await listMadeKeys(db, tenant, { userId })).includes(keyId)) makers.push(userId);
  }
  return makers;
}
