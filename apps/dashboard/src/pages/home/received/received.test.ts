import { computeChange, everyDay, computeNet, periodBefore, parseRange, rangeOn, type Received } from './received';

const onDay = (day: string, pix: number, card: number): Received['days'][number] => ({
  day,
  amount: pix + card,
  platformFee: 80,
  netAmount: pix + card - 80,
  count: 2,
  refundedAmount: 10,
  disputedAmount: 5,
  methods: [
    { method: 'PIX', amount: pix, platformFee: 40, netAmount: pix - 40, count: 1 },
    { method: 'CARD', amount: card, platformFee: 40, netAmount: card - 40, count: 1 },
  ],
});

describe('what was received by day', () => {
  it('has every day of the period, those without payments as zeros', () => {
    const period = { startDate: '2026-02-27', endDate: '2026-03-02' };
    const days = everyDay(period, [onDay('2026-02-28', 500, 700)]);
    expect(days.map(({ day, amount }) => [day, amount])).toEqual([
      ['2026-02-27', 0],
      ['2026-02-28', 1_200],
      ['2026-03-01', 0],
      ['2026-03-02', 0],
    ]);
    expect(days[1]?.byMethod).toEqual({
      PIX: { amount: 500, netAmount: 460 },
      BOLETO: { amount: 0, netAmount: 0 },
      CARD: { amount: 700, netAmount: 660 },
    });
    expect(days[0]).toMatchObject({ netAmount: 0, platformFee: 0, refundedAmount: 0, count: 0 });
  });

  it('is net of fees and of the refunds of the days, and not of disputes', () => {
    const period = { startDate: '2026-02-28', endDate: '2026-02-28' };
    expect(computeNet({ ...period, ...onDay('2026-02-28', 500, 700) })).toBe(1_200 - 80 - 10);
  });

  it.each([
    ['7', '2026-11-18'],
    ['30', '2026-10-26'],
    ['90', '2026-08-27'],
    ['month', '2026-11-01'],
  ] as const)('the range %s ends today and begins on %s', (name, startDate) => {
    expect(rangeOn(name, '2026-11-24')).toEqual({ startDate, endDate: '2026-11-24' });
  });

  it('an address without a range, or with another text, means 30 days', () => {
    expect([parseRange(undefined), parseRange('365'), parseRange('90')]).toEqual(['30', '30', '90']);
  });

  it.each([
    ['2026-11-18', '2026-11-24', '2026-11-11', '2026-11-17'],
    ['2026-03-01', '2026-03-01', '2026-02-28', '2026-02-28'],
    ['2026-01-01', '2026-01-31', '2025-12-01', '2025-12-31'],
  ])('before %s to %s come as many days, %s to %s', (startDate, endDate, first, last) => {
    expect(periodBefore({ startDate, endDate })).toEqual({ startDate: first, endDate: last });
  });

  it.each([
    [150, 100, 5_000],
    [100, 150, -3_330],
    [100, 100, 0],
    [0, 100, -10_000],
    [100, 0, undefined],
    [0, 0, undefined],
    [100, -50, 30_000],
  ])('%d after %d is a change of %p basis points', (now, before, change) => {
    expect(computeChange(now, before)).toBe(change);
  });
});
