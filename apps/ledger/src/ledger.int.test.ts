import { LedgerServiceDefinition, type Charge, type InboundEvent, type OutboundEvent } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { appendEvents } from '@pitanga/database';
import { ensureTopics, startConsumer, startRelay } from '@pitanga/messaging';
import { createRpcClient, type RpcClient } from '@pitanga/rpc';
import { loadConfig, type Service } from '@pitanga/runtime';
import {
  aTenant,
  silentLog,
  testDatabase,
  testIds,
  testInfra,
  testMessaging,
  waitFor,
  type TestDatabase,
} from '@pitanga/testing';
import { noon } from '../test/fixtures';
import { createLedger, ledgerConfig } from './ledger';

const context = { requestId: 'req_test' };
const messaging = testMessaging('ledger-test');
const journals: InboundEvent[] = [];
const stops: (() => Promise<void>)[] = [];
/** Stands for billing: publishes what is put into its outbox. */
let billing: TestDatabase;
let database: TestDatabase;
let service: Service;
let client: RpcClient<LedgerServiceDefinition>;

beforeAll(async () => {
  await ensureTopics(messaging, { partitions: 2 });
  [billing, database] = await Promise.all([testDatabase('ledger'), testDatabase('ledger')]);
  const relay = await startRelay({ db: billing.db, messaging, log: silentLog });
  const watcher = await startConsumer({
    messaging,
    group: 'watcher',
    types: ['journal.posted'],
    handle: (events) => Promise.resolve(void journals.push(...events)),
    log: silentLog,
  });
  stops.push(
    () => relay.stop(),
    () => watcher.stop(),
  );
  service = await createLedger(
    loadConfig(ledgerConfig, {
      DATABASE_URL: database.url,
      KAFKA_BROKERS: testInfra().kafka,
      KAFKA_PREFIX: messaging.topicName(''),
    }),
    { log: silentLog },
  );
  client = createRpcClient(LedgerServiceDefinition, { address: `127.0.0.1:${String(service.port)}` });
});
afterAll(async () => {
  client.close();
  await service.stop();
  await Promise.all(stops.map((stop) => stop()));
  await Promise.all([billing.drop(), database.drop()]);
});

function chargePaid(tenant: Tenant): OutboundEvent & { type: 'charge.paid' } {
  const charge: Charge = {
    id: testIds.next('pixCharge', noon),
    devMode: tenant.devMode,
    externalId: 'pedido-1',
    method: 'PAYMENT_METHOD_PIX',
    origin: 'CHARGE_ORIGIN_CHECKOUT',
    checkoutId: 'bill_1',
    amountCents: 10_000,
    paidAmountCents: 10_000,
    platformFeeCents: 80,
    status: 'CHARGE_STATUS_PAID',
    customerId: 'cust_1',
    description: 'Camiseta',
    receiptUrl: undefined,
    expiresAt: noon,
    paidAt: noon,
    metadataJson: '{}',
    createdAt: noon,
    updatedAt: noon,
    pix: undefined,
    payer: undefined,
  };
  const customer = { id: 'cust_1', name: 'João', email: undefined, maskedTaxId: '123.***.***-**' };
  const data = { tenant, charge, customer };
  return { type: 'charge.paid', id: testIds.next('event', noon), key: charge.id, occurredAt: noon, data };
}

function publish(...events: OutboundEvent[]): Promise<void> {
  return appendEvents(billing.db, events, noon);
}

async function availableOf(tenant: Tenant): Promise<number> {
  return (await client.getBalance({ tenant }, context)).availableCents;
}

describe('the ledger', () => {
  it('answers zeros for a store it has never seen', async () => {
    expect(await client.getBalance({ tenant: aTenant() }, context)).toEqual({
      availableCents: 0,
      pendingCents: 0,
      blockedCents: 0,
    });
  });

  it('books a charge paid once, however many events tell it, and publishes one journal.posted', async () => {
    const tenant = aTenant();
    const told = chargePaid(tenant);
    const toldAgain = { ...told, id: testIds.next('event', noon) };
    // Under the same key and therefore behind them: when it is booked, the repeat has been seen.
    const last = { ...chargePaid(tenant), key: told.key };
    await publish(told, toldAgain, last);
    await waitFor('the last capture', () =>
      Promise.resolve(journals.some((event) => event.key === last.data.charge?.id)),
    );
    expect(await availableOf(tenant)).toBe(2 * 9_920);
    expect(journals.filter((event) => event.key === told.key)).toHaveLength(1);
  });

  it('shows the payment in the statement with its ids and customer', async () => {
    const tenant = aTenant();
    const event = chargePaid(tenant);
    await publish(event);
    const filter = { status: undefined, method: undefined, kind: undefined, search: 'JOAO' };
    const page = { limit: 10, after: undefined, before: undefined, createdFrom: undefined, createdTo: undefined };
    const [entry] = await waitFor('the statement entry', async () => {
      const { entries } = await client.listStatement({ tenant, page, ...filter }, context);
      return entries.length > 0 && entries;
    });
    expect(entry).toMatchObject({
      kind: 'STATEMENT_KIND_PAYMENT',
      status: 'STATEMENT_STATUS_COMPLETE',
      method: 'PAYMENT_METHOD_PIX',
      checkoutId: 'bill_1',
      chargeId: event.key,
      description: 'Camiseta',
      customer: { id: 'cust_1', name: 'João', maskedTaxId: '123.***.***-**' },
      createdAt: noon,
      movements: [
        {
          amountCents: 10_000,
          isDeposit: true,
          category: 'STATEMENT_KIND_PAYMENT',
          balanceEffect: 'BALANCE_EFFECT_CREDIT',
        },
        { amountCents: 80, isDeposit: false, category: 'STATEMENT_KIND_FEE', balanceEffect: 'BALANCE_EFFECT_DEBIT' },
      ],
    });
  });

  it('keeps holds through gRPC, and says INSUFFICIENT_FUNDS as a failed precondition', async () => {
    const tenant = aTenant();
    await publish(chargePaid(tenant));
    await waitFor('the money', async () => (await availableOf(tenant)) > 0);
    const hold = { tenant, holdId: testIds.next('payout', noon), occurredAt: noon };
    const reserve = { ...hold, purpose: 'HOLD_PURPOSE_WITHDRAW' as const, feeCents: 80, description: undefined };
    await expect(client.reserveHold({ ...reserve, amountCents: 9_841 }, context)).rejects.toMatchObject({
      kind: 'FAILED_PRECONDITION',
      reason: 'INSUFFICIENT_FUNDS',
    });
    await client.reserveHold({ ...reserve, amountCents: 9_840 }, context);
    expect(await availableOf(tenant)).toBe(0);
    await client.releaseHold(hold, context);
    expect(await availableOf(tenant)).toBe(9_920);
  });

  it('shows at /metrics that its invariants hold', async () => {
    const metrics = await waitFor('a check', async () => {
      const answer = await fetch(`http://127.0.0.1:${String(service.opsPort)}/metrics`);
      const text = await answer.text();
      return text.includes('in_flight_matches_holds') && text;
    });
    expect(metrics.match(/pitanga_ledger_invariant_violations\{[^}]*\} 0/g)).toHaveLength(6);
  });
});
