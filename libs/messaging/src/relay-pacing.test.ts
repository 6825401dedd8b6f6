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
    const waits = await waitsOf(createRelayPacing({ pollMs, restMs: 80, lingerMs: 0, streamMs: 0 }), 4);
    // Timers may be early by less than a millisecond, and late by any time.
    for (const [index, leastMs] of [20, 40, 80, 80].entries()) expect(waits[index]).toBeGreaterThan(leastMs - 2);
    // Without a bound the eighth alone would be 2,560 ms.
    const resting = await waitsOf(createRelayPacing({ pollMs, restMs: 20, lingerMs: 0, streamMs: 0 }), 8);
    expect(resting.reduce((sum, ms) => sum + ms)).toBeLessThan(1_280);
  });

  it('waits shortly again after events, and not at all when it is woken', async () => {
    const pacing = createRelayPacing({ pollMs, restMs: 60_000, lingerMs: 0, streamMs: 0 });
    await waitsOf(pacing, 5);
    pacing.active(1);
    // Without activity it would be 640 ms.
    expect((await waitsOf(pacing, 1))[0]).toBeLessThan(500);
    await waitsOf(pacing, 4);
    const waiting = waitsOf(pacing, 1);
    pacing.wake();
    expect((await waiting)[0]).toBeLessThan(500);
    expect(await pacing.startRound()).toBe(true);
  });
});

describe('a relay in a stream of events', () => {
  /** How long a woken relay lingers after 50 events a second for two seconds. */
  async function lingerMs(lastMs: number, hurry: (pacing: RelayPacing) => void): Promise<number> {
    let now = 0;
    const pacing = createRelayPacing({ pollMs, restMs: 60_000, lingerMs: 0, streamMs: 40 }, () => now);
    for (now = 20; now <= 2_000; now += 20) pacing.active(1);
    await pacing.startRound();
    now += lastMs;
    pacing.wake();
    const startMs = performance.now();
    const round = pacing.startRound();
    hurry(pacing);
    await round;
    return performance.now() - startMs;
  }

  it('begins a round so long after the last one that events share it', async () => {
    expect(await lingerMs(10, () => undefined)).toBeGreaterThan(28);
  });

  it('does not linger when the last round is long ago, or when a caller waits', async () => {
    const hurried = await Promise.all([lingerMs(40, () => undefined), lingerMs(0, (pacing) => pacing.flush())]);
    for (const ms of hurried) expect(ms).toBeLessThan(25);
  });
});
