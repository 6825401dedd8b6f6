import { seeded, testInfra, testTimeoutMs } from '@pitanga/testing';
import { serviceNames, startPlatform, type Platform, type ServiceName } from '@pitanga/tools';
import { openTill, type Till } from './payments';

/** `npm test` runs the short form; `npm run proof` sets these for the long one. */
const rounds = Number(process.env['PROOF_ROUNDS'] ?? 2);
const seed = Number(process.env['PROOF_SEED'] ?? 20_261_121);

describe(`random kill -9 under load (${rounds} rounds, seed ${seed})`, () => {
  let platform: Platform;
  let till: Till;

  beforeAll(async () => {
    platform = await startPlatform({ infra: testInfra() });
    till = await openTill(platform);
  }, 2 * testTimeoutMs);
  afterAll(async () => {
    await platform.stop();
    await till.close();
  }, 2 * testTimeoutMs);

  it(
    'every payment is PAID once, booked once and delivered, whatever dies when',
    async () => {
      const random = seeded(seed);
      const victims: readonly ServiceName[] = serviceNames;
      const before = await till.available();
      const ids: string[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const fresh = await Promise.all(Array.from({ length: 10 }, () => till.create(1_000)));
        ids.push(...fresh);
        const confirmations = fresh.map(async (id, index) => {
          await new Promise((resolve) => setTimeout(resolve, random() * 20 * index));
          await till.api.post(`/v2/transparents/simulate-payment?id=${id}`).catch(() => undefined);
        });
        const victim = victims[Math.floor(random() * victims.length)] ?? 'billing';
        await new Promise((resolve) => setTimeout(resolve, random() * 150));
        await platform.services[victim].kill9();
        await platform.services[victim].restart();
        await Promise.all(confirmations);
        for (const id of fresh) await till.confirmUntilPaid(id);
      }
      await till.expectPaidOnce(ids, before, 1_000);
    },
    (1 + rounds) * testTimeoutMs,
  );
});
