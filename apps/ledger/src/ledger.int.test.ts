import {
  LedgerServiceDefinition,
  type Charge,
  type InboundEvent,
  type ListStatementRequest,
  type OutboundEvent,
} from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { inTransaction, appendEvents } from '@pitanga/database';
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
import { createLedger, ledgerConfig, ledgerInvariants } from './ledger';

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
      INVARIANTS_INTERVAL_MS: '1000',
    }),
    { log: silentLog },
  );
  client = createRpcClient(LedgerServiceDefinition, {
    address: `127.0.0.1:${String(service.port)}`,
    deadlineMs: 60_000,
  });
});
afterAll(async () => {
  client.close();
  await service.stop();
  await Promise.all(stops.map((stop) => stop()));
  await Promise.all([billing.close(), database.close()]);
});

function chargePaid(tenant: Tenant, changes: Partial<Charge> = {}): OutboundEvent & { type: 'charge.paid' } {
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
    coupons: [],
    splits: [],
    refundedAmountCents: 0,
    ...changes,
  };
  const customer = { id: 'cust_1', name: 'João', email: undefined, maskedTaxId: '123.***.***-**' };
  const data = { tenant, charge, customer };
  return { type: 'charge.paid', id: testIds.next('event', noon), key: charge.id, occurredAt: noon, data };
}

function publish(...events: OutboundEvent[]): Promise<void> {
  return inTransaction(billing.db, (tx) => appendEvents(tx, events, noon));
}

async function toAvailable(tenant: Tenant): Promise<number> {
  return (await client.getBalance({ tenant }, context)).availableCents;
}

