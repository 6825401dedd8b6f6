import type { ServerResponse } from 'node:http';
import type { WebhookEvent } from '../src/gen/schemas';
import { answerData, refuse, startServer, testClient } from './platform-server';

function open(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write('retry: 1000\n\n');
}

function send(response: ServerResponse, id: string): void {
  response.write(`id: ${id}\nevent: payout.completed\ndata: ${JSON.stringify({ id, event: 'payout.completed' })}\n\n`);
}

/** The ids of the first events. */
async function take(stream: AsyncIterable<WebhookEvent>, count: number): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of stream) {
    ids.push(id);
    if (ids.length === count) break;
  }
  return ids;
}

it('a stream goes on after the last event when its connection ends or breaks', async () => {
  await using server = await startServer((response, _, index) => {
    open(response);
    if (index === 0) {
      send(response, 'evt_1');
      send(response, 'evt_2');
      response.end();
    } else if (index === 1) {
      send(response, 'evt_3');
      setTimeout(() => response.destroy(), 20);
    } else send(response, 'evt_4');
  });
  const { api, sleeps } = testClient(server.url);
  expect(await take(api.events.stream({ after: 'evt_0' }), 4)).toEqual(['evt_1', 'evt_2', 'evt_3', 'evt_4']);
  expect(server.seen.map(({ query }) => query['after'])).toEqual(['evt_0', 'evt_2', 'evt_3']);
  expect(sleeps).toEqual([1000, 1000]);
});

it('a stream waits as long as the platform asks before it reconnects', async () => {
  await using server = await startServer((response, _, index) => {
    open(response);
    if (index === 0) response.end('retry: 7000\n\n');
    else send(response, 'evt_1');
  });
  const { api, sleeps } = testClient(server.url);
  await take(api.events.stream({ after: 'evt_0' }), 1);
  expect(sleeps).toEqual([7000]);
});

it('a stream starts after a given event, and reads events that come in pieces', async () => {
  await using server = await startServer((response) => {
    open(response);
    const bytes = Buffer.from('id: evt_9\ndata: {"id":"evt_9","data":{"name":"João"}}\n\n');
    const inside = bytes.indexOf('ã') + 1;
    response.write(bytes.subarray(0, inside));
    setTimeout(() => response.write(bytes.subarray(inside)), 20);
  });
  const { api } = testClient(server.url);
  for await (const event of api.events.stream({ after: 'evt_8' })) {
    expect(event).toEqual({ id: 'evt_9', data: { name: 'João' } });
    break;
  }
  expect(server.seen[0]?.query).toEqual({ after: 'evt_8' });
});

it('a stream reconnects when the platform is away, without an end', async () => {
  await using server = await startServer((response, _, index) => {
    if (index < 5) refuse(response, 503, 'SERVICE_UNAVAILABLE');
    else {
      open(response);
      send(response, 'evt_1');
    }
  });
  const { api, sleeps } = testClient(server.url);
  expect(await take(api.events.stream({ after: 'evt_0' }), 1)).toEqual(['evt_1']);
  expect(sleeps).toEqual([250, 500, 1000, 2000, 4000]);
});

it('a stream counts failures anew once it was answered', async () => {
  await using server = await startServer((response, _, index) => {
    if (index % 2 === 0) refuse(response, 503, 'SERVICE_UNAVAILABLE');
    else {
      open(response);
      send(response, `evt_${index}`);
      response.end();
    }
  });
  const { api, sleeps } = testClient(server.url);
  expect(await take(api.events.stream({ after: 'evt_0' }, { maxRetries: 1 }), 3)).toEqual(['evt_1', 'evt_3', 'evt_5']);
  expect(sleeps).toEqual([250, 1000, 250, 1000, 250]);
});

it('a stream gives up after as many failures in a row as it may have', async () => {
  await using server = await startServer((response) => refuse(response, 503, 'SERVICE_UNAVAILABLE'));
  const { api } = testClient(server.url);
  await expect(take(api.events.stream({ after: 'evt_0' }, { maxRetries: 3 }), 1)).rejects.toMatchObject({
    status: 503,
  });
  expect(server.seen).toHaveLength(4);
});

it('a stream throws what is refused', async () => {
  await using server = await startServer((response) => refuse(response, 400, 'EVENT_NOT_KEPT'));
  const stream = testClient(server.url).api.events.stream({ after: 'evt_0' });
  await expect(take(stream, 1)).rejects.toMatchObject({ code: 'EVENT_NOT_KEPT' });
  expect(server.seen).toHaveLength(1);
});

