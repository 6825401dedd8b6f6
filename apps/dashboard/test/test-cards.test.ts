import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { magicAmounts, spacedNumber, testCards } from '../src/pages/developers/testing/test-cards';

const document = readFileSync(resolve(__dirname, '../../../docs/behaviour/test-clock.md'), 'utf8');

const outcomes = {
  approved: /^approved$/,
  declined: /^declined \(05\)$/,
  noFunds: /^insufficient funds \(51\)$/,
  expired: /^expired/,
  wrongCvv: /^wrong security code/,
  declinedOnce: /^declined \(05\), reversibly$/,
  stolen: /^declined \(43\), \[irreversibly\]/,
  disputed: /^approved, disputed later$/,
};

describe('the test cards and amounts of the page', () => {
  it('are those of the document, each with its outcome', () => {
    const rows = [...document.matchAll(/^\| (\d[\d ]+\d)(?: \(\w+\))? +\| (.+?) +\|/gm)];
    const cards = rows.filter(([, number = '']) => number.length > 10);
    expect(cards.map(([, number]) => number).sort()).toEqual(
      testCards.map(({ number }) => spacedNumber(number)).sort(),
    );
    for (const { number, outcome } of testCards) {
      const row = cards.find(([, documented]) => documented === spacedNumber(number));
      expect(row?.[2]).toMatch(outcomes[outcome]);
    }
  });

  it('are the amounts of the document', () => {
    const endings = [...document.matchAll(/^\| (\d\d) +\|/gm)].map(([, ending]) => ending);
    expect(endings).toEqual(magicAmounts.map(({ ending }) => ending));
  });
});
