import type { Charge, EventType, InboundEvent, KeyPayment, Refund } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { aTenant, startBeforeAll, testIds } from '@pitanga/testing';
import { daysAfterNoon, noon } from '../../test/fixtures';
import { startLedger } from '../../test/ledger-harness';
import { reconcileWith } from '../../test/reconciled';
import { ledgerHandlers } from '../api/ledger-rpc';
import { applyEvents } from '../consumers/apply-events';
import { assignToOperator } from '../owners/assign-owners';
import { createWriter, type Writer } from '../writer/writer';
import { settlementTypes } from './reconciliation';
import { findBooked } from './reconciliation-queries';

const ledger = startBeforeAll(startLedger);
let writer: Writer;

beforeAll(() => {
  writer = createWriter(ledger.deps);
});

/** A store has both for Pix: the second makes what the first cannot. */
type Account = 'BACEN_PIX' | 'ASAAS';
const other: Readonly<Record<Account, Account>> = { BACEN_PIX: 'ASAAS', ASAAS: 'BACEN_PIX' };

function aCharge(providerAccount: Account | undefined, changes: Partial<Charge> = {}): Charge {
  return {
    id: testIds.next('pixCharge', noon),
    devMode: false,
    method: 'PAYMENT_METHOD_PIX',
    origin: 'CHARGE_ORIGIN_TRANSPARENT',
    amountCents: 10_000,
    paidAmountCents: 10_000,
    platformFeeCents: 80,
    status: 'CHARGE_STATUS_PAID',
    paidAt: noon,
    metadataJson: '{}',
    createdAt: noon,
    updatedAt: noon,
    coupons: [],
    splits: [],
    refundedAmountCents: 0,
    providerAccount,
    ...changes,
  };
}

/** An event a day after the payment. */
function fact(type: EventType, data: object): InboundEvent {
  const envelope = { id: testIds.next('event', noon), key: 'any', recordedAt: noon, traceparent: undefined };
  return { ...envelope, type, occurredAt: daysAfterNoon(1), data } as InboundEvent;
}

const apply = (...facts: readonly InboundEvent[]) => applyEvents(ledger.deps, writer, facts);

async function pay(tenant: Tenant, account: Account | undefined): Promise<Charge> {
  const charge = aCharge(account);
  await apply(fact('charge.paid', { tenant, charge }));
  return charge;
}

/** What events tell of one account: payments, and what becomes of them; the lines of its file. */
async function movePayments(tenant: Tenant, account: Account): Promise<readonly string[]> {
  const [paid, disputed] = [await pay(tenant, account), await pay(tenant, account)];
  const disputeId = testIds.next('dispute', noon);
  const topUp = aCharge(account, { origin: 'CHARGE_ORIGIN_TOP_UP' });
  const late = { id: testIds.next('refund', noon), amountCents: 700 } as Refund;
  // Of a charge that the other account made: this one was asked first, and its boleto was paid all the same.
  const overpaid = { tenant, charge: aCharge(other[account]), refund: late, providerAccount: account };
  const keyPayment: KeyPayment = {
    id: testIds.next('keyPayment', noon),
    status: 'KEY_PAYMENT_STATUS_WAITING',
    amountCents: 900,
    endToEndId: `E${testIds.token(31)}`,
    receivedAt: noon,
    updatedAt: noon,
    isShared: false,
    providerAccount: account,
  };
  await apply(
    fact('charge.dispute_lost', { tenant, charge: disputed, disputeId }),
    fact('top_up.completed', { tenant, charge: topUp }),
    fact('charge.overpayment_returned', { ...overpaid, returnedBy: account }),
    fact('pix_key.refunded', { tenant, keyPayment }),
  );
  return [
    ...[paid, disputed, topUp].map(({ id }) => `${id},,PAYMENT,10000,2026-11-20`),
    `${disputeId},,CHARGEBACK,10000,2026-11-21`,
    `${late.id},,OVERPAYMENT,700,2026-11-21`,
    `${late.id},,OVERPAYMENT_RETURN,700,2026-11-21`,
    `${keyPayment.id},,KEY_PAYMENT,900,2026-11-20`,
    `${keyPayment.id},,KEY_PAYMENT_RETURN,900,2026-11-21`,
  ];
}

/** What billing and payouts order: a refund and a payout of which some comes back; the lines of the account's file. */
async function moveOut(tenant: Tenant, account: Account): Promise<readonly string[]> {
  const rpc = ledgerHandlers(ledger.deps, writer, { rateBasisPoints: 0 });
  const call = { tenant } as Parameters<typeof rpc.settleHold>[1];
  const charge = await pay(tenant, account);
  const [refund, payout] = [testIds.next('refund', noon), testIds.next('payout', noon)];
  const held = { tenant, feeCents: 0, occurredAt: noon };
  const sent = { tenant, occurredAt: daysAfterNoon(1), providerAccount: account };
  await rpc.reserveHold({ ...held, holdId: refund, purpose: 'HOLD_PURPOSE_REFUND', amountCents: 3_000, charge }, call);
  await rpc.settleHold({ ...sent, holdId: refund }, call);
  await rpc.reserveHold({ ...held, holdId: payout, purpose: 'HOLD_PURPOSE_WITHDRAW', amountCents: 2_000 }, call);
  await rpc.settleHold({ ...sent, holdId: payout }, call);
  await rpc.returnPayout({ ...sent, holdId: payout, returnedCents: 500 }, call);
  return [
    `${charge.id},,PAYMENT,10000,2026-11-20`,
    `${refund},,REFUND,3000,2026-11-21`,
    `${payout},,PAYOUT,2000,2026-11-21`,
    `${payout},,PAYOUT_RETURN,500,2026-11-21`,
  ];
}

