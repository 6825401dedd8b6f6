import { unavailable } from '@pitanga/core';
import { createGuesses } from './guesses';

/** A table of secrets that counts its queries. */
function table(limit = 60) {
  let nowMs = 0;
  let queries = 0;
  const rows = new Set(['right']);
  const guesses = createGuesses({ limit, hashClient: (address) => address, nowMs: () => nowMs });
  return {
    rows,
    queries: () => queries,
    wait: (ms: number) => (nowMs += ms),
    look: (secret: string, address = 'a') =>
      guesses.look(address, secret, () => {
        queries += 1;
        return Promise.resolve(rows.has(secret) ? secret : undefined);
      }),
    failing: (secret: string) => guesses.look('a', secret, () => Promise.reject(unavailable('away'))),
  };
}

const refused = { kind: 'RESOURCE_EXHAUSTED', metadata: { retryAfterSeconds: '60' } };

describe('guesses at secrets', () => {
  it('cost a bounded number of queries, one after another and all at once', async () => {
    const { look, queries } = table();
    const all = await Promise.allSettled(Array.from({ length: 400 }, (_, at) => look(`wrong ${String(at)}`)));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(60);
    for (let at = 400; at < 800; at += 1) await expect(look(`wrong ${String(at)}`)).rejects.toMatchObject(refused);
    expect(queries()).toBe(60);
  });

  it('leave a secret that was right alone, at any rate, and other addresses', async () => {
    const { look } = table(2);
    expect(await look('right')).toBe('right');
    for (const secret of ['x', 'y']) expect(await look(secret)).toBeUndefined();
    await expect(look('z')).rejects.toMatchObject(refused);
    for (let count = 0; count < 1_000; count += 1) expect(await look('right')).toBe('right');
    const burst = table(2);
    expect(new Set(await Promise.all(Array.from({ length: 100 }, () => burst.look('right'))))).toEqual(
      new Set(['right']),
    );
    expect(await look('z', 'b')).toBeUndefined();
  });

  it('count one wrong secret once, however often it is sent: who still sends an old key can send a new one', async () => {
    const { look, rows, wait, queries } = table(2);
    for (let count = 0; count < 100; count += 1) expect(await look('old')).toBeUndefined();
    expect(queries()).toBe(1);
    wait(5_000);
    await look('old');
    expect(queries()).toBe(2);
    rows.add('new');
    expect(await look('new')).toBe('new');
  });

  it('are free again after a minute, and a secret that has ended is forgotten', async () => {
    const { look, rows, wait } = table(1);
    await look('right');
    rows.delete('right');
    expect(await look('right')).toBeUndefined();
    await look('x');
    await expect(look('y')).rejects.toMatchObject(refused);
    wait(60_000);
    expect(await look('y')).toBeUndefined();
  });

  it('are not what fails for another reason', async () => {
    const { failing, look } = table(1);
    for (let count = 0; count < 5; count += 1)
      await expect(failing('right')).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
    expect(await look('x')).toBeUndefined();
  });
});
