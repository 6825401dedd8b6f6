import { everyTenant } from '@pitanga/core';
import { resealBatch } from '@pitanga/database';
import { createSealer, deriveFingerprintKey } from '@pitanga/runtime';
import { rotatingSealer, startBeforeAll } from '@pitanga/testing';
import { findAccountBySegment, savePayoutAccount } from '../src/payout-accounts/payout-account-repository';
import type { PayoutAccount } from '../src/payout-accounts/payout-account';
import { sealedColumns } from '../src/sealed-columns';
import { findStoreSettings } from '../src/store-settings/store-settings-repository';
import { create, activePayout, startPayouts } from './payouts-harness';

const [keyA, keyB] = [7, 8].map((byte) => Buffer.alloc(32, byte).toString('base64')) as [string, string];
const fingerprintKey = deriveFingerprintKey(keyA);
const sealer = rotatingSealer(createSealer(keyA));

const payouts = startBeforeAll(() => startPayouts({ sealer }));

it('opens keys, accounts and holders through another data key, and with that alone in the end', async () => {
  const { db } = payouts.deps;
  const tenant = await payouts.aStore();
  const shop = await payouts.aStore(false);
  const { id } = await create(payouts, tenant);
  const holder = (await findStoreSettings(db, tenant, sealer))?.holderTaxId;
  const settings = { baseUrl: 'https://bank.example' } as unknown as PayoutAccount['settings'];
  await savePayoutAccount(db, shop, sealer, { settings, segment: 'segment-1', updatedAt: payouts.clock.real() });
  const works = async (): Promise<void> => {
    expect(await activePayout(payouts, tenant, id)).toMatchObject({ target: { key: 'ana@example.com' } });
    expect(await findStoreSettings(db, tenant, sealer)).toMatchObject({ holderTaxId: holder });
    expect(await findAccountBySegment(db, everyTenant, sealer, 'segment-1')).toMatchObject({
      tenant: shop,
      account: { settings },
    });
  };
  await works();
  sealer.use(createSealer(keyB, { oldKeys: [keyA], fingerprintKey, format: 2 }));
  await works();
  let [resealed, after]: [number, string | undefined] = [0, undefined];
  do {
    const batch = await resealBatch(db, sealer, sealedColumns, after, 1);
    resealed += batch.resealed;
    after = batch.next;
  } while (after !== undefined);
  expect(resealed).toBe(5);
  sealer.use(createSealer(keyB, { fingerprintKey, format: 2 }));
  await works();
});

it('reaches every sealed column of the schema', async () => {
  const { rows } = await payouts.deps.db.raw<{ rows: { name: string }[] }>(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and column_name like '%sealed' order by 1`,
  );
  const reached = sealedColumns.map(({ table, column }) => `${table}.${column}`);
  expect([...reached].sort()).toEqual(rows.map(({ name }) => name).sort());
});
