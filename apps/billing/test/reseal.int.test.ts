import { everyTenant, toTenant, type Tenant } from '@pitanga/core';
import { resealBatch, resealHandlers, type SealedColumn } from '@pitanga/database';
import { createSealer, deriveFingerprintKey } from '@pitanga/runtime';
import { rotatingSealer, startBeforeAll, waitFor } from '@pitanga/testing';
import { deriveSavedToken, hashToken } from '../src/cards/card';
import { findCardBySavedToken, insertCard } from '../src/cards/card-repository';
import { checkFingerprints } from '../src/customers/check-fingerprints';
import type { PixAccount } from '../src/pix-accounts/pix-account';
import { findPixAccount, resolveCallbackTenant, savePixAccount } from '../src/pix-accounts/pix-account-repository';
import { sealedColumns } from '../src/sealed-columns';
import { aCustomer, call, firstPage, startBilling } from './billing-harness';

const [keyA, keyB] = [3, 4].map((byte) => Buffer.alloc(32, byte).toString('base64')) as [string, string];
const fingerprintKey = deriveFingerprintKey(keyA);
const sealerA = createSealer(keyA);
const both = createSealer(keyB, { oldKeys: [keyA], fingerprintKey, format: 2 });
const sealerB = createSealer(keyB, { fingerprintKey, format: 2 });

const sealer = rotatingSealer(sealerA);
const billing = startBeforeAll(() => startBilling({ sealer }));
afterEach(() => {
  sealer.use(sealerA);
});

const noKeys = { id: undefined, email: undefined, taxId: undefined };
const noFilter = { ...noKeys, name: undefined, cellphone: undefined, page: firstPage };

async function resealAll(columns: readonly SealedColumn[] = sealedColumns, rowsMax = 3) {
  const sums = { seen: 0, resealed: 0, unreadable: 0 };
  let after: string | undefined;
  do {
    const batch = await resealBatch(billing.db, sealer, columns, after, rowsMax);
    sums.seen += batch.seen;
    sums.resealed += batch.resealed;
    sums.unreadable += batch.unreadable;
    after = batch.next;
  } while (after !== undefined);
  return sums;
}

async function create(tenant: Tenant, taxId: string, key?: string) {
  const context = call(key);
  const { customer } = await billing.customers.createCustomer({ tenant, customer: aCustomer({ taxId }) }, context);
  return { id: customer?.id ?? '', replayed: context.replayed === true };
}

const taxIds = ['12345678909', '52998224725', '11144477735', '11222333000181'] as const;

