import { toTenant, type Tenant } from '@pitanga/core';
import { aTenant, burst, burstReadMsMax, startBeforeAll } from '@pitanga/testing';
import { call, defaultSettings, firstPage, startBilling } from './billing-harness';
import { burstRoutes } from './burst-routes';

const at = startBeforeAll(startBilling);
let bystander: Tenant;

beforeAll(async () => {
  bystander = await configuredStore();
});

async function configuredStore(): Promise<Tenant> {
  const tenant = aTenant();
  const settings = { ...defaultSettings, automaticPixProd: true, storeId: tenant.storeId };
  await at.settings.configureBilling(settings, call());
  return tenant;
}

/** Moves what a store has made to production, where it has no provider and nobody has looked for one yet. */
async function inProduction({ storeId }: Tenant): Promise<Tenant> {
  const { rows } = await at.db.raw<{ rows: { table_name: string }[] }>(
    `select table_name from information_schema.columns where column_name = 'dev_mode'
     and table_name in ('customers', 'products', 'coupons', 'checkouts', 'charges', 'cards', 'card_tokens', 'agreements', 'disputes')`,
  );
  for (const { table_name: table } of rows) {
    await at.db(table).where({ store_id: storeId }).update({ dev_mode: false });
  }
  return toTenant(storeId, false);
}

test.each(Object.entries(burstRoutes(() => at)))(
  'a burst of %s keeps no connection from the reads of other stores',
  async (_name, [prepare, reasons, isOfDevMode = false]) => {
    const dev = await configuredStore();
    const send = await prepare(dev);
    const tenant = isOfDevMode ? dev : await inProduction(dev);
    const page = { tenant: bystander, page: firstPage };
    const { outcomes, readMs } = await burst(
      () => send(tenant),
      () => at.customers.listCustomers(page, call()),
    );
    const ended = outcomes.filter((outcome) => outcome !== 'OK');
    expect([...reasons]).toEqual(expect.arrayContaining(ended));
    expect(readMs).toBeLessThan(burstReadMsMax);
  },
);
