import { sumMovements, hasBalance, pathOfEntry, type StatementEntry } from './entry';

type Movement = StatementEntry['movements'][number];

const moved = (type: Movement['type'], amount: number, balanceEffect: Movement['balanceEffect']): Movement => ({
  category: type,
  type,
  description: null,
  amount,
  balanceEffect,
  kind: balanceEffect === 'debit' ? 'WITHDRAW' : 'DEPOSIT',
  method: null,
});

describe('the figures of an entry of the statement', () => {
  it('a Pix payment adds what is left after its fee', () => {
    const movements = [moved('payment', 10_000, 'credit'), moved('fee', 80, 'debit')];
    expect(sumMovements({ movements })).toEqual({ gross: 10_000, fee: 80, effect: 9_920 });
  });

  it('a card payment has figures and changes nothing that is available', () => {
    const movements = [moved('payment', 10_000, 'none'), moved('fee', 399, 'none')];
    expect(sumMovements({ movements })).toEqual({ gross: 10_000, fee: 399, effect: undefined });
  });

  it('a payout takes its amount and its fee', () => {
    const movements = [moved('withdraw', 5_000, 'debit'), moved('fee', 80, 'debit')];
    expect(sumMovements({ movements })).toEqual({ gross: 5_000, fee: 80, effect: -5_080 });
  });
});

describe('the record that an entry leads to', () => {
  const entry = (fields: Partial<StatementEntry>): StatementEntry =>
    ({ kind: 'PAYMENT', chargeId: null, sourceId: null, ...fields }) as StatementEntry;

  it.each<[string | undefined, Partial<StatementEntry>]>([
    ['/charges/pix_char_1', { chargeId: 'pix_char_1', sourceId: 'pix_char_1' }],
    ['/charges/pix_char_1', { kind: 'REFUND', chargeId: 'pix_char_1', sourceId: 'refu_1' }],
    ['/disputes/disp_1', { kind: 'DISPUTE', chargeId: 'pix_char_1', sourceId: 'disp_1' }],
    ['/payouts/tran_1', { kind: 'WITHDRAW', sourceId: 'tran_1' }],
    ['/pix/tran_2', { kind: 'TRANSFER', sourceId: 'tran_2' }],
    ['/advances', { kind: 'ADVANCE', sourceId: 'adva_1' }],
    [undefined, { kind: 'RETURN' }],
  ])('is %s for %j', (path, fields) => {
    expect(pathOfEntry(entry(fields))).toBe(path);
  });
});

describe('the balance after each entry', () => {
  it.each([
    [true, {}],
    [true, { startDate: '2026-11-01' }],
    [true, { startDate: '2026-11-01', endDate: '2026-11-30' }],
    [false, { kind: 'PAYMENT' }],
    [false, { endDate: '2026-11-30', search: 'ana' }],
  ])('is %s for the filters %j', (expected, filters) => {
    expect(hasBalance(filters)).toBe(expected);
  });
});
