import { createReadCache } from './read-cache';

/** A cache whose clock the test moves, and a read whose answers the test gives. */
function aCache({ max }: { readonly max?: number } = {}) {
  const clock = { ms: 0 };
  const cache = createReadCache<string>({ ttlMs: 1_000, nowMs: () => clock.ms, ...(max !== undefined && { max }) });
  const reads: { readonly before: string | undefined; answer(value: string): void; fail(error: Error): void }[] = [];
  const get = (key = 'a'): Promise<string> =>
    cache.get(key, (before) => {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      reads.push({ before, answer: resolve, fail: reject });
      return promise;
    });
  return { cache, clock, reads, get };
}

describe('a read cache', () => {
  it('makes one read of 24 simultaneous ones of a cold key', async () => {
    const { get, reads } = aCache();
    const answers = Array.from({ length: 24 }, () => get());
    reads[0]!.answer('one');
    expect(new Set(await Promise.all(answers))).toEqual(new Set(['one']));
    expect(await get()).toBe('one');
    expect(reads).toHaveLength(1);
  });

  it('reads again when an answer is too old, counted from when its read began', async () => {
    const { clock, get, reads } = aCache();
    const slow = get();
    clock.ms = 1_000;
    const fresh = get();
    reads[1]!.answer('new');
    reads[0]!.answer('old');
    expect([await slow, await fresh, await get()]).toEqual(['old', 'new', 'new']);
  });

  it('gives everybody who waits the failure of a read and keeps none', async () => {
    const { get, reads } = aCache();
    const [one, other] = [get(), get()];
    reads[0]!.fail(new Error('away'));
    expect(await Promise.allSettled([one, other])).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
    const again = get();
    reads[1]!.answer('back');
    expect(await again).toBe('back');
  });

  it('keeps no answer of a read that was under way when its key was forgotten', async () => {
    const { cache, get, reads } = aCache();
    const early = get();
    cache.forget('a');
    const late = get();
    reads[1]!.answer('new');
    await late;
    reads[0]!.answer('old');
    expect([await early, await get()]).toEqual(['old', 'new']);
    expect(cache.values()).toEqual(['new']);
  });

  it('hands the answer before to the next read, also after a failed one', async () => {
    const { clock, get, reads } = aCache();
    const first = get();
    reads[0]!.answer('kept');
    await first;
    clock.ms = 1_000;
    const failed = get();
    reads[1]!.fail(new Error('away'));
    await expect(failed).rejects.toThrow('away');
    void get();
    expect(reads.map(({ before }) => before)).toEqual([undefined, 'kept', 'kept']);
  });

  it('forgets the key that was read longest ago when it is full', async () => {
    const { get, reads } = aCache({ max: 2 });
    for (const [at, key] of ['a', 'b', 'c'].entries()) {
      const answer = get(key);
      reads[at]!.answer(key);
      await answer;
    }
    expect(await get('b')).toBe('b');
    void get('a');
    expect(reads).toHaveLength(4);
  });
});