describe('the ledger', () => {
  it('returns zeros for a store without money', async () => {
    expect(await client.getBalance({ tenant: aTenant() }, context)).toMatchObject({
      availableCents: 0,
      operatorCents: 0,
      pendingCents: 0,
      blockedCents: 0,
      topUpCents: 0,
    });
  });

  it('posts a paid charge once, however often its event is repeated, and publishes one journal.posted', async () => {
    const tenant = aTenant();
    const told = chargePaid(tenant);
    const toldAgain = { ...told, id: testIds.next('event', noon) };
    // Under the same key and therefore behind them: when it is booked, the repeat has been seen.
    const last = { ...chargePaid(tenant), key: told.key };
    await publish(told, toldAgain, last);
    await waitFor('the last capture', () =>
      Promise.resolve(journals.some((event) => event.key === last.data.charge?.id)),
    );
    expect(await toAvailable(tenant)).toBe(2 * 9_920);
    // A slow consumer may receive the event again, with the same id.
    expect(new Set(journals.filter((event) => event.key === told.key).map(({ id }) => id)).size).toBe(1);
  });

  it('shows the payment in the statement with its ids and customer', async () => {
    const tenant = aTenant();
    const event = chargePaid(tenant);
    await publish(event);
    const filter = { status: undefined, method: undefined, kind: undefined, kinds: [], search: 'JOAO' };
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

  it('serves the running balance and the reconciliation over gRPC, and refuses a balance between filtered entries', async () => {
    const tenant = aTenant();
    await publish(chargePaid(tenant), chargePaid(aTenant()), chargePaid(tenant));
    await waitFor('the money', async () => (await toAvailable(tenant)) === 2 * 9_920);
    const page = { limit: 10, after: undefined, before: undefined, createdFrom: undefined, createdTo: undefined };
    const { entries } = await client.listStatement({ tenant, page, kinds: [], withBalance: true }, context);
    expect(entries.map(({ availableAfterCents }) => availableAfterCents)).toEqual([2 * 9_920, 9_920]);
    const plain = await client.listStatement({ tenant, page, kinds: [] }, context);
    expect(plain.entries.map(({ availableAfterCents }) => availableAfterCents)).toEqual([undefined, undefined]);
    const filters: readonly Partial<ListStatementRequest>[] = [
      { kind: 'STATEMENT_KIND_PAYMENT' },
      { method: 'PAYMENT_METHOD_PIX' },
      { status: 'STATEMENT_STATUS_COMPLETE' },
      { search: 'a' },
      { kinds: ['STATEMENT_KIND_FEE'] },
    ];
    for (const filter of filters) {
      await expect(
        client.listStatement({ tenant, page, kinds: [], withBalance: true, ...filter }, context),
      ).rejects.toMatchObject({ kind: 'INVALID_ARGUMENT' });
    }
    const days = { fromDay: '2026-11-20', toDay: '2026-11-20' };
    expect(await client.reconcileStatement({ tenant, ...days }, context)).toEqual({
      openingCents: 0,
      closingCents: 19_840,
      sums: [{ kind: 'STATEMENT_KIND_PAYMENT', creditCents: 20_000, debitCents: 160, entries: 2 }],
      journalsCents: 19_840,
    });
  });

  it('adds up two statements at once and refuses others at once, so that money finds a connection', async () => {
    const tenant = aTenant();
    const days = { fromDay: '2026-11-20', toDay: '2026-11-20' };
    const busy = {
      kind: 'UNAVAILABLE',
      reason: 'LEDGER_BUSY',
      message: 'Other statements are being added up; try again in a moment',
    };
    const asked = await inTransaction(database.db, async (tx) => {
      // Those that are let in wait for this.
      await tx.raw('lock table statement_entries in access exclusive mode');
      const all = Array.from({ length: 8 }, () => client.reconcileStatement({ tenant: aTenant(), ...days }, context));
      const ended = Promise.allSettled(all);
      await expect(Promise.race(all)).rejects.toMatchObject(busy);
      expect(await toAvailable(tenant)).toBe(0);
      return { ended };
    });
    const refused = (await asked.ended).flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
    expect(refused).toEqual(Array.from({ length: 6 }, () => expect.objectContaining(busy) as unknown));
    expect(await client.reconcileStatement({ tenant, ...days }, context)).toMatchObject({ sums: [], journalsCents: 0 });
  });

  it('serves holds over gRPC, and returns INSUFFICIENT_FUNDS as a failed precondition', async () => {
    const tenant = aTenant();
    await publish(chargePaid(tenant));
    await waitFor('the money', async () => (await toAvailable(tenant)) > 0);
    const hold = { tenant, holdId: testIds.next('payout', noon), occurredAt: noon };
    const reserve = { ...hold, purpose: 'HOLD_PURPOSE_WITHDRAW' as const, feeCents: 80, description: undefined };
    await expect(client.reserveHold({ ...reserve, amountCents: 9_841 }, context)).rejects.toMatchObject({
      kind: 'FAILED_PRECONDITION',
      reason: 'INSUFFICIENT_FUNDS',
    });
    await client.reserveHold({ ...reserve, amountCents: 9_840 }, context);
    expect(await toAvailable(tenant)).toBe(0);
    await client.releaseHold(hold, context);
    expect(await toAvailable(tenant)).toBe(9_920);
  });

  it('tells a gateway that knows no TED that its money left by Pix', async () => {
    const tenant = aTenant();
    await publish(chargePaid(tenant));
    await waitFor('the money', async () => (await toAvailable(tenant)) > 0);
    const hold = { tenant, holdId: testIds.next('payout', noon), occurredAt: noon, amountCents: 5_000, feeCents: 80 };
    await client.reserveHold({ ...hold, purpose: 'HOLD_PURPOSE_WITHDRAW', method: 'PAYMENT_METHOD_TED' }, context);
    const page = { limit: 1, after: undefined, before: undefined, createdFrom: undefined, createdTo: undefined };
    for (const knowsTed of [undefined, true]) {
      const method = knowsTed ? 'PAYMENT_METHOD_TED' : 'PAYMENT_METHOD_PIX';
      const asked = { tenant, page, kinds: ['STATEMENT_KIND_WITHDRAW' as const], knowsTed };
      const { entries } = await client.listStatement(asked, context);
      expect(entries).toMatchObject([{ method, movements: [{ method }, { method }] }]);
    }
  });

  it('settles what is due in a job, once', async () => {
    const tenant = aTenant();
    const card = { brand: 'visa', lastFour: '4242', installmentCount: 2 };
    // A year and a bit ago, so that both parts are due by the real clock that the service runs on.
    const paidAt = new Date(Date.now() - 400 * 86_400_000);
    await publish(chargePaid(tenant, { method: 'PAYMENT_METHOD_CARD', paidAt, card }));
    const settled = { availableCents: 9_920, pendingCents: 0, blockedCents: 0, topUpCents: 0, operatorCents: 0 };
    await waitFor('the settlement', async () => (await toAvailable(tenant)) === settled.availableCents);
    expect(await client.getBalance({ tenant }, context)).toMatchObject(settled);
  });

  it('reserves a refund whose payment has not arrived, from the parts of that payment first', async () => {
    const tenant = aTenant();
    await publish(chargePaid(tenant));
    await waitFor('the money', async () => (await toAvailable(tenant)) > 0);
    const card = { brand: 'visa', lastFour: '4242', installmentCount: 3 };
    const paidAt = new Date();
    const { data } = chargePaid(tenant, { method: 'PAYMENT_METHOD_CARD', paidAt, card });
    const hold = { tenant, holdId: testIds.next('refund', noon), occurredAt: paidAt };
    const money = { purpose: 'HOLD_PURPOSE_REFUND' as const, amountCents: 10_000, feeCents: 0 };
    await client.reserveHold({ ...hold, ...money, charge: data.charge, customer: data.customer }, context);
    expect(await client.getBalance({ tenant }, context)).toMatchObject({ availableCents: 9_840, pendingCents: 0 });
    await client.releaseHold(hold, context);
    expect(await client.getBalance({ tenant }, context)).toMatchObject({ availableCents: 9_920, pendingCents: 9_920 });
  });

  it('removes the data of an erased customer', async () => {
    const tenant = aTenant();
    await publish(chargePaid(tenant));
    await waitFor('the payment', async () => (await toAvailable(tenant)) > 0);
    const erased = { tenant, customerId: 'cust_1', erasedAt: noon };
    const id = testIds.next('event', noon);
    await publish({ type: 'customer.erased', id, key: 'cust_1', occurredAt: noon, data: erased });
    const page = { limit: 10, after: undefined, before: undefined, createdFrom: undefined, createdTo: undefined };
    const customer = await waitFor('the erasure', async () => {
      const { entries } = await client.listStatement({ tenant, page, kinds: [] }, context);
      return entries[0]?.customer?.name === undefined && entries[0]?.customer;
    });
    expect(customer).toEqual({ id: 'cust_1' });
  });

  it('shows at /metrics that its invariants hold', async () => {
    await waitFor('checks that all hold', async () => {
      const answer = await fetch(`http://127.0.0.1:${String(service.opsPort)}/metrics`);
      const held = (await answer.text()).match(/pitanga_ledger_invariant_violations\{[^}]*\} 0/g);
      return held?.length === ledgerInvariants.length;
    });
  });
});
