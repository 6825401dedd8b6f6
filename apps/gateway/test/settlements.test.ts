import { startBeforeAll } from '@pitanga/testing';
import { aSettlement } from './messages';
import { wholeApi } from './whole-api';

const api = startBeforeAll(wholeApi);

describe('what comes in', () => {
  it.each([
    ['list?chargeId=card_1&method=CARD', "Property 'chargeId' should not be used with other filters"],
    ['list?chargeId=card_1&startDate=2026-11-20', "Property 'chargeId' should not be used with other filters"],
    ['list?method=FREE', "Property 'method'"],
    ['list?startDate=2026-12-02&endDate=2026-12-01', "Property 'startDate' should not be after 'endDate'"],
    ['calendar', "Expected property 'startDate' to be string but found: undefined"],
    ['calendar?startDate=2026-11-02&endDate=2026-11-01', "Property 'startDate' should not be after 'endDate'"],
    ['calendar?startDate=2025-11-01&endDate=2026-12-06', 'should be at most 400 days apart'],
  ])('of %j is refused before the ledger is asked', async (query, error) => {
    const { statusCode, json } = await api.get(`/v2/settlements/${query}`);
    expect(json).toMatchObject({ data: null, success: false, error: expect.stringContaining(error) as unknown });
    expect([statusCode, api.calls]).toEqual([400, []]);
  });

  it.each([
    ['PENDING', { pendingCents: 1_000, settledCents: 180 }, 2_000],
    ['SETTLED', { pendingCents: 0, settledCents: 3_000 }, 180],
    ['TAKEN', { pendingCents: 0, settledCents: 0 }, 3_180],
  ])('is %s by what became of the installment, which adds up', async (status, changes, takenAmount) => {
    const settlements = [{ ...aSettlement, ...changes }];
    api.answering({ 'ledger.listSettlements': { settlements, page: { hasMore: false } } });
    const { json } = await api.get('/v2/settlements/list?chargeId=card_1');
    expect(json).toMatchObject({ data: [{ status, amount: 3_180, takenAmount }] });
  });
});
