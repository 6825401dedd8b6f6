import { join } from 'node:path';
import { PayoutServiceDefinition, PayoutsSettingsServiceDefinition } from '@pitanga/contracts';
import { systemClock, type Clock } from '@pitanga/core';
import { assertSchemaCurrent, connect, migrationsOf, purgeIdempotencyKeys } from '@pitanga/database';
import { createMessaging, startRelay } from '@pitanga/messaging';
import { createRpcServer } from '@pitanga/rpc';
import {
  createLifecycle,
  createLog,
  createMetrics,
  createSealer,
  periodic,
  startOps,
  type Lifecycle,
  type Log,
  type Service,
} from '@pitanga/runtime';
import type { PayoutsConfig } from './config';
import type { Deps } from './deps';
import { payoutHandlers } from './payouts/payout-rpc';
import { storeSettingsHandlers } from './store-settings/store-settings-rpc';

export { payoutsConfig, type PayoutsConfig } from './config';

export const payoutsMigrations = migrationsOf(join(__dirname, '../migrations'));

const purgeEveryMs = 3_600_000;

export interface PayoutsOverrides {
  readonly clock?: Clock;
  readonly log?: Log;
}

/** Starts payouts: withdrawals and Pix transfers of every store. */
export async function createPayouts(config: PayoutsConfig, overrides: PayoutsOverrides = {}): Promise<Service> {
  const log = overrides.log ?? createLog({ service: 'payouts', level: config.LOG_LEVEL });
  const lifecycle = createLifecycle(log);
  try {
    return await start(config, { clock: overrides.clock ?? systemClock, log, lifecycle });
  } catch (error) {
    await lifecycle.stop();
    throw error;
  }
}

async function start(
  config: PayoutsConfig,
  parts: { readonly clock: Clock; readonly log: Log; readonly lifecycle: Lifecycle },
): Promise<Service> {
  const { clock, log, lifecycle } = parts;
  const metrics = createMetrics();

  const db = connect({ url: config.DATABASE_URL, applicationName: 'payouts', poolMax: config.DATABASE_POOL_MAX });
  lifecycle.defer('database', () => db.destroy());
  await assertSchemaCurrent(db, payoutsMigrations);
  const deps: Deps = { db, clock, sealer: createSealer(config.DATA_KEY) };

  const ops = await startOps({
    host: config.HOST,
    port: config.OPS_PORT,
    log,
    registry: metrics,
    ready: async () => {
      await db.raw('select 1');
      return true;
    },
  });
  lifecycle.defer('ops', () => ops.stop());

  const messaging = createMessaging({
    brokers: config.KAFKA_BROKERS,
    clientId: 'payouts',
    prefix: config.KAFKA_PREFIX,
    log,
    metrics,
  });
  const relay = await startRelay({ db, messaging, log });
  lifecycle.defer('relay', () => relay.stop());

  const purge = periodic('purge', purgeEveryMs, () => purgeIdempotencyKeys(db, clock.real()), log);
  lifecycle.defer('purge', () => purge.stop());

  const rpc = createRpcServer({ log, metrics, domain: 'payouts' });
  rpc.add(PayoutServiceDefinition, payoutHandlers(deps));
  rpc.add(PayoutsSettingsServiceDefinition, storeSettingsHandlers(deps));
  const port = await rpc.start(`${config.HOST}:${String(config.PORT)}`);
  lifecycle.defer('rpc', () => rpc.stop(5_000));

  return { port, opsPort: ops.port, stop: () => lifecycle.stop() };
}
