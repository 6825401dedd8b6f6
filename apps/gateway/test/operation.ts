import * as records from '@pitanga/records';
import { caller, type Answers, type SeenCall } from './whole-api';

/** One row of the tables of operations. */
export interface Operation {
  readonly call: string;
  readonly body?: object;
  /** Whose call it is: `full` unless the operation wants another; `member`: a session's. */
  readonly key?: string;
  readonly answers: Answers;
  /** What the service is asked, besides the tenant. */
  readonly request: object;
  /** All calls, where there are more than this one. */
  readonly calls?: readonly SeenCall[];
  /** The public record, made by the same function that the webhooks use. */
  readonly data: unknown;
  /** Of a list that no service pages. */
  readonly pagination?: object;
  /** What stands beside the page of a list. */
  readonly beside?: object;
}

/** `POST /v2/coupons/create`: of a call, without its query. */
export function callOf({ call }: Operation): string {
  return call.replace(/\?.*/, '');
}

export const page = { hasMore: true, next: 'id_last', before: undefined };
export const firstPage = {
  limit: 100,
  after: undefined,
  before: undefined,
  createdFrom: undefined,
  createdTo: undefined,
};
export const taxId = '123.456.789-09';
export const inline = { name: 'Ana', cellphone: '11987654321', email: 'ana@example.com', taxId };
export const inlineInput = { ...inline, taxId: '12345678909', zipCode: undefined, metadataJson: '{}' };

/** What a store shows of itself, under one of the names this has. */
export function publicMrrOperations(prefix: string): readonly Operation[] {
  const { tenant, storeName, storeWebsite, storeCreatedAt } = caller;
  const days = [
    { day: '2026-11-01', amountCents: 12_000, payments: 3 },
    { day: '2026-11-20', amountCents: -500, payments: 0 },
  ];
  const recurring = { mrrCents: 4990, activeSubscriptions: 2 };
  return [
    {
      call: `GET ${prefix}/merchant-info`,
      answers: {},
      request: {},
      calls: [],
      data: {
        id: tenant.storeId,
        name: storeName,
        website: storeWebsite,
        createdAt: storeCreatedAt.toISOString(),
      },
    },
    {
      call: `GET ${prefix}/mrr`,
      answers: { 'subscriptions.getRecurringRevenue': recurring },
      request: {},
      data: { mrr: 4990, totalActiveSubscriptions: 2 },
    },
    {
      call: `GET ${prefix}/revenue?startDate=2026-11-01&endDate=2026-11-20`,
      answers: { 'ledger.getRevenue': { days } },
      request: { fromDay: '2026-11-01', toDay: '2026-11-20' },
      data: {
        totalRevenue: 11_500,
        totalTransactions: 3,
        transactionsPerDay: {
          '2026-11-01': { amount: 12_000, count: 3 },
          '2026-11-20': { amount: -500, count: 0 },
        },
      },
    },
  ];
}

/** What came in by day and method, and before. */
export function receivedOperation(): Operation {
  const pix = { method: 'PAYMENT_METHOD_PIX' as const, amountCents: 10_000, feeCents: 80, payments: 2 };
  const card = { method: 'PAYMENT_METHOD_CARD' as const, amountCents: 5_000, feeCents: 235, payments: 1 };
  const days = [
    { day: '2026-11-17', methods: [pix], refundedCents: 100, disputedCents: 0 },
    { day: '2026-11-18', methods: [card, pix], refundedCents: 0, disputedCents: 700 },
    { day: '2026-11-20', methods: [pix], refundedCents: 5_000, disputedCents: 0 },
  ];
  const onlyPix = { amount: 10_000, platformFee: 80, netAmount: 9_920, count: 2 };
  const ofPix = { method: 'PIX', ...onlyPix };
  const ofCard = { method: 'CARD', amount: 5_000, platformFee: 235, netAmount: 4_765, count: 1 };
  const both = { amount: 15_000, platformFee: 315, netAmount: 14_685, count: 3, methods: [ofPix, ofCard] };
  const twicePix = { amount: 20_000, platformFee: 160, netAmount: 19_840, count: 4 };
  const total = {
    amount: 25_000,
    platformFee: 395,
    netAmount: 24_605,
    count: 5,
    refundedAmount: 5_000,
    disputedAmount: 700,
  };
  return {
    call: 'GET /v2/revenue/received?startDate=2026-11-18&endDate=2026-11-20',
    answers: { 'ledger.getReceipts': { days } },
    request: { fromDay: '2026-11-15', toDay: '2026-11-20' },
    data: {
      period: {
        startDate: '2026-11-18',
        endDate: '2026-11-20',
        ...total,
        methods: [{ method: 'PIX', ...twicePix }, ofCard],
      },
      previous: {
        startDate: '2026-11-15',
        endDate: '2026-11-17',
        ...onlyPix,
        refundedAmount: 100,
        disputedAmount: 0,
        methods: [ofPix],
      },
      days: [
        { day: '2026-11-18', ...both, refundedAmount: 0, disputedAmount: 700 },
        { day: '2026-11-20', ...onlyPix, refundedAmount: 5_000, disputedAmount: 0, methods: [ofPix] },
      ],
    },
  };
}

/** What was paid, by where buyers came from. */
export function revenueByUtmOperation(): Operation {
  const days = { startDate: '2026-11-18', endDate: '2026-11-20' };
  const sums = [
    { value: 'natal', payments: 3, amountCents: 30_000, refundedCents: 5_000 },
    { value: undefined, payments: 1, amountCents: 5_000, refundedCents: 0 },
  ];
  return {
    call: 'GET /v2/revenue/by-utm?startDate=2026-11-18&endDate=2026-11-20&by=utm_campaign',
    answers: { 'charges.sumChargesByUtm': { sums, rest: { payments: 2, amountCents: 200, refundedCents: 100 } } },
    request: { fromDay: days.startDate, toDay: days.endDate, by: 'UTM_FIELD_CAMPAIGN' },
    data: {
      ...days,
      by: 'utm_campaign',
      rows: [
        { value: 'natal', count: 3, amount: 30_000, refundedAmount: 5_000 },
        { value: null, count: 1, amount: 5_000, refundedAmount: 0 },
      ],
      rest: { count: 2, amount: 200, refundedAmount: 100 },
    },
  };
}

const balance = { availableCents: -1, pendingCents: 2, blockedCents: 3, topUpCents: 4 };

export function storeOperation(path: string): Operation {
  const { tenant, storeName, storeWebsite, storeCreatedAt } = caller;
  const { storeId: id, devMode } = tenant;
  return {
    call: `GET ${path}`,
    answers: { 'ledger.getBalance': balance },
    request: {},
    data: records.storeRecord(
      { id, devMode, name: storeName, website: storeWebsite, createdAt: storeCreatedAt },
      balance,
    ),
  };
}
