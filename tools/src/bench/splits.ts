import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from './load';
import { openLoop } from './open-loop';
import { ms, type Bench } from './section';

const perSecond = 100;
const part = 3_000;
/** Of each withdrawal, its fee included. */
const withdrawn = 1_000;
const racers = 40;
const patienceMs = 60_000;

interface Seller {
  readonly id: string;
  available(): Promise<number>;
}

/**
 * The section `splits` of the benchmark: sales that are split, at a constant rate, until the seller has each part, and then
 * more withdrawals at once than there is money for.
 */
export async function benchSplits(bench: Bench): Promise<void> {
  const { api, plan, figures } = bench;
  const seller = await aSeller(bench);
  const splits = [{ subAccountId: seller.id, amount: part }];
  const call = async (): Promise<void> => {
    const { data } = await api.post('/v2/transparents/create', { data: { amount: 10_000, splits } });
    await api.post('/v2/transparents/simulate-payment', { id: data['id'] });
  };
  const seconds = Math.max(2, plan.seconds * 2);
  const start = performance.now();
  const [loop] = await openLoop({ perSecond, seconds, call, stretchSeconds: seconds, onStretch: () => undefined });
  await becomes(seller, perSecond * seconds * part);
  const lateMs = performance.now() - start - seconds * 1_000;
  console.log(`split sales, ${String(perSecond)} a second: p50 ${ms(loop?.p50Ms ?? 0)}, p99 ${ms(loop?.p99Ms ?? 0)}`);
  console.log(`  the seller had every part ${ms(lateMs)} after the last`);
  figures.add('split sales, p99', 'ms', loop?.p99Ms ?? 0);
  await raceWithdrawals(bench, seller);
}

async function aSeller({ api, platform: { baseUrl, demo } }: Bench): Promise<Seller> {
  const { data } = await api.post('/v2/sub-accounts/create', { name: 'Ana Souza', taxId: '529.982.247-25' });
  const id = String(data['id']);
  return {
    id,
    available: async () => {
      const answer = await fetch(`${baseUrl}/v2/sub-accounts/get?id=${id}`, {
        headers: { authorization: `Bearer ${demo.devKey}` },
      });
      const body = (await answer.json()) as { data: { balance: { available: number } } };
      return body.data.balance.available;
    },
  };
}

async function becomes(seller: Seller, wanted: number): Promise<void> {
  const end = performance.now() + patienceMs;
  for (;;) {
    const now = await seller.available();
    if (now === wanted) return;
    if (performance.now() > end) throw new Error(`the seller has ${String(now)} of ${String(wanted)}`);
    await delay(50);
  }
}

/** Leaves the seller money for half of the racers; exactly so many may be taken. */
async function raceWithdrawals({ api, figures }: Bench, seller: Seller): Promise<void> {
  const left = (racers / 2) * withdrawn;
  const first = { id: seller.id, amount: (await seller.available()) - left, externalId: 'bench-first' };
  await api.post('/v2/sub-accounts/withdraw', first);
  const times: number[] = [];
  const race = Array.from({ length: racers }, async (_, index) => {
    const sent = performance.now();
    const asked = { id: seller.id, amount: withdrawn, externalId: `bench-${String(index)}` };
    await api.post('/v2/sub-accounts/withdraw', asked).finally(() => times.push(performance.now() - sent));
  });
  const answers = await Promise.allSettled(race);
  const taken = answers.filter(({ status }) => status === 'fulfilled').length;
  const rest = await seller.available();
  if (taken !== racers / 2 || rest !== 0) {
    throw new Error(`${String(taken)} of ${String(racers)} withdrawals were taken, and ${String(rest)} is left`);
  }
  const p99 = percentile(times, 0.99);
  console.log(`withdrawals, ${String(racers)} at once with money for half: ${String(taken)} taken, p99 ${ms(p99)}`);
  figures.add('raced withdrawals, p99', 'ms', p99);
}
