import type { InboundEvent } from '@pitanga/contracts';
import { joinBatches } from './join-batches';

const batch = (...ids: string[]): InboundEvent[] => ids.map((id) => ({ id }) as InboundEvent);

function recorded(fails: (ids: readonly string[]) => boolean = () => false) {
  const calls: string[][] = [];
  const handle = async (events: readonly InboundEvent[]): Promise<void> => {
    const ids = events.map(({ id }) => id);
    calls.push(ids);
    await Promise.resolve();
    if (fails(ids)) throw new Error(`failed: ${ids.join()}`);
  };
  return { calls, handle };
}

describe('batches of one turn', () => {
  it('are handled together, in their order, up to a number of events', async () => {
    const { calls, handle } = recorded();
    const join = joinBatches(handle, 3);
    await Promise.all([join(batch('a', 'b')), join(batch('c')), join(batch('d')), join(batch('e', 'f', 'g', 'h'))]);
    expect(calls).toEqual([['a', 'b', 'c'], ['d'], ['e', 'f', 'g', 'h']]);
  });

  it('are handled apart when they come one after the other', async () => {
    const { calls, handle } = recorded();
    const join = joinBatches(handle, 3);
    await join(batch('a'));
    await join(batch('b'));
    expect(calls).toEqual([['a'], ['b']]);
  });

  it('that fail together are handled each by itself, and only what fails again fails', async () => {
    const { calls, handle } = recorded((ids) => ids.includes('bad'));
    const join = joinBatches(handle, 10);
    const results = await Promise.allSettled([join(batch('a')), join(batch('bad')), join(batch('c'))]);
    expect(calls).toEqual([['a', 'bad', 'c'], ['a'], ['bad'], ['c']]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('alone fail once', async () => {
    const { calls, handle } = recorded(() => true);
    await expect(joinBatches(handle, 10)(batch('bad'))).rejects.toThrow('failed: bad');
    expect(calls).toEqual([['bad']]);
  });
});
