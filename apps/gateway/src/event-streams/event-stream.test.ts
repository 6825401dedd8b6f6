import { Writable } from 'node:stream';
import { waitFor } from '@pitanga/testing';
import type { EventBatch } from './event-batch';
import type { Follower } from './event-feed';
import { startEventStream, type StreamEnd } from './event-stream';

const bodyBytes = 10_000;

function batchOf(from: number, count: number): EventBatch {
  const events = Array.from({ length: count }, (_, index) => ({
    id: `evt_${String(from + index)}`,
    type: 'transfer.completed',
    body: 'x'.repeat(bodyBytes),
    position: from + index,
  }));
  return { events, position: from + count - 1, isLast: true };
}

/** A client that reads one piece each time that it is asked to. */
function slowClient() {
  const waiting: (() => void)[] = [];
  let text = '';
  const output = new Writable({
    highWaterMark: 1_000,
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString();
      waiting.push(done);
    },
  });
  return {
    output,
    readOne: () => waiting.shift()?.(),
    hasWaiting: () => waiting.length > 0,
    ids: () => [...text.matchAll(/^id: evt_(\d+)$/gm)].map(([, id]) => Number(id)),
  };
}

function streamTo(client: ReturnType<typeof slowClient>, first: EventBatch, all: EventBatch, isAllowed = () => true) {
  const ends: StreamEnd[] = [];
  const state: { follower?: Follower | undefined } = {};
  const stream = startEventStream({
    output: client.output,
    first,
    limits: { bufferBytesMax: 30_000, drainMs: 60_000, heartbeatMs: 60_000, openMsMax: 60_000 },
    read: (position) => {
      const events = all.events.filter((event) => event.position > position);
      return Promise.resolve({ events, position: all.position, isLast: true });
    },
    attach: (follower) => {
      state.follower = follower;
      return true;
    },
    detach: () => (state.follower = undefined),
    isAllowed: () => Promise.resolve(isAllowed()),
    ended: (why) => ends.push(why),
  });
  return { stream, ends, state };
}

async function readAll(client: ReturnType<typeof slowClient>, count: number, greatest: () => void): Promise<void> {
  await waitFor('all events', () => {
    client.readOne();
    greatest();
    return Promise.resolve(client.ids().length === count);
  });
}

describe('an event stream to a slow client', () => {
  it('holds one event at a time for a client that catches up, whatever the batch', async () => {
    const client = slowClient();
    const batch = batchOf(1, 100);
    let most = 0;
    const { stream, ends } = streamTo(client, batch, batch);
    await readAll(client, 100, () => (most = Math.max(most, client.output.writableLength)));
    expect(client.ids()).toEqual(batch.events.map(({ position }) => position));
    expect(most).toBeLessThan(2 * bodyBytes);
    stream.end('stopped');
    expect(ends).toEqual(['stopped']);
  });

  it('holds no more than its buffer of new events, and reads the rest again, without a gap or a repeat', async () => {
    const client = slowClient();
    const all = batchOf(2, 100);
    const { stream, state } = streamTo(client, { events: [], position: 1, isLast: true }, all);
    await waitFor('the feed', () => {
      client.readOne();
      return Promise.resolve(state.follower !== undefined && !client.hasWaiting());
    });
    state.follower?.deliver(all);
    expect(client.output.writableLength).toBeLessThan(30_000 + 2 * bodyBytes);
    expect(state.follower).toBeUndefined();
    let most = 0;
    await readAll(client, 100, () => (most = Math.max(most, client.output.writableLength)));
    expect(client.ids()).toEqual(all.events.map(({ position }) => position));
    expect(most).toBeLessThan(30_000 + 2 * bodyBytes);
    stream.end('stopped');
  });
});
