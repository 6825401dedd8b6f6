import type { OutboundEvent } from '@pitanga/contracts';
import { noteAppended, withAppendedEvents } from './appended-events';

const at = new Date('2026-11-30T12:00:00Z');

function anEvent(id: string): OutboundEvent {
  const data = { storeId: 'store_1', devMode: true, keyId: 'key_1', revokedAt: at };
  return { type: 'api_key.revoked', id, key: 'key_1', occurredAt: at, data };
}

describe('the events that work has appended', () => {
  it('are its own, whatever appends beside it', async () => {
    const work = async (id: string): Promise<string> => {
      noteAppended(anEvent(`${id}1`), '{}');
      await Promise.resolve();
      noteAppended(anEvent(`${id}2`), '{}');
      return id;
    };
    noteAppended(anEvent('outside'), '{}');
    const both = await Promise.all([withAppendedEvents(() => work('a')), withAppendedEvents(() => work('b'))]);
    expect(both.map(({ result, events }) => [result, ...events.map(({ id }) => id)])).toEqual([
      ['a', 'a1', 'a2'],
      ['b', 'b1', 'b2'],
    ]);
  });

  it('are none of what it has started and left running', async () => {
    let appendLater = (): void => undefined;
    const left = new Promise<void>((resolve) => {
      appendLater = resolve;
    });
    let later: Promise<void> | undefined;
    const { events } = await withAppendedEvents(() => {
      later = left.then(() => {
        noteAppended(anEvent('late'), '{}');
      });
      return Promise.resolve();
    });
    appendLater();
    await later;
    expect(events).toEqual([]);
  });
});