describe('another data key', () => {
  it('leaves everything readable and findable before, during and after everything is sealed again', async () => {
    const tenant = await billing.configuredStore();
    const ids: string[] = [];
    for (const [index, taxId] of taxIds.entries()) ids.push((await create(tenant, taxId, `key-${String(index)}`)).id);
    const cardId = billing.deps.ids.next('savedCard', billing.clock.real());
    const saved = deriveSavedToken(sealer, cardId);
    await insertCard(
      billing.db,
      tenant,
      {
        id: cardId,
        provider: 'simulated',
        vaultReference: 'vault-1',
        brand: 'VISA',
        lastFour: '4242',
        holderName: 'ANA',
        expMonth: 12,
        expYear: 2030,
        wallet: undefined,
        tokenHash: hashToken(saved),
        createdAt: billing.clock.real(),
      },
      { hash: hashToken('ctok_x'), expiresAt: billing.clock.real() },
    );
    const shop = toTenant(tenant.storeId, false);
    const settings = { baseUrl: 'https://bank.example', pixKey: 'k' } as unknown as PixAccount['settings'];
    const at = billing.clock.real();
    await savePixAccount(billing.db, shop, sealer, {
      settings,
      segment: 'segment-1',
      certificateExpiresAt: at,
      updatedAt: at,
    });

    const everythingIsThere = async (): Promise<void> => {
      for (const [index, taxId] of taxIds.entries()) {
        const byTaxId = await billing.customers.listCustomers({ tenant, ...noFilter, taxId }, call());
        expect(byTaxId.customers).toMatchObject([{ id: ids[index], taxId }]);
        expect(await create(tenant, taxId)).toMatchObject({ id: ids[index] });
        expect(await create(tenant, taxId, `key-${String(index)}`)).toEqual({ id: ids[index], replayed: true });
      }
      expect(deriveSavedToken(sealer, cardId)).toBe(saved);
      expect(await findCardBySavedToken(billing.db, tenant, saved)).toMatchObject({ id: cardId });
      expect(await findPixAccount(billing.db, shop, sealer)).toMatchObject({ settings, segment: 'segment-1' });
      expect(await resolveCallbackTenant(billing.db, everyTenant, sealer, 'segment-1')).toEqual(shop);
    };
    await everythingIsThere();
    sealer.use(both);
    await everythingIsThere();

    // Readers and a writer go on meanwhile.
    let isOver = false;
    const readers = Array.from({ length: 2 }, async () => {
      while (!isOver) await everythingIsThere();
    });
    const first = await resealBatch(billing.db, sealer, sealedColumns, undefined, 3);
    expect(first).toMatchObject({ seen: 3, resealed: 3, unreadable: 0 });
    const sums = await resealAll();
    isOver = true;
    await Promise.all(readers);
    expect(sums).toEqual({ seen: 10, resealed: 7, unreadable: 0 });
    expect(await resealAll()).toEqual({ seen: 10, resealed: 0, unreadable: 0 });

    sealer.use(sealerB);
    await everythingIsThere();
  });

  it('does not let a value open that was copied from another record', async () => {
    sealer.use(both);
    const tenant = await billing.configuredStore();
    const mine = await create(tenant, taxIds[0]);
    const theirs = await create(await billing.configuredStore(), taxIds[1]);
    await billing.db.raw(
      'update customers set tax_id_sealed = (select tax_id_sealed from customers where id = ?) where id = ?',
      [theirs.id, mine.id],
    );
    const read = billing.customers.getCustomer({ tenant, ...noKeys, id: mine.id }, call());
    await expect(read).rejects.toMatchObject({ kind: 'INTERNAL' });
    await billing.db.raw(`update customers set tax_id_sealed = substring(tax_id_sealed from 2) where id = ?`, [
      mine.id,
    ]);
    await billing.db.raw(`update customers set tax_id_sealed = '\\x02'::bytea || tax_id_sealed where id = ?`, [
      mine.id,
    ]);
    sealer.use(createSealer(keyA, { oldKeys: [keyB], fingerprintKey, format: 2 }));
    expect(await resealAll(sealedColumns.slice(0, 1))).toMatchObject({ unreadable: 1 });
    await billing.db('customers').where({ id: mine.id }).delete();
  });

  it('leaves a value alone that somebody else wrote meanwhile', async () => {
    sealer.use(sealerA);
    const tenant = await billing.configuredStore();
    const { id } = await create(tenant, taxIds[2]);
    sealer.use(both);
    const blocker = await billing.db.transaction();
    await blocker.raw('update customers set tax_id_sealed = null, tax_id_fingerprint = null where id = ?', [id]);
    const running = resealAll(sealedColumns.slice(0, 1));
    await waitFor('the reseal to wait', async () => {
      const { rows } = await billing.db.raw<{ rows: unknown[] }>(
        `select from pg_stat_activity where wait_event_type = 'Lock' and query like 'update "customers"%'`,
      );
      return rows.length > 0;
    });
    await blocker.commit();
    await running;
    expect(await billing.db('customers').where({ id }).first('tax_id_sealed')).toEqual({ tax_id_sealed: null });
  });

  it('lets billing start with the keys of its database only', async () => {
    await billing.db('customers').delete();
    sealer.use(sealerA);
    await create(await billing.configuredStore(), taxIds[3]);
    for (const right of [sealerA, both])
      await expect(checkFingerprints(billing.db, everyTenant, right)).resolves.toBeUndefined();
    const forgotten = createSealer(keyB, { oldKeys: [keyA] });
    await expect(checkFingerprints(billing.db, everyTenant, forgotten)).rejects.toThrow(
      'FINGERPRINT_KEY is not the one',
    );
    await expect(checkFingerprints(billing.db, everyTenant, sealerB)).rejects.toThrow(
      'Neither DATA_KEY nor DATA_KEYS_OLD',
    );
  });

  it('is not asked for while the version before may still read', async () => {
    const { resealBatch: batch } = resealHandlers({ db: billing.db, sealer }, sealedColumns);
    await expect(batch({ after: '' })).rejects.toMatchObject({ reason: 'SEALED_FORMAT_OLD' });
  });

  it('reaches every sealed column of the schema', async () => {
    const { rows } = await billing.db.raw<{ rows: { name: string }[] }>(
      `select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'public' and column_name like '%sealed' order by 1`,
    );
    const reached = sealedColumns.map(({ table, column }) => `${table}.${column}`);
    expect([...reached].sort()).toEqual([...rows.map(({ name }) => name), 'idempotency_keys.response'].sort());
  });
});
