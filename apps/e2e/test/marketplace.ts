import { waitFor } from '@pitanga/testing';
import type { Demo } from '@pitanga/tools';
import { Client as PgClient } from 'pg';
import { aCpf, type Client } from './api';

/** What a store, or one of its sellers, has: in centavos. */
export interface Held {
  readonly available: number;
  readonly pending: number;
  readonly blocked: number;
}

interface Movement {
  readonly amount: number;
  readonly balanceEffect: 'credit' | 'debit' | 'none';
}

/** A store that sells for others. */
export interface Marketplace {
  /** Its answer's data; fails with the error of any other answer. */
  must(path: string, body: object): Promise<{ readonly id: string; readonly platformFee: number }>;
  createSeller(name: string, externalId?: string): Promise<string>;
  /** A payment that is split, and paid. */
  sell(data: object): Promise<{ readonly id: string; readonly platformFee: number }>;
  /** Of the store, or of a seller. */
  held(seller?: string): Promise<Held>;
  /** Waits until a seller has this much. */
  untilHeld(seller: string, wanted: Held): Promise<void>;
  /** Credits less debits of the statement of the store, or of a seller. */
  sumStatement(seller?: string): Promise<number>;
  /** What the ledger's entries of the store's dev environment add up to, by account. */
  sumLedger(): Promise<ReadonlyMap<string, number>>;
}

export function openMarketplace(demo: Demo, api: Client): Marketplace {
  const must: Marketplace['must'] = async (path, body) => {
    const { status, json } = await api.post(path, body);
    expect([path, status, json.error]).toEqual([path, 200, null]);
    return json.data;
  };
  const held: Marketplace['held'] = async (seller) => {
    const path = seller === undefined ? '/v2/store/get' : `/v2/sub-accounts/get?id=${seller}`;
    const { available, pending, blocked } = (await api.get(path)).json.data.balance;
    return { available, pending, blocked };
  };
  return {
    must,
    held,
    createSeller: async (name, externalId) =>
      (await must('/v2/sub-accounts/create', { name, taxId: aCpf(), externalId })).id,
    sell: async (body) => {
      const charge = await must('/v2/transparents/create', body);
      if (!('method' in body)) await must('/v2/transparents/simulate-payment', { id: charge.id });
      return charge;
    },
    untilHeld: async (seller, wanted) => {
      let now: Held | undefined;
      await waitFor('what a seller has', async () => {
        now = await held(seller);
        return JSON.stringify(now) === JSON.stringify(wanted);
      }).catch(() => {
        expect(now).toEqual(wanted);
      });
    },
    sumStatement: async (seller) => {
      const of = seller === undefined ? '' : `&subAccountId=${seller}`;
      const { data } = (await api.get(`/v2/bank-statement/list?limit=100${of}`)).json as {
        data: readonly { readonly movements: readonly Movement[] }[];
      };
      const signs = { credit: 1, debit: -1, none: 0 };
      return data
        .flatMap(({ movements }) => movements)
        .reduce((sum, { amount, balanceEffect }) => sum + signs[balanceEffect] * amount, 0);
    },
    sumLedger: async () => {
      const client = new PgClient(demo.infra.postgres.ledger);
      await client.connect();
      const { rows } = await client.query<{ account: string; total: string }>(
        'select account, sum(amount_cents) as total from entries where store_id = $1 and dev_mode group by account',
        [demo.storeId],
      );
      await client.end();
      return new Map(rows.map(({ account, total }) => [account, Number(total)]));
    },
  };
}
