import { invalidArgument } from '@pitanga/core';
import { startBeforeAll } from '@pitanga/testing';
import { wholeApi } from './whole-api';

const api = startBeforeAll(wholeApi);
beforeEach(() => {
  api.answering({
    'ledger.reconcileStatement': { openingCents: 0, closingCents: 0, sums: [], journalsCents: 0 },
    'ledger.listStatement': { entries: [], page: { hasMore: false, next: undefined, before: undefined } },
  });
});

describe('the filters of the statement take the words of AbacatePay', () => {
  const moneyIn = ['PAYMENT', 'SETTLEMENT', 'TRANSFER', 'ADVANCE', 'DISPUTE_RELEASE', 'RETURN', 'TOP_UP'];

  it.each([
    ['kind=DEPOSIT', { kinds: moneyIn, isDeposit: true, method: undefined }],
    ['kind=CARD_APPROVED', { kinds: ['PAYMENT'], method: 'CARD' }],
    ['kind=WITHDRAW', { kinds: ['WITHDRAW'], method: undefined }],
    ['method=PIX_QRCODE', { kinds: [], method: 'PIX' }],
    ['method=TED', { kinds: [], method: 'TED' }],
    ['method=INTERNAL', { kinds: ['SETTLEMENT', 'ADVANCE'], method: undefined }],
    ['kind=DEPOSIT&method=INTERNAL', { kinds: ['SETTLEMENT', 'ADVANCE'], isDeposit: true, method: undefined }],
    ['kind=PAYMENT&method=PIX', { kinds: ['PAYMENT'], method: 'PIX' }],
  ])('%s', async (query, { kinds, method, ...meant }) => {
    expect((await api.get(`/v2/bank-statement/list?${query}`)).statusCode).toBe(200);
    const request = {
      kinds: kinds.map((kind) => `STATEMENT_KIND_${kind}`),
      isDeposit: 'isDeposit' in meant ? meant.isDeposit : undefined,
      method: method && `PAYMENT_METHOD_${method}`,
    };
    expect(api.calls).toMatchObject([{ name: 'ledger.listStatement', request }]);
  });

  it('kind=WITHDRAW, which both have, as the store chose', async () => {
    await api.get('/v2/bank-statement/list?kind=WITHDRAW', 'abacatepay');
    const kinds = ['WITHDRAW', 'TRANSFER', 'REFUND', 'FEE', 'DISPUTE', 'CHARGEBACK'];
    const ofWire = kinds.map((kind) => `STATEMENT_KIND_${kind}`);
    expect(api.calls).toMatchObject([{ request: { kinds: ofWire, isDeposit: false } }]);
  });

  it.each(['kind=CARD_APPROVED&method=TED', 'kind=CARD_APPROVED&method=PIX', 'kind=PAYMENT&method=INTERNAL'])(
    '%s, which no entry can be, is an empty list',
    async (query) => {
      const { json } = await api.get(`/v2/bank-statement/list?${query}`);
      expect(json).toMatchObject({ data: [], pagination: { hasMore: false, next: null, before: null } });
      expect(api.calls).toEqual([]);
    },
  );
});

describe('the balance after each entry', () => {
  it.each([
    ...['method=TED', 'kind=CARD_APPROVED&method=PIX', 'kind=PAYMENT&method=INTERNAL', 'kind=DEPOSIT', 'method=PIX'],
    ...['status=PENDING', 'search=ana', 'subAccountId=sacc_1'],
  ])('is refused with a filter, whether or not an entry can meet it: %s', async (query) => {
    const { statusCode, json } = await api.get(`/v2/bank-statement/list?withBalance=true&${query}`);
    const error = "Property 'withBalance' should not be used with status, method, kind, search, subAccountId";
    expect([statusCode, (json as { readonly error: string }).error]).toEqual([400, error]);
    expect(api.calls).toEqual([]);
  });
});

const reconciliation = '/v2/bank-statement/reconciliation';

describe('the reconciliation of the statement', () => {
  it.each([
    ['', "Expected property 'startDate' to be string but found: undefined"],
    ['?startDate=2026-11-01', "Expected property 'endDate' to be string but found: undefined"],
    ['?startDate=2026-02-30&endDate=2026-03-01', "Property 'startDate' should be a day YYYY-MM-DD"],
    ['?startDate=2023-12-31&endDate=2024-01-01', "Property 'startDate' should not be before 2024-01-01"],
    ['?startDate=2026-11-02&endDate=2026-11-01', "Property 'startDate' should not be after 'endDate'"],
    ['?startDate=2026-10-01&endDate=2026-11-01', "Properties 'startDate' and 'endDate' should include at most 31 days"],
  ])('of %j is refused before the ledger is asked', async (query, error) => {
    const { statusCode, json } = await api.get(`${reconciliation}${query}`);
    expect(json).toMatchObject({ data: null, success: false, error: expect.stringContaining(error) as unknown });
    expect([statusCode, api.calls]).toEqual([400, []]);
  });

  it('takes a month of 31 days', async () => {
    const { json } = await api.get(`${reconciliation}?startDate=2026-10-01&endDate=2026-10-31`);
    expect(json).toMatchObject({ data: { lines: [], isBalanced: true, ledgerDifference: 0 } });
  });

  it('says that it does not balance, and by how much', async () => {
    const sums = [{ kind: 'STATEMENT_KIND_PAYMENT', creditCents: 500, debitCents: 10, entries: 1 }];
    api.answering({
      'ledger.reconcileStatement': { openingCents: 0, closingCents: 490, sums, journalsCents: 500 },
    });
    const { json } = await api.get(`${reconciliation}?startDate=2026-11-01&endDate=2026-11-01`);
    expect(json).toMatchObject({ data: { credits: 500, debits: 10, ledgerDifference: -10, isBalanced: false } });
  });

  it('passes on that the period is too large', async () => {
    api.answering({
      'ledger.reconcileStatement': () => {
        throw invalidArgument('The period has too many entries', 'PERIOD_TOO_LARGE');
      },
    });
    const { statusCode, json } = await api.get(`${reconciliation}?startDate=2026-11-01&endDate=2026-11-01`);
    expect(statusCode).toBe(400);
    expect(json).toMatchObject({ code: 'PERIOD_TOO_LARGE', error: 'The period has too many entries' });
  });

  it('needs a key that may read the statement', async () => {
    const url = `${reconciliation}?startDate=2026-11-01&endDate=2026-11-01`;
    expect((await api.get(url, 'without-BANK_STATEMENT-READ')).statusCode).toBe(403);
    expect((await api.app.inject({ url })).statusCode).toBe(401);
    expect(api.calls).toEqual([]);
  });
});

describe('the list of the statement', () => {
  it('asks for no balance, and shows none, unless it is wanted', async () => {
    for (const query of ['', '?withBalance=false']) {
      await api.get(`/v2/bank-statement/list${query}`);
      expect(api.calls.at(-1)?.request).not.toMatchObject({ withBalance: true });
    }
    const { statusCode } = await api.get('/v2/bank-statement/list?withBalance=maybe');
    expect(statusCode).toBe(400);
  });
});
