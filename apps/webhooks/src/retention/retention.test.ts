import { retentionBounds } from './retention';

describe('retention', () => {
  it.each([
    ['2027-01-29T23:59:59.999Z', '2026-10-01', '2025-12-01'],
    ['2027-01-30T00:00:00.000Z', '2026-11-01', '2025-12-01'],
    ['2028-01-31T23:59:59.999Z', '2027-11-01', '2026-12-01'],
    ['2028-02-01T00:00:00.000Z', '2027-11-01', '2027-01-01'],
  ])('keeps bodies for 90 days and the log for 13 months, in whole months: at %s', (now, bodies, log) => {
    expect(retentionBounds(new Date(now))).toEqual({ bodies: new Date(bodies), log: new Date(log) });
  });
});
