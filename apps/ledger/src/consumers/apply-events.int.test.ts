import type { Charge, EventType, InboundEvent, KeyPayment, Refund } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { aTenant, startBeforeAll, testIds } from '@pitanga/testing';
import { balancesOf, brokenInvariants, daysAfterNoon, inShort, noon, statementOf } from '../../test/fixtures';
import { aPayout } from '../../test/random-history';
import { startLedger } from '../../test/ledger-harness';
import { readBalance } from '../balances/balance-repository';
import { findReceipts } from '../revenue/receipts-repository';
import { createWriter, type Writer } from '../writer/writer';
import { applyEvents, consumedTypes } from './apply-events';

const customer = { id: 'cust_1', name: 'João', email: undefined, maskedTaxId: undefined };
const ledger = startBeforeAll(startLedger);
let writer: Writer;

beforeAll(() => {
  writer = createWriter(ledger.deps);
});

function aCharge(changes: Partial<Charge> = {}): Charge {
  return {
    id: testIds.next('cardCharge', noon),
    devMode: true,
    externalId: 'pedido-1',
    method: 'PAYMENT_METHOD_CARD',
    origin: 'CHARGE_ORIGIN_CHECKOUT',
    checkoutId: 'bill_1',
    amountCents: 10_000,
    paidAmountCents: 10_000,
    platformFeeCents: 460,
    status: 'CHARGE_STATUS_PAID',
    customerId: 'cust_1',
    description: 'Camiseta',
    expiresAt: noon,
    paidAt: noon,
    metadataJson: '{}',
    createdAt: noon,
    updatedAt: noon,
    card: { brand: 'visa', lastFour: '4242', installmentCount: 3 },
    coupons: [],
    splits: [],
    refundedAmountCents: 0,
    ...changes,
  };
}

function aKeyPayment(): KeyPayment {
  return {
    id: testIds.next('keyPayment', noon),
    status: 'KEY_PAYMENT_STATUS_WAITING',
    amountCents: 7_000,
    endToEndId: 'E60701190202611211330a1b2c3d4e5f',
    payerName: 'Ana',
    receivedAt: noon,
    updatedAt: noon,
    owner: 'ACCOUNT_OWNER_OPERATOR',
    isShared: false,
  };
}

/** An event a day after the payment. */
function fact(type: EventType, data: object): InboundEvent {
  const envelope = { id: testIds.next('event', noon), key: 'any', recordedAt: noon, traceparent: undefined };
  return { ...envelope, type, occurredAt: daysAfterNoon(1), data } as InboundEvent;
}

async function journalsOf(tenant: Tenant): Promise<readonly string[]> {
  const { rows } = await ledger.db.raw<{ rows: { told: string }[] }>(
    `select concat_ws(' ', j.kind, j.owner, string_agg(e.account || ' ' || e.amount_cents, ' ' order by e.account)) as told
     from journals j join entries e on e.store_id = j.store_id and e.journal_id = j.id
     where j.store_id = ? group by j.id, j.kind, j.owner order by 1`,
    [tenant.storeId],
  );
  return rows.map(({ told }) => told);
}

async function lines(tenant: Tenant): Promise<readonly string[]> {
  return (await statementOf(ledger.db, tenant)).map(inShort).sort();
}

