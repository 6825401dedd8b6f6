import { seeded, testTimeoutMs } from '@pitanga/testing';
import { booksTimeoutMs, untilBooksHold } from './books-that-hold';
import { openAsaasMerchant, type AsaasMerchant } from './crashes/asaas-merchant';
import { crash, type Point, type Row, type Way } from './crashes/crash';
import { openEfiMerchant, type EfiMerchant } from './crashes/efi-rows';
import { openFailoverMerchant, type FailoverMerchant } from './crashes/failover-rows';
import { openInterMerchant, type InterMerchant } from './crashes/inter-rows';
import { openInterSender, type InterSender } from './crashes/inter-sending-rows';
import { openMerchant, type Merchant } from './crashes/merchant';
import { rows } from './crashes/rows';

/** `npm run proof -- --short` takes a few; `npm run proof` and `npm run crashes` take all. */
const isWhole = process.env['PROOF_ROUNDS'] !== undefined;
const seed = Number(process.env['PROOF_SEED'] ?? 20_261_121);
const fewRows = 4;
/** Calls that move money. */
const dangerous = /is confirmed|a refund of|is returned|a debit is made|a payout is sent|a kept card is charged/;
/** `npm run crashes -- --calls 'Asaas|Inter'`: the rows with one of these texts in their call alone. */
const wanted = (process.env['PROOF_CALLS'] ?? '').split('|');

const points: readonly Point[] = ['before the effect', 'after the effect'];
const ways: readonly Way[] = ['its client repeats it', 'its jobs go on'];

/** The stores of the platform: one on a bank, Stripe and a payout provider; on Asaas, Efí or Inter; on Efí and then Asaas. */
interface Merchants {
  usual(): Promise<Merchant>;
  asaas(): Promise<AsaasMerchant>;
  efi(): Promise<EfiMerchant>;
  inter(): Promise<InterMerchant>;
  interSending(): Promise<InterSender>;
  failover(): Promise<FailoverMerchant>;
}

interface Case {
  readonly call: string;
  readonly point: Point;
  readonly way: Way;
  /** Opens its store, once. */
  open(merchants: Merchants): Promise<Merchant>;
  run(merchants: Merchants): Promise<void>;
}

/** Every row before and after its effect, with both ends. */
function casesOf<Of extends Merchant>(
  all: readonly Row<Of>[],
  open: (merchants: Merchants) => Promise<Of>,
): readonly Case[] {
  return all
    .filter(({ call }) => wanted.some((text) => call.includes(text)))
    .flatMap((row) =>
      points.flatMap((point) =>
        ways
          .filter((way) => row.isFinishedByJobs !== false || way === 'its client repeats it')
          .map((way) => ({
            ...{ call: row.call, point, way, open },
            run: async (merchants: Merchants) => crash(await open(merchants), row, point, way),
          })),
      ),
    );
}

const table: readonly Case[] = [
  ...casesOf(rows.usual, (merchants) => merchants.usual()),
  ...casesOf(rows.efi, (merchants) => merchants.efi()),
  ...casesOf(rows.inter, (merchants) => merchants.inter()),
  ...casesOf(rows.interSending, (merchants) => merchants.interSending()),
  ...casesOf(rows.failover, (merchants) => merchants.failover()),
  ...casesOf(rows.asaas, (merchants) => merchants.asaas()),
];

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

const cases = isWhole ? table : few();

describe(`kill -9 while a provider has the call (seed ${String(seed)})`, () => {
  let merchant: Merchant;
  let merchants: Merchants;
  /** Of the others that were opened. */
  const stops: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    merchant = await openMerchant();
    merchants = {
      usual: () => Promise.resolve(merchant),
      asaas: openOnce(openAsaasMerchant),
      efi: openOnce((beside) => openEfiMerchant(beside)),
      inter: openOnce(openInterMerchant),
      interSending: openOnce(openInterSender),
      failover: openOnce(openFailoverMerchant),
    };
    // Before any time passes: the codes of their owners' second factor are of the real time.
    for (const { open } of cases) await open(merchants);
    // A platform, and up to six stores.
  }, 9 * testTimeoutMs);
  afterAll(async () => {
    for (const stop of stops) await stop();
    await merchant.stop();
  }, 2 * testTimeoutMs);

  /** Opened once. */
  function openOnce<Of extends Merchant>(open: (beside: Merchant) => Promise<Of>): () => Promise<Of> {
    let opened: Promise<Of> | undefined;
    return () =>
      (opened ??= open(merchant).then((other) => {
        stops.push(() => other.stop());
        return other;
      }));
  }

  it.each(cases)('$call: killed $point, $way', ({ run }) => run(merchants), 3 * testTimeoutMs);

  it(
    'leaves books that hold, and that agree with what Stripe says',
    async () => {
      await untilBooksHold(merchant.command);
      // Calls that moved no money there leave nothing to compare.
      if (merchant.stripe.books.all('balance_transaction').length === 0) return;
      const agreed = await merchant.command('reconcile', '--provider', 'stripe', '--store', merchant.storeId);
      expect(agreed).toContain(' 0 missing, 0 extra, 0 different');
    },
    2 * booksTimeoutMs,
  );
});
