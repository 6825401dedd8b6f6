import { cents } from '@pitanga/core';
import { dayRange, reconcile, reconcileAccount, widen, type SettlementLine } from './reconciliation';
import { parseSettlementCsv, settlementCsv } from './settlement-file';

function aLine(changes: Partial<SettlementLine> = {}): SettlementLine {
  return {
    reference: 'pix_char_1',
    method: 'PIX',
    type: 'PAYMENT',
    amountCents: cents(10_000),
    day: '2026-11-20',
    ...changes,
  };
}

const range = { fromDay: '2026-11-20', toDay: '2026-11-22' };

describe('a settlement file', () => {
  it('is read as it was written', () => {
    const lines = [
      aLine(),
      aLine({ reference: 'ref_1', type: 'REFUND', method: undefined }),
      aLine({ reference: 'disp_1', type: 'CHARGEBACK', method: 'CARD', day: '2026-11-22' }),
    ];
    expect(parseSettlementCsv(settlementCsv(lines))).toEqual(lines);
    expect(parseSettlementCsv(`\uFEFF${settlementCsv(lines).replaceAll('\n', '\r\n')}\r\n`)).toEqual(lines);
    expect(dayRange(lines)).toEqual(range);
  });

  it.each([
    ['x,y\n', 'The first line should be: reference,method,type,amount,date'],
    ['pix_char_1,PIX,PAYMENT,100', 'Line 2: it should have 5 fields but has 4'],
    [',PIX,PAYMENT,100,2026-11-20', 'Line 2: the reference is empty'],
    ['pix_char_1,CASH,PAYMENT,100,2026-11-20', 'Line 2: the method should be one of PIX, BOLETO, CARD'],
    ['pix_char_1,PIX,SALE,100,2026-11-20', 'Line 2: the type should be one of'],
    ['pix_char_1,PIX,PAYMENT,1.00,2026-11-20', 'Line 2: the amount should be in centavos'],
    ['pix_char_1,PIX,PAYMENT,-100,2026-11-20', 'Line 2: the amount should be in centavos'],
    ['pix_char_1,PIX,PAYMENT,100,20/11/2026', 'Line 2: the date should be a day'],
  ])('that says %j is refused by its line', (line, message) => {
    const text = line.startsWith('x,y') ? line : `reference,method,type,amount,date\n${line}\n`;
    expect(() => parseSettlementCsv(text)).toThrow(message);
  });
});

