import { ChargeServiceDefinition, type InboundEvent } from '@pitanga/contracts';
import { cents } from '@pitanga/core';
import { migrate } from '@pitanga/database';
import { createMessaging, ensureTopics, startConsumer } from '@pitanga/messaging';
import { createRpcClient } from '@pitanga/rpc';
import { loadConfig } from '@pitanga/runtime';
import { aTenant, silentLog, testDatabase, testIds, testInfra, waitFor } from '@pitanga/testing';
import { billingConfig, billingMigrations, createBilling } from '../src/billing';
import { saveSettings } from '../src/store-settings/store-settings-repository';
import { aPixCharge, call } from './billing-harness';

const environment = (databaseUrl: string, prefix: string) => ({
  DATABASE_URL: databaseUrl,
  KAFKA_BROKERS: testInfra().kafka,
  KAFKA_PREFIX: prefix,
  PUBLIC_URL: 'http://pitanga.test',
  DATA_KEY: Buffer.alloc(32, 7).toString('base64'),
  LEDGER_ADDRESS: '127.0.0.1:1',
  LOG_LEVEL: 'silent',
});

test('a started service publishes the facts of a paid charge to Kafka in order and stops cleanly', async () => {
  const database = await testDatabase('billing');
  await migrate(database.url, billingMigrations);
  const prefix = `billing-${testIds.token(8)}.`;
  const brokers = [testInfra().kafka];
  const messaging = createMessaging({ brokers, clientId: 'test', prefix, log: silentLog });
  await ensureTopics(messaging, { partitions: 1 });
  const seen: InboundEvent[] = [];
  const consumer = await startConsumer({
    messaging,
    group: 'test',
    types: ['charge.created', 'charge.paid'],
    handle: (events) => Promise.resolve(void seen.push(...events)),
    log: silentLog,
  });
  const service = await createBilling(loadConfig(billingConfig, environment(database.url, prefix)), { log: silentLog });
  const charges = createRpcClient(ChargeServiceDefinition, {
    address: `127.0.0.1:${String(service.port)}`,
    deadlineMs: 60_000,
  });
  try {
    const tenant = aTenant();
    const card = { singleBasisPoints: 350, shortBasisPoints: 400, longBasisPoints: 450, fixedCents: cents(60) };
    const fees = { pixCents: cents(80), boletoCents: cents(250), card };
    const merchant = { merchantName: 'Loja', merchantCity: 'Recife' };
    const automatic = { hasAutomaticPixDev: false, hasAutomaticPixProd: false };
    await saveSettings(
      database.db,
      tenant,
      { ...merchant, ...automatic, fees, terms: undefined, beneficiary: undefined },
      new Date(),
    );
    const { charge } = await charges.createPixCharge(aPixCharge(tenant), call());
    const id = charge?.id ?? '';
    await charges.simulateChargePayment(
      { tenant, id, payer: undefined, metadataJson: undefined, amountCents: undefined, late: false },
      call(),
    );
    // A consumer that stood still too long is told again, by the same id.
    const told = (): typeof seen => [...new Map(seen.map((event) => [event.id, event])).values()];
    await waitFor('both facts', () => Promise.resolve(told().length >= 2));
    expect(told().map(({ type, key }) => [type, key])).toEqual([
      ['charge.created', id],
      ['charge.paid', id],
    ]);
    const ready = await fetch(`http://127.0.0.1:${String(service.opsPort)}/readyz`);
    expect(ready.status).toBe(200);
  } finally {
    charges.close();
    await service.stop();
    await consumer.stop();
    await database.close();
  }
});
