import { toTenant, type Tenant } from '@pitanga/core';
import { resealBatch } from '@pitanga/database';
import type { TenantCall } from '@pitanga/rpc';
import { createSealer, deriveFingerprintKey } from '@pitanga/runtime';
import {
  aTenant,
  rotatingSealer,
  startBeforeAll,
  testClock,
  waitFor,
  webhookReceiver,
  withDeps,
} from '@pitanga/testing';
import { webhookHandlers } from '../src/api/webhook-rpc';
import { sealedColumns } from '../src/sealed-columns';
import { startHarness } from './harness';

const [keyA, keyB] = [5, 6].map((byte) => Buffer.alloc(32, byte).toString('base64')) as [string, string];
const fingerprintKey = deriveFingerprintKey(keyA);
const sealer = rotatingSealer(createSealer(keyA));

const clock = testClock(new Date());
const harness = startBeforeAll(() => startHarness(clock));
afterEach(() => harness.stopDispatchers());

const aCall = (tenant: Tenant, key: string, operation: string, replay: { replayed: boolean }): TenantCall => ({
  tenant,
  requestId: 'req_1',
  deadline: new Date(Date.now() + 60_000),
  idempotency: { key, operation, fingerprint: 'same' },
  markReplayed: () => (replay.replayed = true),
});

async function create(tenant: Tenant, endpoint: string) {
  const replay = { replayed: false };
  const handlers = webhookHandlers(withDeps(harness.deps, { sealer }), { wake: () => undefined });
  const events = ['transparent.completed'];
  const request = {
    tenant,
    name: 'x',
    endpoint,
    events,
    v2: true,
    legacySecretHeader: true,
    legacySecretQuery: false,
    secret: undefined,
  };
  const answer = await handlers.createWebhook(request, aCall(tenant, 'k', 'POST /v2/webhooks/create', replay));
  return { id: answer.webhook?.id ?? '', secret: answer.secret, ...replay };
}

it('signs and repeats its responses after a change of the data key', async () => {
  const receiver = await webhookReceiver();
  const tenant = aTenant();
  const first = await create(tenant, receiver.url);
  const works = async (): Promise<void> => {
    expect(await create(tenant, receiver.url)).toEqual({ ...first, replayed: true });
    const before = receiver.seen.length;
    harness.dispatch({ deps: withDeps(harness.deps, { sealer }) });
    await harness.pay(tenant);
    await waitFor('the delivery', () => Promise.resolve(receiver.seen.length > before));
    expect(receiver.seen.at(-1)?.headers['x-webhook-secret']).toBe(first.secret);
    await harness.stopDispatchers();
  };
  await works();
  sealer.use(createSealer(keyB, { oldKeys: [keyA], fingerprintKey, format: 2 }));
  await works();
  const other = await create(aTenant(), receiver.url);
  const sums = { seen: 0, resealed: 0, unreadable: 0 };
  for (let after: string | undefined, isFirst = true; isFirst || after !== undefined; isFirst = false) {
    const batch = await resealBatch(harness.deps.db, sealer, sealedColumns, after, 1);
    sums.seen += batch.seen;
    sums.resealed += batch.resealed;
    sums.unreadable += batch.unreadable;
    after = batch.next;
  }
  // Two secrets, the newer one current; of the first response only the secret is sealed, the second one whole.
  expect(sums).toEqual({ seen: 3, resealed: 1, unreadable: 0 });
  sealer.use(createSealer(keyB, { oldKeys: [keyA], fingerprintKey, format: 2 }));
  await works();
  expect(await create(toTenant('none', true), receiver.url)).toMatchObject({ replayed: false });
  expect(other.secret).not.toBe(first.secret);
  await receiver.close();
});

it('reaches every sealed column of the schema', async () => {
  const { rows } = await harness.deps.db.raw<{ rows: { name: string }[] }>(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and column_name like '%sealed' order by 1`,
  );
  const reached = sealedColumns.map(({ table, column }) => `${table}.${column}`);
  expect([...reached].sort()).toEqual([...rows.map(({ name }) => name), 'idempotency_keys.response'].sort());
});