describe('a reconciliation', () => {
  it('of the same lines finds nothing, in any order', () => {
    const lines = [aLine(), aLine({ type: 'REFUND', reference: 'ref_1' }), aLine({ reference: 'card_1' })];
    expect(reconcile(lines, lines.toReversed(), range)).toEqual({ matched: 3, missing: [], extra: [], different: [] });
  });

  it('leaves out a payout that came back because it failed: the ledger has neither', () => {
    const out = aLine({ type: 'PAYOUT', reference: 'tran_1' });
    const back = aLine({ type: 'PAYOUT_RETURN', reference: 'tran_1' });
    const other = aLine({ type: 'PAYOUT_RETURN', reference: 'tran_2' });
    expect(reconcile([out, back, other], [], range).extra).toEqual([other]);
    expect(reconcile([out, { ...back, amountCents: cents(1) }], [], range).extra).toHaveLength(2);
    expect(reconcile([out, back], [out, back], range)).toMatchObject({ matched: 2, extra: [] });
  });

  it('compares payouts with a file that has one, and each return of one payout', () => {
    const out = aLine({ type: 'PAYOUT', reference: 'tran_1' });
    const returns = [100, 200].map((amount) => ({
      ...out,
      type: 'PAYOUT_RETURN' as const,
      amountCents: cents(amount),
    }));
    const other = { ...out, reference: 'tran_2' };
    expect(reconcile([aLine()], [aLine(), out], range)).toMatchObject({ matched: 1, missing: [] });
    expect(reconcile([out], [out, other], range)).toMatchObject({ matched: 1, missing: [other] });
    expect(reconcile([out, ...returns.toReversed()], [out, ...returns], range)).toMatchObject({
      ...{ matched: 3, missing: [], extra: [], different: [] },
    });
  });

  it('matches what came back of a payout in parts, however they were booked, and finds a part that was not', () => {
    const part = (amount: number, day = '2026-11-20') =>
      aLine({ type: 'PAYOUT_RETURN', reference: 'tran_1', amountCents: cents(amount), day });
    const [first, second] = [part(2_000), part(3_000)];
    // What is booked is of the line that is like it, whichever comes first.
    expect(reconcile([first, second], [second], range)).toMatchObject({ matched: 1, extra: [first], different: [] });
    expect(reconcile([first, second], [second, first], range)).toMatchObject({ matched: 2, missing: [], extra: [] });
    // Two of the same amount and day are two.
    expect(reconcile([first, first], [first, first], range)).toMatchObject({ matched: 2, extra: [], different: [] });
    expect(reconcile([first, second], [part(5_000)], range)).toMatchObject({ matched: 2, missing: [], different: [] });
    expect(reconcile([first, second], [first], range)).toMatchObject({ matched: 1, extra: [second] });
    expect(reconcile([first], [first, second], range)).toMatchObject({ matched: 1, missing: [second], extra: [] });
    expect(reconcile([first, second], [part(4_999)], range).different).toHaveLength(1);
  });

  it('finds what is missing, extra, twice and different in the file', () => {
    const [lost, unknown] = [aLine({ reference: 'lost' }), aLine({ reference: 'unknown' })];
    const booked = ['amount', 'method', 'day', 'same'].map((reference) => aLine({ reference }));
    const settled = [
      aLine({ reference: 'amount', amountCents: cents(9_999) }),
      aLine({ reference: 'method', method: 'CARD' }),
      aLine({ reference: 'day', day: '2026-11-21' }),
      aLine({ reference: 'same' }),
    ];
    const found = reconcile([...settled, aLine({ reference: 'same' }), unknown], [...booked, lost], range);
    expect(found).toEqual({
      matched: 1,
      missing: [lost],
      extra: [aLine({ reference: 'same' }), unknown],
      different: booked.slice(0, 3).map((line, index) => ({ booked: line, settled: settled[index] })),
    });
  });

  it('reports nothing missing of days outside the file, and matches a line that is a few days off', () => {
    const before = aLine({ reference: 'before', day: '2026-11-19' });
    const late = aLine({ reference: 'late', day: '2026-11-18' });
    const settled = aLine({ reference: 'late' });
    const found = reconcile([settled], [before, late], range);
    expect(found).toEqual({ matched: 0, missing: [], extra: [], different: [{ booked: late, settled }] });
    expect(widen(range)).toEqual({ fromDay: '2026-11-16', toDay: '2026-11-26' });
  });

  it('compares no method that is undefined', () => {
    expect(reconcile([aLine({ method: undefined })], [aLine()], range).matched).toBe(1);
  });
});

describe('a reconciliation of one account', () => {
  const [own, others, nobodys] = ['ASAAS', 'BACEN_PIX', undefined].map((account) =>
    aLine({ reference: account ?? 'unknown', account }),
  ) as [SettlementLine, SettlementLine, SettlementLine];

  it('compares what is booked of it, and what nobody said the account of', () => {
    const settled = [own, others].map((line) => ({ ...line, account: undefined }));
    expect(reconcileAccount(settled, [own, others, nobodys], range, 'ASAAS')).toEqual({
      matched: 1,
      missing: [],
      extra: [others],
      different: [],
      unknown: { found: 0, missing: [nobodys] },
    });
    const bank = reconcileAccount([nobodys], [own, others, nobodys], range, 'BACEN_PIX');
    expect(bank).toMatchObject({ matched: 1, missing: [others], unknown: { found: 1, missing: [] } });
  });

  it('compares its own payouts always, and those of an unknown account where the file has payouts', () => {
    const payouts = [own, others, nobodys].map((line) => ({ ...line, type: 'PAYOUT' as const }));
    const [ownPayout, , unknownPayout] = payouts;
    const without = reconcileAccount([own], [own, ...payouts], range, 'ASAAS');
    expect(without).toMatchObject({ matched: 1, missing: [ownPayout], unknown: { found: 0, missing: [] } });
    const having = reconcileAccount([own, ownPayout!], [own, ...payouts], range, 'ASAAS');
    expect(having).toMatchObject({ matched: 2, missing: [], unknown: { found: 0, missing: [unknownPayout] } });
  });

  it('says nothing of an unknown account outside the days of the file', () => {
    const before = { ...nobodys, day: '2026-11-19' };
    expect(reconcileAccount([own], [own, before], range, 'ASAAS').unknown).toEqual({ found: 0, missing: [] });
  });
});
