import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { clockWords } from '../src/pages/developers/clock/clock-words';

/** What only a person or a key does, and no time that passes. */
const byHand =
  /^(customer|payer|product|billing_settings|payouts_settings|pix_account|stripe_account|payout_account|pix_key|store|api_key)\.|^(coupon\.(created|updated|deleted)|webhook\.(created|updated|deleted))$/;

it('the summary of an advance has words for every event that time can bring', () => {
  const source = readFileSync(join(__dirname, '../../../libs/contracts/src/events.ts'), 'utf8');
  const types = [...source.matchAll(/^ {2}'([a-z_]+\.[a-z_]+)': define/gm)].flatMap(([, type = '']) => type);
  expect(types.length).toBeGreaterThan(70);
  const known = Object.keys(clockWords.en);
  expect(types.filter((type) => !byHand.test(type) && !known.includes(type))).toEqual([]);
});
