import * as records from '@pitanga/records';
import { caller, type Answers, type SeenCall } from './whole-api';

/** One row of the tables of operations. */
export interface Operation {
  readonly call: string;
  readonly body?: object;
  /** Whose call it is: `full` unless the operation wants another. */
  readonly key?: string;
  readonly answers: Answers;
  /** What the service is asked, besides the tenant. */
  readonly request: object;
  /** All calls, where there are more than this one. */
  readonly calls?: readonly SeenCall[];
  /** The public record, made by the same function that the webhooks use. */
  readonly data: unknown;
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

const balance = { availableCents: -1, pendingCents: 2, blockedCents: 3 };

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