it('a stream closes its connection when the loop over it ends, and when its signal is aborted', async () => {
  const closed: Promise<void>[] = [];
  await using server = await startServer((response) => {
    closed.push(new Promise((resolve) => response.once('close', resolve)));
    open(response);
    send(response, 'evt_1');
  });
  const { api } = testClient(server.url);
  await take(api.events.stream({ after: 'evt_0' }), 1);
  await closed[0];

  const controller = new AbortController();
  const reading = take(api.events.stream({ after: 'evt_0' }, { signal: controller.signal }), 2);
  while (closed.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
  controller.abort(new Error('enough'));
  await expect(reading).rejects.toThrow('enough');
  await closed[1];
});

it('a stream leaves a connection that says nothing any more', async () => {
  await using server = await startServer((response, _, index) => {
    open(response);
    send(response, `evt_${index + 1}`);
  });
  const { api } = testClient(server.url, { silenceMs: 100 });
  expect(await take(api.events.stream({ after: 'evt_0' }), 2)).toEqual(['evt_1', 'evt_2']);
  expect(server.seen.map(({ query }) => query['after'])).toEqual(['evt_0', 'evt_1']);
});

describe('a stream without an after', () => {
  const event = (id: string) => ({ id, event: 'payout.completed', apiVersion: 2, devMode: true, data: { n: id } });

  /** A store whose log the test writes; its stream fails as often as it is told, and ends after what there is. */
  async function startStore({ log, failures }: { readonly log: string[]; failures: number }) {
    return startServer((response, { path, query }) => {
      if (path === '/v2/events/list') {
        const newestFirst = log.toReversed();
        const start = newestFirst.indexOf(query['after'] ?? '') + 1;
        // The platform would take 100; three pages of two are as good.
        const page = newestFirst.slice(start, start + Math.min(2, Number(query['limit'])));
        const hasMore = start + page.length < log.length;
        const pagination = { hasMore, next: hasMore ? page.at(-1) : null, before: null };
        const records = page.map((id) => ({ ...event(id), requestId: null, createdAt: '2026-11-24T12:00:00Z' }));
        answerData(response, records, { pagination });
      } else if ((failures -= 1) >= 0) {
        log.push(`evt_${log.length + 1}`);
        refuse(response, 503, 'SERVICE_UNAVAILABLE');
      } else {
        open(response);
        const start = query['after'] === undefined ? log.length : log.indexOf(query['after']) + 1;
        for (const id of log.slice(start)) send(response, id);
        response.end();
      }
    });
  }

  it('begins after the newest event, and has what happens before it is connected', async () => {
    await using server = await startStore({ log: ['evt_1', 'evt_2'], failures: 2 });
    const { api } = testClient(server.url);
    expect(await take(api.events.stream(), 2)).toEqual(['evt_3', 'evt_4']);
  });

  it('has the first events of a store that had none, with the bodies of webhooks', async () => {
    const log: string[] = [];
    await using server = await startStore({ log, failures: 0 });
    const { api } = testClient(server.url, {
      sleep: (ms) => {
        if (log.length === 0) log.push('evt_1', 'evt_2', 'evt_3', 'evt_4', 'evt_5');
        else log.push(`evt_${log.length + 1}`);
        expect(ms).toBe(1000);
        return Promise.resolve();
      },
    });
    const seen: WebhookEvent[] = [];
    for await (const one of api.events.stream()) if (seen.push(one) === 7) break;
    expect(seen.map(({ id }) => id)).toEqual(['evt_1', 'evt_2', 'evt_3', 'evt_4', 'evt_5', 'evt_6', 'evt_7']);
    expect(seen[0]).toEqual(event('evt_1'));
  });

  it('loses none of them where the list fails for a moment', async () => {
    const log: string[] = [];
    let isAway = false;
    await using store = await startStore({ log, failures: 0 });
    await using server = await startServer((response, { path, query }) => {
      if (isAway) {
        isAway = false;
        refuse(response, 503, 'SERVICE_UNAVAILABLE');
      } else
        void fetch(`${store.url}${path}?${new URLSearchParams(query).toString()}`)
          .then((answer) => answer.text())
          .then((text) => response.end(text));
    });
    const { api } = testClient(server.url, {
      sleep: () => {
        if (log.length === 0) {
          log.push('evt_1', 'evt_2');
          isAway = true;
        }
        return Promise.resolve();
      },
    });
    expect(await take(api.events.stream(), 2)).toEqual(['evt_1', 'evt_2']);
  });
});
