import { digitableLine, encodeBarCode, cents } from '@pitanga/core';
import { compatibilities, eventDataIn, recordIn, type Compatibility } from './compatibility';
import { statementKinds, type StatementKindName } from './statement';

const barCode = encodeBarCode({
  bank: '237',
  dueDate: '2025-02-22',
  amountCents: cents(25_000),
  freeField: '3381260007827130000000000'.slice(0, 25),
});
const boleto = { id: 'char_1', barCode, barCodeNumber: barCode, digitableLine: digitableLine(barCode) };

/** What each field holds by the two meanings; whatever is not here is the same in both. */
describe.each<[Compatibility, (words: readonly [unknown, unknown]) => unknown]>([
  ['2026-11-28', ([ours]) => ours],
  ['2026-11-29', ([, theirs]) => theirs],
])('by %s', (compatibility, of) => {
  it('barCode of a boleto', () => {
    const line = boleto.digitableLine.replace(
      /(.{5})(.{5})(.{5})(.{6})(.{5})(.{6})(.)(.{14})/,
      '$1.$2 $3.$4 $5.$6 $7 $8',
    );
    expect(recordIn(compatibility, boleto)).toEqual({ ...boleto, barCode: of([barCode, line]) });
    const waiting = { ...boleto, barCode: '', barCodeNumber: '', digitableLine: '' };
    expect(recordIn(compatibility, waiting)).toEqual(waiting);
  });

  it('installmentsCount of one payment', () => {
    for (const installmentsCount of [null, 2, 12]) {
      expect(recordIn(compatibility, { installmentsCount })).toEqual({ installmentsCount });
    }
    expect(recordIn(compatibility, { installmentsCount: 1 })).toEqual({ installmentsCount: of([1, null]) });
  });

  it('cancelledDueTo of an authorisation that was revoked', () => {
    const words = ['authorization_revoked', 'pix_automatic_authorization_refused'] as const;
    expect(recordIn(compatibility, { cancelledDueTo: words[0] })).toEqual({ cancelledDueTo: of(words) });
    for (const cancelledDueTo of [null, 'max_payment_retries_exceeded']) {
      expect(recordIn(compatibility, { cancelledDueTo })).toEqual({ cancelledDueTo });
    }
  });

  it('references and categories of the statement, for every kind', () => {
    const categories: Readonly<Record<StatementKindName, string>> = {
      PAYMENT: 'transaction',
      SETTLEMENT: 'transaction',
      ADVANCE: 'transaction',
      DISPUTE: 'transaction',
      TOP_UP: 'transaction',
      WITHDRAW: 'withdrawal',
      TRANSFER: 'withdrawal',
      REFUND: 'refund',
      CHARGEBACK: 'refund',
      FEE: 'fee',
      RETURN: 'reversal',
      DISPUTE_RELEASE: 'reversal',
    };
    const moved = (word: (kind: StatementKindName) => unknown, feeMethod = 'PIX') =>
      statementKinds.map((kind) => ({
        amount: 1,
        type: kind.toLowerCase(),
        category: word(kind),
        method: kind === 'FEE' ? feeMethod : 'PIX',
      }));
    const entry = { sourceId: 'tran_1', externalId: 'ped-1', chargeId: null };
    const ours = moved((kind) => kind.toLowerCase());
    expect(recordIn(compatibility, { ...entry, referenceId: 'tran_1', movements: ours })).toEqual({
      ...entry,
      referenceId: of(['tran_1', 'ped-1']),
      movements: of([ours, moved((kind) => categories[kind], 'INTERNAL')]),
    });
  });

  it('a movement within the account has the method INTERNAL', () => {
    const moved = (method: unknown) => [{ amount: 1, type: 'settlement', kind: 'DEPOSIT', category: 'x', method }];
    const entry = { sourceId: 'char_1', externalId: null, referenceId: null };
    const shown = recordIn(compatibility, { ...entry, movements: moved(null) });
    expect(shown).toMatchObject({ movements: [{ method: of([null, 'INTERNAL']) }] });
  });

  it('a transfer that comes in is no withdrawal', () => {
    const moved = (category: unknown) => [{ amount: 1, type: 'transfer', kind: 'DEPOSIT', category }];
    const entry = { sourceId: 'stra_1', externalId: null, referenceId: null };
    const shown = recordIn(compatibility, { ...entry, movements: moved('transfer') });
    expect(shown).toMatchObject({ movements: moved(of(['transfer', 'transaction'])) });
  });

  it('the customer of an event without one, and the records beside it', () => {
    const none = { id: '', name: null, email: null, taxId: null };
    expect(eventDataIn(compatibility, { transparent: boleto, customer: null, payerInformation: null })).toEqual({
      transparent: recordIn(compatibility, boleto),
      customer: of([null, none]),
      payerInformation: null,
    });
    const customer = { id: 'cust_1', name: 'Ana', email: '', taxId: '' };
    expect(eventDataIn(compatibility, { customer })).toEqual({ customer });
    expect(eventDataIn(compatibility, { withdraw: { id: 'tran_1' } })).toEqual({ withdraw: { id: 'tran_1' } });
    expect(eventDataIn(compatibility, { changes: ['PAUSED'] })).toEqual({ changes: ['PAUSED'] });
  });
});

it('what is inside a record is its caller’s, whatever it is called', () => {
  const record = { metadata: { barCode: '1', digitableLine: '2', installmentsCount: 1, sourceId: 'x', movements: [] } };
  for (const compatibility of compatibilities) expect(recordIn(compatibility, record)).toEqual(record);
});
