import { toTenant, type CrossTenant, type Owned, type Tenant } from '@pitanga/core';
import type { Db, Row, SealedColumn, Table } from '@pitanga/database';
import type { Sealer } from '@pitanga/runtime';

type SealedName = 'settings_sealed' | 'segment_sealed' | 'webhook_sealed';

interface Sealed {
  readonly settings: object;
  readonly segment: string;
}

interface SealedCells {
  readonly settingsSealed: Buffer;
  readonly segmentFingerprint: Buffer;
  readonly segmentSealed: Buffer;
}

interface StoreAccountsOptions<Values, Account> {
  /** One row a store, with `settings_sealed`, `segment_fingerprint` and `segment_sealed`. */
  readonly table: Pick<Table<never>, 'name' | 'columns'> & { fromRow(row: Row): Values };
  /** Sealed beside settings and segment. */
  readonly alsoSealed?: readonly SealedName[];
  /** @param open opens a cell of the row */
  readonly toAccount: (values: Values, open: (sealed: Buffer, column: SealedName) => string) => Account;
}

/** What the tables of accounts at providers do alike: secrets are sealed, and a callback finds its account by a segment. */
export interface StoreAccounts<Account> {
  readonly sealedColumns: readonly SealedColumn[];
  readonly seal: (sealer: Sealer, storeId: string, column: SealedName, text: string) => Buffer;
  /** The cells of settings and of the last part of the callback address. */
  readonly sealCells: (sealer: Sealer, storeId: string, account: Sealed) => SealedCells;
  readonly fromRow: (row: Row, sealer: Sealer) => Account;
  /** The account of a store; only production has one. */
  readonly find: (db: Db, tenant: Tenant, sealer: Sealer) => Promise<Account | undefined>;
  /** The account that a callback is for, and its store. */
  readonly findBySegment: (
    db: Db,
    all: CrossTenant,
    sealer: Sealer,
    segment: string,
  ) => Promise<Owned<{ readonly account: Account }> | undefined>;
  /** Its store alone, without opening anything. */
  readonly findTenantBySegment: (
    db: Db,
    all: CrossTenant,
    sealer: Sealer,
    segment: string,
  ) => Promise<Tenant | undefined>;
  /** False when there was none. */
  readonly remove: (db: Db, tenant: Tenant) => Promise<boolean>;
}

export function storeAccounts<Values extends { readonly storeId: string }, Account>({
  table,
  alsoSealed = [],
  toAccount,
}: StoreAccountsOptions<Values, Account>): StoreAccounts<Account> {
  const { name } = table;
  const place = (column: SealedName, storeId: string) => [name, column, storeId] as const;
  const seal = (sealer: Sealer, storeId: string, column: SealedName, text: string) =>
    sealer.seal(text, place(column, storeId));
  const fromRow = (row: Row, sealer: Sealer) => {
    const values = table.fromRow(row);
    return toAccount(values, (sealed, column) => sealer.open(sealed, place(column, values.storeId)));
  };
  const rowOfSegment = (db: Db, _all: CrossTenant, sealer: Sealer, segment: string) =>
    db<Row>(name)
      .where({ segment_fingerprint: sealer.fingerprint(segment) })
      .first(table.columns);
  const readTenant = (row: Row) => toTenant(table.fromRow(row).storeId, false);
  return {
    sealedColumns: (['settings_sealed', 'segment_sealed', ...alsoSealed] as const).map((column) => ({
      table: name,
      column,
      key: ['store_id'],
      place: (row) => place(column, String(row['store_id'])),
    })),
    seal,
    sealCells: (sealer, storeId, { settings, segment }) => ({
      settingsSealed: seal(sealer, storeId, 'settings_sealed', JSON.stringify(settings)),
      segmentFingerprint: sealer.fingerprint(segment),
      segmentSealed: seal(sealer, storeId, 'segment_sealed', segment),
    }),
    fromRow,
    find: async (db, { devMode, storeId }, sealer) => {
      if (devMode) return undefined;
      const row = await db<Row>(name).where({ store_id: storeId }).first(table.columns);
      return row && fromRow(row, sealer);
    },
    findBySegment: async (db, all, sealer, segment) => {
      const row = await rowOfSegment(db, all, sealer, segment);
      return row && { tenant: readTenant(row), account: fromRow(row, sealer) };
    },
    findTenantBySegment: async (db, all, sealer, segment) => {
      const row = await rowOfSegment(db, all, sealer, segment);
      return row && readTenant(row);
    },
    remove: async (db, { storeId }) => (await db(name).where({ store_id: storeId }).delete()) > 0,
  };
}
