import type { Dispute } from '../../disputes/dispute-status';
import {
  deliveryItems,
  disputeItems,
  keyPaymentItems,
  pastDueItems,
  payoutItems,
  providerItems,
  refundItems,
  refundRequestItems,
  takingItems,
  webhookItems,
} from './attention';

it('says first that nothing can be taken, in production alone', () => {
  expect(takingItems([], true)).toMatchObject([{ word: 'nothingTaken', path: '/settings/providers' }]);
  expect([takingItems([], false), takingItems(undefined, true), takingItems(['PIX'], true)].flat()).toEqual([]);
});

const now = new Date('2026-11-24T15:00:00Z');
const none = { rows: [], hasMore: false };
const tried = { attemptCount: 3 };
const untried = { attemptCount: 0 };

const aDispute = (id: string, fields: Partial<Dispute>): Dispute => ({
  id,
  devMode: true,
  chargeId: 'pix_char_1',
  payer: null,
  status: 'NEEDS_ANSWER',
  amount: 1_000,
  reason: 'GENERAL',
  providerCode: null,
  dueBy: '2026-11-26T15:00:00Z',
  answer: null,
  accepts: null,
  files: [],
  openedAt: '2026-11-20T15:00:00Z',
  closedAt: null,
  ...fields,
});

describe('what needs a person', () => {
  it('nothing when nothing is wrong', () => {
    expect([
      webhookItems([{ id: 'webh_1', name: 'ERP', status: 'ACTIVE' }]),
      deliveryItems(none, { rows: [untried], hasMore: false }, '2026-11-18'),
      disputeItems([aDispute('disp_1', { status: 'UNDER_REVIEW' })], now),
      payoutItems([], now, () => true),
      providerItems([
        { provider: 'STRIPE', connected: true, certificateDaysLeft: null, lastTest: null, validation: null },
      ]),
      pastDueItems(none),
      refundItems([]),
      keyPaymentItems(none),
    ]).toEqual([[], [], [], [], [], [], [], []]);
  });

  it('a webhook that is off leads to it', () => {
    expect(webhookItems([{ id: 'webh_1', name: 'ERP', status: 'DISABLED' }])).toMatchObject([
      { word: 'webhookOff', values: { name: 'ERP' }, path: '/developers/webhooks/webh_1' },
    ]);
  });

  it('deliveries count when they failed, or have failed so far', () => {
    const failed = { rows: [tried, tried], hasMore: true };
    expect(deliveryItems(failed, { rows: [tried, untried], hasMore: false }, '2026-11-18')).toMatchObject([
      { word: 'deliveriesFailed', values: { count: 2, shown: '2+' }, search: { startDate: '2026-11-18' } },
      { word: 'deliveriesRetried', values: { count: 1, shown: 1 } },
    ]);
  });

  it('disputes that can be answered are named by the time that is left, and those beyond three are a number', () => {
    const disputes = [
      aDispute('disp_1', { dueBy: '2026-11-30T15:00:00Z' }),
      aDispute('disp_2', { dueBy: '2026-11-24T20:00:00Z' }),
      aDispute('disp_3', { dueBy: null }),
      aDispute('disp_4', { dueBy: '2026-11-24T14:00:00Z' }),
      aDispute('disp_5', { dueBy: '2026-11-28T15:00:00Z' }),
    ];
    expect(disputeItems(disputes, now)).toMatchObject([
      { id: 'disp_2', values: { days: 0 } },
      { id: 'disp_5', values: { days: 4 } },
      { id: 'disp_1', values: { days: 6 } },
      { id: 'rest', values: { rest: 1 } },
    ]);
  });

  it('payouts count when they have waited for more than an hour; several lead to their list', () => {
    const payout = (id: string, kind: 'WITHDRAW' | 'TRANSFER', createdAt: string) => ({
      id,
      kind,
      amount: 500,
      createdAt,
      status: 'PENDING' as const,
    });
    const items = payoutItems(
      [
        payout('tran_1', 'WITHDRAW', '2026-11-24T10:00:00Z'),
        payout('tran_2', 'WITHDRAW', '2026-11-24T11:00:00Z'),
        payout('tran_3', 'WITHDRAW', '2026-11-24T14:30:00Z'),
        payout('tran_4', 'TRANSFER', '2026-11-24T10:00:00Z'),
      ],
      now,
      () => false,
    );
    expect(items).toMatchObject([
      { word: 'payoutsWaiting', amount: 1_000, path: '/payouts', search: { status: 'PENDING' } },
      { word: 'transfersWaiting', amount: 500, path: '/pix/tran_4' },
    ]);
  });

  it('a payout that waits for this person is the first, and is not late', () => {
    const approval = {
      status: 'WAITING' as const,
      requestedBy: { kind: 'USER' as const, id: 'user_2', description: null },
      isAlone: false,
      sendsAt: null,
      decidedBy: null,
      decidedAt: null,
      expiresAt: '2026-12-01T10:00:00Z',
    };
    const old = { kind: 'WITHDRAW', amount: 500, createdAt: '2026-11-24T10:00:00Z', status: 'PENDING' } as const;
    const payouts = [
      { ...old, id: 'tran_1' },
      { ...old, id: 'tran_2', approval },
      { ...old, id: 'tran_3', approval },
    ];
    expect(payoutItems(payouts, now, ({ id }) => id === 'tran_2')).toMatchObject([
      { word: 'payoutToApprove', path: '/payouts/tran_2' },
      { word: 'payoutsWaiting', path: '/payouts/tran_1' },
    ]);
  });

  it('a connected provider whose test failed or whose certificate ends is named', () => {
    const lastTest = { at: '2026-11-24T10:00:00Z', works: false, problems: [] };
    const bank = {
      provider: 'BACEN_PIX',
      connected: true,
      certificateDaysLeft: 12,
      lastTest,
      validation: null,
    } as const;
    expect(providerItems([bank, { ...bank, certificateDaysLeft: -1 }]).map(({ word }) => word)).toEqual([
      'providerIll',
      'certificateEnds',
      'providerIll',
      'certificateEnded',
    ]);
    expect(providerItems([{ ...bank, connected: false }])).toEqual([]);
    const validation = { url: 'https://pitanga.example/x', firstAskedAt: null, stoppedAt: lastTest.at };
    const stopped = { ...bank, certificateDaysLeft: null, lastTest: null, validation };
    expect(providerItems([stopped]).map(({ word }) => word)).toEqual(['payoutsStopped']);
  });

  it('subscriptions past due are one line with their sum', () => {
    expect(pastDueItems({ rows: [{ amount: 300 }, { amount: 200 }], hasMore: false })).toMatchObject([
      { amount: 500, values: { count: 2 }, search: { pastDue: 'true' } },
    ]);
  });

  it('leads to the charge of one refund that a customer asks for, and to the list of several', () => {
    const [one, other] = [
      { chargeId: 'pix_char_1', amount: 700 },
      { chargeId: 'card_2', amount: 300 },
    ];
    expect(refundRequestItems({ rows: [], hasMore: false })).toEqual([]);
    expect(refundRequestItems({ rows: [one], hasMore: false })).toMatchObject([
      { word: 'askedBack', amount: 700, path: '/charges/pix_char_1' },
    ]);
    expect(refundRequestItems({ rows: [one, other], hasMore: false })).toMatchObject([
      { amount: 1_000, path: '/refund-requests', search: { status: 'OPEN' } },
    ]);
  });

  it('one Pix without a charge leads to its page, several to the list of those that wait', () => {
    const [one, other] = [
      { id: 'tran_1', amount: 700 },
      { id: 'tran_2', amount: 300 },
    ] as const;
    expect(keyPaymentItems({ rows: [one], hasMore: false })).toMatchObject([
      { word: 'keyPaymentsWaiting', amount: 700, path: '/key-payments/tran_1' },
    ]);
    expect(keyPaymentItems({ rows: [one, other], hasMore: false })).toMatchObject([
      { amount: 1_000, values: { count: 2 }, path: '/key-payments', search: { status: 'WAITING' } },
    ]);
  });

  it('money that waits for a Pix key leads to its charge, and what is beyond three is a number', () => {
    const waiting = [1, 2, 3, 4, 5].map((number) => ({
      id: `ref_${String(number)}`,
      amount: number * 100,
      originalId: `pix_char_${String(number)}`,
    }));
    expect(refundItems(waiting)).toMatchObject([
      { word: 'refundNeedsKey', amount: 100, path: '/charges/pix_char_1' },
      { amount: 200 },
      { amount: 300 },
      { word: 'refundsMore', values: { rest: 2 }, path: '/charges/pix_char_4' },
    ]);
  });
});
