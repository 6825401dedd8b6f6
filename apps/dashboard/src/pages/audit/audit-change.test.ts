import { findDifferences, hiddenFields, shownValue } from './audit-change';
import { isFieldWord } from './field-words';
import { limitNames } from '../settings/limits/limits';

describe('what an entry of the audit log changed', () => {
  it('names each field that differs, and none that stayed', () => {
    expect(findDifferences({ role: 'VIEWER', a: [1] }, { role: 'FINANCE', a: [1] })).toEqual([
      { field: 'role', before: 'VIEWER', after: 'FINANCE' },
    ]);
    expect(findDifferences(null, { role: 'OWNER' })).toEqual([{ field: 'role', before: undefined, after: 'OWNER' }]);
    expect(findDifferences({ role: 'OWNER' }, null)).toEqual([{ field: 'role', before: 'OWNER', after: undefined }]);
    expect(findDifferences(null, null)).toEqual([]);
  });

  it('tells apart what changed without its values', () => {
    expect(findDifferences({}, { changed: ['legalName'] })).toEqual([]);
    expect(hiddenFields({ changed: ['legalName'] })).toEqual(['legalName']);
    expect(hiddenFields(null)).toEqual([]);
  });

  it('shows centavos as money, basis points as a rate, instants as times', () => {
    expect(shownValue('fees.pixCents', 80)).toEqual({ kind: 'money', amount: 80 });
    for (const limit of limitNames.filter((name) => !/Seconds|Keys/.test(name))) {
      expect(shownValue(limit, 500_000)).toEqual({ kind: 'money', amount: 500_000 });
    }
    expect(shownValue('fees.cardSingleBasisPoints', 350)).toEqual({ kind: 'rate', amount: 350 });
    expect(shownValue('expiresAt', '2026-11-24T11:07:22.841Z')).toMatchObject({ kind: 'instant' });
    expect(shownValue('settlement.cardDays', 30)).toEqual({ kind: 'text', text: '30' });
    expect(shownValue('mail.kinds', [])).toEqual({ kind: 'none' });
    expect(shownValue('mail.kinds', ['RECEIPT'])).toEqual({ kind: 'list', items: ['RECEIPT'] });
    expect(shownValue('forced', false)).toEqual({ kind: 'answer', isYes: false });
  });

  it('has words for every limit of money out', () => {
    expect(limitNames.filter((name) => !isFieldWord(name))).toEqual([]);
  });
});
