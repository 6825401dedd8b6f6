import { cents, zeroCents } from '@pitanga/core';
import { canMoveCheckout, checkoutStatuses } from '../checkouts/checkout-status';
import { canMove, chargeStatuses, statusAt, type Charge } from './charge';
import { judgePayment, payCharge } from './charge-life';

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
  refundedCents: zeroCents,
  platformFeeCents: cents(80),
  status: 'PENDING',
  description: undefined,
  metadataJson: '{}',
  ensureSameTaxId: false,
  provider: 'simulated',
  expiresAt: new Date(now.getTime() + 1_000),
  payableUntil: undefined,
  boleto: undefined,
  card: undefined,
  failure: undefined,
  paymentReference: undefined,
  coupons: [],
  subscriptionId: undefined,
  paidAt: undefined,
  pix: { brCode: 'code', txid: 'txid', endToEndId: undefined },
  payer: undefined,
  createdAt: now,
  updatedAt: now,
};
const payment = { rail: 'PIX' as const, amountCents: cents(1_000), reference: 'E1', paidAt: now };

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
    expect(payCharge(charge, payment, undefined)).toMatchObject({
      status: 'PAID',
      paidAmountCents: 1_000,
      paidAt: now,
      pix: { endToEndId: 'E1' },
    });
  });

  test.each(chargeStatuses.filter((status) => !['PENDING', 'EXPIRED'].includes(status)))(
    'in %s takes no payment',
    (status) => {
      expect(() => payCharge({ ...charge, status }, payment, undefined)).toThrow(/^This charge /);
    },
  );

  test('takes a payment in time that is told of after the expiry, as the last that happened', () => {
    const expired: Charge = { ...charge, status: 'EXPIRED', updatedAt: new Date(charge.expiresAt.getTime() + 5) };
    expect(judgePayment(expired, payment)).toBe('ACCEPTED');
    expect(payCharge(expired, payment, undefined)).toMatchObject({
      status: 'PAID',
      paidAt: now,
      updatedAt: expired.updatedAt,
    });
    expect(judgePayment(expired, { ...payment, paidAt: charge.expiresAt })).toBe('LATE');
  });

  test('takes no payment after its expiry', () => {
    expect(() => payCharge(charge, { ...payment, paidAt: charge.expiresAt }, undefined)).toThrow(
      'This charge has expired',
    );
  });
});

describe('a payment', () => {
  const paid = payCharge(charge, payment, undefined);
  const boleto = { barCode: '', digitableLine: '', dueDate: '2026-11-18', interestBasisPoints: 100, fine: undefined };
  const overdue = {
    ...charge,
    boleto,
    expiresAt: new Date('2026-11-19T02:59:59.999Z'),
    payableUntil: new Date('2026-12-19T02:59:59.999Z'),
  };

  test.each([
    ['ACCEPTED', 'of what is due, in time', charge, {}],
    ['REPEAT', 'told before', paid, {}],
    ['REPEAT', 'told again after a refund', { ...paid, status: 'REFUNDED' as const }, {}],
    ['DUPLICATE', 'another for a paid charge', paid, { reference: 'E2' }],
    ['DUPLICATE', 'another for a disputed charge', { ...paid, status: 'UNDER_DISPUTE' as const }, { reference: 'E2' }],
    ['LATE', 'at the instant of expiry', charge, { paidAt: charge.expiresAt }],
    ['LATE', 'for a cancelled charge', { ...charge, status: 'CANCELLED' as const }, {}],
    ['AMOUNT_MISMATCH', 'of a centavo too little', charge, { amountCents: cents(999) }],
    ['AMOUNT_MISMATCH', 'of a centavo too much', charge, { amountCents: cents(1_001) }],
    ['AMOUNT_MISMATCH', 'of an overdue boleto without its interest', overdue, {}],
    ['ACCEPTED', 'of an overdue boleto with its interest', overdue, { amountCents: cents(1_001) }],
  ])('is %s when it is %s', (verdict, _when, asked, changes) => {
    expect(judgePayment(asked, { ...payment, ...changes })).toBe(verdict);
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