const move = async (tenant: Tenant, account: Account) => [
  ...(await movePayments(tenant, account)),
  ...(await moveOut(tenant, account)),
];
const aStore = (): Tenant => ({ ...aTenant(), devMode: false });
const reconciled = (tenant: Tenant, lines: readonly string[], account: Account) =>
  reconcileWith(ledger.url, tenant, lines, ['--account', account]);

describe('reconciling one of several accounts for a method', () => {
  it('agrees with the file of each alone, of every kind of movement', async () => {
    const tenant = aStore();
    const [bank, asaas] = [await move(tenant, 'BACEN_PIX'), await move(tenant, 'ASAAS')];
    for (const [account, lines] of [['BACEN_PIX', bank] as const, ['ASAAS', asaas] as const]) {
      const { agrees, printed } = await reconciled(tenant, lines, account);
      expect([agrees, ...printed]).toEqual([
        true,
        `${tenant.storeId} (prod), account ${account}, 2026-11-20 to 2026-11-21`,
        '12 agree, 0 missing, 0 extra, 0 different',
      ]);
    }
    // All of the store's are one ledger, which no file of one account has.
    const whole = await reconcileWith(ledger.url, tenant, bank);
    expect(whole.printed[1]).toBe('12 agree, 12 missing, 0 extra, 0 different');
  });

  it('knows the account of every kind of movement there is, and takes nothing else for one', async () => {
    const tenant = aStore();
    await move(tenant, 'ASAAS');
    expect(await assignToOperator(ledger.deps, tenant, ['PIX'])).toHaveLength(2);
    const booked = await findBooked(ledger.db, tenant, { fromDay: '2020-01-01', toDay: '2100-01-01' });
    expect(new Set(booked.map(({ type }) => type))).toEqual(new Set(settlementTypes));
    expect(new Set(booked.map(({ account }) => account))).toEqual(new Set(['ASAAS']));
  });

  it('finds a payment that is booked at the wrong account: missing at one, extra at the other', async () => {
    const tenant = aStore();
    const [bank, asaas] = [await move(tenant, 'BACEN_PIX'), await move(tenant, 'ASAAS')];
    const wrong = await pay(tenant, 'BACEN_PIX');
    const atBank = await reconciled(tenant, bank, 'BACEN_PIX');
    expect([atBank.agrees, ...atBank.printed.slice(1)]).toEqual([
      false,
      '12 agree, 1 missing, 0 extra, 0 different',
      `missing    PAYMENT ${wrong.id} PIX 10000 2026-11-20`,
    ]);
    const atAsaas = await reconciled(tenant, [...asaas, `${wrong.id},PIX,PAYMENT,10000,2026-11-20`], 'ASAAS');
    expect([atAsaas.agrees, ...atAsaas.printed.slice(1)]).toEqual([
      false,
      '12 agree, 0 missing, 1 extra, 0 different',
      `extra      PAYMENT ${wrong.id} PIX 10000 2026-11-20, booked at BACEN_PIX`,
    ]);
  });

  it('names what was booked before anybody said the account, and agrees only where the file has it', async () => {
    const tenant = aStore();
    const asaas = await movePayments(tenant, 'ASAAS');
    const [first, second] = [await pay(tenant, undefined), await pay(tenant, undefined)];
    const line = ({ id }: Charge) => `${id},PIX,PAYMENT,10000,2026-11-20`;
    const some = await reconciled(tenant, [...asaas, line(first)], 'ASAAS');
    expect([some.agrees, ...some.printed.slice(1)]).toEqual([
      false,
      '9 agree, 0 missing, 0 extra, 0 different',
      'account unknown: 1 in the file, 1 not in it',
      `unknown    PAYMENT ${second.id} PIX 10000 2026-11-20`,
    ]);
    const all = await reconciled(tenant, [...asaas, line(first), line(second)], 'ASAAS');
    expect([all.agrees, ...all.printed.slice(1)]).toEqual([
      true,
      '10 agree, 0 missing, 0 extra, 0 different',
      'account unknown: 2 in the file, 0 not in it',
    ]);
  });

  it('misses a payout of the account in a file without any', async () => {
    const tenant = aStore();
    await moveOut(tenant, 'BACEN_PIX');
    const paid = await pay(tenant, 'ASAAS');
    const sent = await moveOut(tenant, 'ASAAS');
    const inbound = [`${paid.id},PIX,PAYMENT,10000,2026-11-20`, ...sent.filter((line) => !line.includes('PAYOUT'))];
    const { printed } = await reconciled(tenant, inbound, 'ASAAS');
    expect(printed.slice(1)).toEqual([
      '3 agree, 2 missing, 0 extra, 0 different',
      expect.stringMatching(/^missing {4}PAYOUT_RETURN tran_\S+ PIX 500 2026-11-21$/),
      expect.stringMatching(/^missing {4}PAYOUT tran_\S+ PIX 2000 2026-11-21$/),
    ]);
  });
});
