import { hasBalance, nameOfEntry, pathOfEntry, sumMovements, type StatementEntry } from './entry';

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

  it('a split payment has the gross of what was paid, and adds what its parts leave', () => {
    const movements = [
      moved('payment', 10_000, 'credit'),
      moved('fee', 80, 'debit'),
      moved('transfer', 3_000, 'debit'),
    ];
    expect(sumMovements({ movements })).toEqual({ gross: 10_000, fee: 80, effect: 6_920 });
  });

  it('a part of a payment, in the statement of its seller, is what the seller got', () => {
    const movements = [moved('transfer', 3_000, 'credit')];
    expect(sumMovements({ movements })).toEqual({ gross: 3_000, fee: 0, effect: 3_000 });
  });
});

describe('the record that an entry leads to', () => {
  const entry = (fields: Partial<StatementEntry>): StatementEntry =>
    ({ kind: 'PAYMENT', chargeId: null, sourceId: null, movements: [], ...fields }) as unknown as StatementEntry;
  const ofSeller = [{ ...moved('transfer', 100, 'credit'), subAccountId: 'sacc_1' }];

  it.each<[string | undefined, Partial<StatementEntry>]>([
    ['/charges/pix_char_1', { chargeId: 'pix_char_1', sourceId: 'pix_char_1' }],
    ['/charges/pix_char_1', { kind: 'REFUND', chargeId: 'pix_char_1', sourceId: 'refu_1' }],
    ['/disputes/disp_1', { kind: 'DISPUTE', chargeId: 'pix_char_1', sourceId: 'disp_1' }],
    ['/payouts/tran_1', { kind: 'WITHDRAW', sourceId: 'tran_1' }],
    ['/pix/tran_2', { kind: 'TRANSFER', sourceId: 'tran_2' }],
    ['/pix/tran_3', { kind: 'WITHDRAW', sourceId: 'tran_3', movements: ofSeller }],
    ['/sellers/sacc_1', { kind: 'TRANSFER', sourceId: 'stra_1', movements: ofSeller }],
    ['/advances', { kind: 'ADVANCE', sourceId: 'adva_1' }],
    [undefined, { kind: 'RETURN' }],
  ])('is %s for %j', (path, fields) => {
    expect(pathOfEntry(entry(fields))).toBe(path);
  });
});

describe('the name of an entry', () => {
  it.each([
    ['transferIn', 'TRANSFER', 'stra_1', 'credit'],
    ['transferOut', 'TRANSFER', 'stra_1', 'debit'],
    ['pixSent', 'TRANSFER', 'tran_1', 'debit'],
    ['RETURN', 'RETURN', 'tran_1', 'credit'],
  ] as const)('is %s of a %s about %s that is a %s', (name, kind, sourceId, effect) => {
    const entry = { kind, sourceId, movements: [moved('transfer', 100, effect)] } as unknown as StatementEntry;
    expect(nameOfEntry(entry)).toBe(name);
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