describe('the events of a charge', () => {
  it('post a card paid in installments at the time of payment', async () => {
    const tenant = aTenant();
    const charge = aCharge();
    await applyEvents(ledger.deps, writer, [fact('charge.paid', { tenant, charge, customer })]);
    const parts = await ledger
      .db('pending_parts')
      .where({ store_id: tenant.storeId })
      .orderBy('number')
      .select('amount_cents', 'due_at');
    expect(parts).toEqual([30, 60, 90].map((days) => ({ amount_cents: 3_180, due_at: daysAfterNoon(days) })));
    const [payment] = await statementOf(ledger.db, tenant);
    expect(payment).toMatchObject({
      createdAt: noon,
      chargeId: charge.id,
      checkoutId: 'bill_1',
      customer: { name: 'João' },
    });
  });

  it('are all applied once, in one batch and in any order', async () => {
    const tenant = aTenant();
    const [won, lost] = [aCharge(), aCharge()];
    const late = aCharge({ status: 'CHARGE_STATUS_EXPIRED', paidAmountCents: undefined, paidAt: undefined });
    const refund = { id: testIds.next('refund', noon), amountCents: 7_000 } as Refund;
    const facts = [
      fact('charge.overpayment_returned', { tenant, charge: late, customer, refund }),
      fact('charge.dispute_won', { tenant, charge: won, customer, disputeId: 'disp_won' }),
      fact('charge.dispute_lost', { tenant, charge: lost, customer, disputeId: 'disp_lost' }),
      fact('charge.disputed', { tenant, charge: lost, customer, disputeId: 'disp_lost' }),
      fact('charge.disputed', { tenant, charge: won, customer, disputeId: 'disp_won' }),
      fact('charge.paid', { tenant, charge: won, customer }),
      fact('charge.overpaid', { tenant, charge: late, customer, refund, reason: 'LATE' }),
      fact('charge.paid', { tenant, charge: lost, customer }),
    ];
    await applyEvents(ledger.deps, writer, facts);
    await applyEvents(ledger.deps, writer, facts.toReversed());
    expect(await balancesOf(ledger.db, tenant)).toEqual([-460, 9_540, 0]);
    expect(await lines(tenant)).toEqual([
      'CHARGEBACK COMPLETE NONE 10000',
      'DISPUTE COMPLETE DEBIT 460 NONE 9540',
      'DISPUTE COMPLETE DEBIT 460 NONE 9540',
      'DISPUTE_RELEASE COMPLETE CREDIT 460 NONE 9540',
      'PAYMENT COMPLETE NONE 10000 NONE 460',
      'PAYMENT COMPLETE NONE 10000 NONE 460',
      'PAYMENT COMPLETE NONE 7000',
      'REFUND COMPLETE NONE 7000',
    ]);
    expect(await brokenInvariants(ledger.db)).toEqual([]);
  });

  it('can be repeated after a batch in which one failed', async () => {
    const tenant = aTenant();
    const good = fact('charge.paid', { tenant, charge: aCharge(), customer });
    const bad = fact('charge.disputed', { tenant, charge: undefined, disputeId: 'disp_1' });
    await expect(applyEvents(ledger.deps, writer, [good, bad])).rejects.toThrow('charge');
    await applyEvents(ledger.deps, writer, [good]);
    expect(await balancesOf(ledger.db, tenant)).toEqual([0, 9_540, 0]);
  });

  it('book a top-up once and for refunds alone: no sale, no revenue, nothing to withdraw', async () => {
    const tenant = aTenant();
    const charge = aCharge({
      id: testIds.next('pixCharge', noon),
      method: 'PAYMENT_METHOD_PIX',
      origin: 'CHARGE_ORIGIN_TOP_UP',
      platformFeeCents: 0,
    });
    const topUp = fact('top_up.completed', { tenant, charge });
    await applyEvents(ledger.deps, writer, [topUp, topUp]);
    await applyEvents(ledger.deps, writer, [topUp]);
    expect(await readBalance(ledger.db, tenant)).toEqual({
      availableCents: 0,
      operatorCents: 0,
      pendingCents: 0,
      blockedCents: 0,
      topUpCents: 10_000,
    });
    expect(await lines(tenant)).toEqual(['TOP_UP COMPLETE NONE 10000']);
    const today = { fromDay: '2026-11-01', toDay: '2026-12-31' };
    expect(await findReceipts(ledger.db, tenant, today)).toEqual([]);
    const payout = { ...aPayout(100), occurredAt: noon };
    await expect(writer.reserve(tenant, payout)).rejects.toMatchObject({ reason: 'INSUFFICIENT_FUNDS' });
    expect(await brokenInvariants(ledger.db)).toEqual([]);
  });

  it('book a Pix without a charge to suspense once, whichever of its events comes first', async () => {
    const tenant = aTenant();
    const keyPayment = aKeyPayment();
    const received = fact('pix_key.received', { tenant, keyPayment });
    const attached = fact('pix_key.attached', { tenant, keyPayment: { ...keyPayment, chargeId: 'pix_char_1' } });
    const refunded = fact('pix_key.refunded', { tenant, keyPayment: aKeyPayment() });
    await applyEvents(ledger.deps, writer, [received, received]);
    expect(await journalsOf(tenant)).toEqual(['key_payment.received OPERATOR provider_clearing -7000 suspense 7000']);
    await applyEvents(ledger.deps, writer, [attached, received, attached, refunded, refunded]);
    expect(await journalsOf(tenant)).toEqual([
      'key_payment.attached OPERATOR provider_clearing 7000 suspense -7000',
      'key_payment.received OPERATOR provider_clearing -7000 suspense 7000',
      'key_payment.received OPERATOR provider_clearing -7000 suspense 7000',
      'key_payment.returned OPERATOR provider_clearing 7000 suspense -7000',
    ]);
    expect([await balancesOf(ledger.db, tenant), await lines(tenant)]).toEqual([[0, 0, 0], []]);
    expect(await brokenInvariants(ledger.db)).toEqual([]);
  });

  it('keep only the id of an erased customer', async () => {
    const tenant = aTenant();
    const paid = fact('charge.paid', { tenant, charge: aCharge(), customer });
    await applyEvents(ledger.deps, writer, [
      paid,
      fact('customer.erased', { tenant, customerId: 'cust_1', erasedAt: noon }),
    ]);
    await applyEvents(ledger.deps, writer, [
      fact('charge.disputed', { tenant, charge: aCharge(), customer, disputeId: 'disp_9' }),
    ]);
    const customers = (await statementOf(ledger.db, tenant)).map((line) => line.customer);
    expect(customers).toEqual([{ id: 'cust_1' }, { id: 'cust_1' }, { id: 'cust_1' }]);
  });

  it('that move no money are not consumed', () => {
    expect(consumedTypes).not.toContain('charge.created');
    expect(new Set(consumedTypes).size).toBe(consumedTypes.length);
  });
});
