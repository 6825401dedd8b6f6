import { cents } from '@pitanga/core';
import { canMoveCheckout, checkoutStatuses } from '../checkouts/checkout';
import { canMove, chargeStatuses, payCharge, statusAt, type Charge } from './charge';

const now = new Date('2026-11-20T15:00:00.000Z');
const charge: Charge = {
  id: 'pix_char_1',
  devMode: true,
  externalId: undefined,
  method: 'PIX',
  origin: 'TRANSPARENT',
  checkoutId: undefined,
  customerId: undefined,
  amountCents: cents(1_000),
  paidAmountCents: undefined,
  platformFeeCents: cents(80),
  status: 'PENDING',
  description: undefined,
  metadataJson: '{}',
  ensureSameTaxId: false,
  provider: 'simulated',
  expiresAt: new Date(now.getTime() + 1_000),
  paidAt: undefined,
  pix: { brCode: 'code', qrPng: Buffer.alloc(0), txid: 'txid', endToEndId: undefined },
  payer: undefined,
  createdAt: now,
  updatedAt: now,
};
const payment = { amountCents: cents(1_000), endToEndId: 'E1', payer: undefined, paidAt: now };

describe('a charge', () => {
  const allowed = [
    'PENDING PAID',
    'PENDING EXPIRED',
    'PENDING CANCELLED',
    'PENDING FAILED',
    'PAID REFUNDED',
    'PAID UNDER_DISPUTE',
    'UNDER_DISPUTE PAID',
    'UNDER_DISPUTE CHARGED_BACK',
  ];
  const pairs = chargeStatuses.flatMap((from) => chargeStatuses.map((to) => [from, to] as const));

  test.each(pairs)('from %s to %s moves only as the table of states says', (from, to) => {
    expect(canMove(from, to)).toBe(allowed.includes(`${from} ${to}`));
  });

  test('reads EXPIRED from the instant of its expiry on, and only when it was pending', () => {
    const justBefore = new Date(charge.expiresAt.getTime() - 1);
    expect(statusAt(charge, justBefore)).toBe('PENDING');
    expect(statusAt(charge, charge.expiresAt)).toBe('EXPIRED');
    expect(statusAt({ ...charge, status: 'PAID' }, charge.expiresAt)).toBe('PAID');
  });

  test('records amount, transfer and instant when it is paid', () => {
    expect(payCharge(charge, payment)).toMatchObject({
      status: 'PAID',
      paidAmountCents: 1_000,
      paidAt: now,
      pix: { endToEndId: 'E1' },
    });
  });

  test.each(chargeStatuses.filter((status) => status !== 'PENDING'))('in %s takes no payment', (status) => {
    expect(() => payCharge({ ...charge, status }, payment)).toThrow(/^Esta cobrança /);
  });

  test('takes no payment after its expiry', () => {
    expect(() => payCharge(charge, { ...payment, paidAt: charge.expiresAt })).toThrow('Esta cobrança expirou.');
  });
});

describe('a checkout', () => {
  const allowed = [
    'PENDING PAID',
    'PENDING EXPIRED',
    'PENDING CANCELLED',
    'PAID REFUNDED',
    'ACTIVE ACTIVE',
    'ACTIVE CANCELLED',
  ];
  const pairs = checkoutStatuses.flatMap((from) => checkoutStatuses.map((to) => [from, to] as const));

  test.each(pairs)('from %s to %s moves only as the table of states says', (from, to) => {
    expect(canMoveCheckout(from, to)).toBe(allowed.includes(`${from} ${to}`));
  });
});
