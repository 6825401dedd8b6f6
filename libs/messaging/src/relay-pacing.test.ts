import { createRelayPacing, type RelayPacing } from './relay-pacing';

const pollMs = 20;

/** How long each of `count` waits lasts that nothing ends. */
async function waitsOf(pacing: RelayPacing, count: number): Promise<readonly number[]> {
  const waits: number[] = [];
  for (let wait = 0; wait < count; wait += 1) {
    const startMs = performance.now();
    await pacing.idle();
    waits.push(performance.now() - startMs);
  }
  return waits;
}

describe('a relay at rest', () => {
  it('waits twice as long each time, up to its rest', async () => {
    const waits = await waitsOf(createRelayPacing({ pollMs, restMs: 80, lingerMs: 0 }), 4);
    // Timers may be early by less than a millisecond, and late by any time.
    for (const [index, leastMs] of [20, 40, 80, 80].entries()) expect(waits[index]).toBeGreaterThan(leastMs - 2);
    // Without a bound the eighth alone would be 2,560 ms.
    const resting = await waitsOf(createRelayPacing({ pollMs, restMs: 20, lingerMs: 0 }), 8);
    expect(resting.reduce((sum, ms) => sum + ms)).toBeLessThan(1_280);
  });

  it('waits shortly again after events, and not at all when it is woken', async () => {
    const pacing = createRelayPacing({ pollMs, restMs: 60_000, lingerMs: 0 });
    await waitsOf(pacing, 5);
    pacing.active();
    // Without activity it would be 640 ms.
    expect((await waitsOf(pacing, 1))[0]).toBeLessThan(500);
    await waitsOf(pacing, 4);
    const waiting = waitsOf(pacing, 1);
    pacing.wake();
    expect((await waiting)[0]).toBeLessThan(500);
    expect(await pacing.startRound()).toBe(true);
  });
});
