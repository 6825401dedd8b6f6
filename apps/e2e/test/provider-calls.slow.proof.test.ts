import { seeded, testTimeoutMs } from '@pitanga/testing';
import { crash, type Point, type Row, type Way } from './crashes/crash';
import { automaticPixRows } from './crashes/automatic-pix-rows';
import { openMerchant, type Merchant } from './crashes/merchant';
import { pixRows } from './crashes/pix-rows';
import { stripeAccountRows } from './crashes/stripe-account-rows';
import { stripePaymentRows } from './crashes/stripe-payment-rows';

/** `npm run proof -- --short` takes a few; `npm run proof` and `npm run crashes` take all. */
const isWhole = process.env['PROOF_ROUNDS'] !== undefined;
const seed = Number(process.env['PROOF_SEED'] ?? 20_261_121);
const fewRows = 4;
/** Calls that move money. */
const dangerous = /is confirmed|a refund of|is returned|a debit is made|a payout is sent/;

const points: readonly Point[] = ['before the effect', 'after the effect'];
const ways: readonly Way[] = ['its client repeats it', 'its jobs go on'];

interface Case {
  readonly row: Row;
  readonly call: string;
  readonly point: Point;
  readonly way: Way;
}

const rows = [...stripePaymentRows, ...stripeAccountRows, ...pixRows, ...automaticPixRows];
const table: readonly Case[] = rows.flatMap((row) =>
  points.flatMap((point) =>
    ways
      .filter((way) => row.isFinishedByJobs !== false || way === 'its client repeats it')
      .map((way) => ({ row, call: row.call, point, way })),
  ),
);

/** Different ones with another seed. */
function few(): readonly Case[] {
  const random = seeded(seed);
  return table
    .filter(({ call }) => dangerous.test(call))
    .map((one) => ({ one, rank: random() }))
    .sort((first, second) => first.rank - second.rank)
    .slice(0, fewRows)
    .map(({ one }) => one);
}

describe(`kill -9 while a provider has the call (seed ${String(seed)})`, () => {
  let merchant: Merchant;

  beforeAll(async () => {
    merchant = await openMerchant();
  }, 3 * testTimeoutMs);
  afterAll(() => merchant.stop(), 2 * testTimeoutMs);

  it.each(isWhole ? table : few())(
    '$call: killed $point, $way',
    ({ row, point, way }) => crash(merchant, row, point, way),
    2 * testTimeoutMs,
  );

  it(
    'leaves books that hold, and that agree with what Stripe says',
    async () => {
      expect(await merchant.command('doctor')).not.toContain('VIOLATED');
      const agreed = await merchant.command('reconcile', '--provider', 'stripe', '--store', merchant.storeId);
      expect(agreed).toContain(' 0 missing, 0 extra, 0 different');
    },
    testTimeoutMs,
  );
});
