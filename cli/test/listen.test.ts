import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { webhooks } from '@pitanga-pay/sdk';
import { answerData, refuse, serve, type Asked, type FakeServer } from './fake-api';
import { fakeTerminal, runAt, type FakeTerminal } from './fake-terminal';

const bodyOf = (id: string, event = 'transparent.completed') => ({
  id,
  event,
  apiVersion: 2,
  devMode: true,
  data: { n: id },
});

describe('pitanga listen', () => {
  let api: FakeServer;
  let endpoint: FakeServer;
  let terminal: FakeTerminal;
  /** The log of the API: a stream sends what is after `Last-Event-ID` or `after`, and then ends. */
  let log: { id: string; event: string }[];
  let endpointStatus: number;

  const answerApi = ({ path, query, headers }: Asked, response: ServerResponse): void => {
    if (path === '/v2/events/list') {
      const data = log.toReversed().map(({ id, event }) => ({ ...bodyOf(id, event), requestId: null, createdAt: '' }));
      answerData(response, data.slice(0, Number(query.get('limit') ?? 100)), {
        hasMore: false,
        next: null,
        before: null,
      });
    } else if (path === '/v2/events/get') {
      const known = log.find(({ id }) => id === query.get('id'));
      if (known) answerData(response, known);
      else refuse(response, 404, 'EVENT_NOT_FOUND', 'No event.');
    } else {
      const after = headers['last-event-id'] ?? query.get('after');
      const from = log.findIndex(({ id }) => id === after) + 1;
      if (from === 0) {
        refuse(response, 400, 'INVALID_ARGUMENT', "Property 'after' should be the id of an event");
        return;
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('retry: 10\n\n');
      for (const { id, event } of log.slice(from))
        response.write(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(bodyOf(id, event))}\n\n`);
      response.end();
    }
  };

  beforeEach(async () => {
    log = [{ id: 'evt_0', event: 'transparent.completed' }];
    endpointStatus = 200;
    api = await serve(answerApi);
    endpoint = await serve((_, response) => {
      response.writeHead(endpointStatus).end();
    });
    terminal = fakeTerminal({ PITANGA_URL: api.url, PITANGA_KEY: 'pit_dev_1' });
  });
  afterEach(async () => {
    terminal.remove();
    await Promise.all([api.stop(), endpoint.stop()]);
  });

  const until = async (isSo: () => boolean): Promise<void> => {
    const deadline = Date.now() + 20_000;
    while (!isSo()) {
      if (Date.now() > deadline) throw new Error(`waited in vain until ${isSo.toString()}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  const calls = () => endpoint.asked.map(({ body }) => (JSON.parse(body) as { id: string }).id);
  /** Listens until the endpoint has had so many calls and the API was asked again, and then presses Ctrl-C. */
  const listen = async (count: number, options = ''): Promise<FakeTerminal> => {
    const own = fakeTerminal(terminal.env as Record<string, string>);
    const ended = runAt(own, `listen --forward-to ${endpoint.url}/hook${options}`);
    await until(() => endpoint.asked.length >= count);
    const streams = () => api.asked.filter(({ path }) => path === '/v2/events/stream').length;
    const before = streams();
    await until(() => streams() > before);
    own.interrupt();
    expect(await ended).toBe(0);
    own.remove();
    return own;
  };

  it('sends new events as the platform does, by one secret', async () => {
    const listening = listen(2);
    await until(() => api.asked.some(({ path }) => path === '/v2/events/stream'));
    log.push({ id: 'evt_1', event: 'transparent.completed' }, { id: 'evt_2', event: 'refund.failed' });
    const { said } = await listening;
    expect(calls()).toEqual(['evt_1', 'evt_2']);
    const secret = /whsec_\S+/.exec(said.err)?.[0] ?? '';
    const [{ path, headers, body }] = endpoint.asked as [Asked];
    expect(path).toBe('/hook');
    expect(await webhooks.verify(body, headers, secret)).toEqual(bodyOf('evt_1'));
    expect(headers['x-webhook-signature']).toBe(createHmac('sha256', secret).update(body).digest('base64'));
    expect(said.out).toMatch(/transparent\.completed {2}200 {2}\d+ ms {2}evt_1\n/);
    log.push({ id: 'evt_3', event: 'refund.failed' });
    expect((await listen(3)).said.err).toContain(secret);
  });

  it('goes on where it stopped, over restarts of the server and of itself', async () => {
    const first = listen(2);
    await until(() => api.asked.some(({ path }) => path === '/v2/events/stream'));
    log.push({ id: 'evt_1', event: 'transparent.completed' });
    await until(() => endpoint.asked.length === 1);
    const port = Number(new URL(api.url).port);
    await api.stop();
    log.push({ id: 'evt_2', event: 'transparent.completed' });
    api = await serve(answerApi, port);
    await first;
    log.push({ id: 'evt_3', event: 'transparent.completed' });
    await listen(3);
    expect(calls()).toEqual(['evt_1', 'evt_2', 'evt_3']);
  });

  it('goes on with the events of the next store when the sandbox of the key is reset', async () => {
    const listening = listen(2);
    await until(() => api.asked.some(({ path }) => path === '/v2/events/stream'));
    log.push({ id: 'evt_1', event: 'transparent.completed' });
    await until(() => endpoint.asked.length === 1);
    log = [{ id: 'evt_8', event: 'top_up.completed' }];
    const { said } = await listening;
    expect(calls()).toEqual(['evt_1', 'evt_8']);
    expect(said.err).toContain('evt_1 is gone with what was in the sandbox');
  });

  it('misses nothing of a store that has had no event yet', async () => {
    log = [];
    const listening = listen(2);
    await until(() => api.asked.some(({ path }) => path === '/v2/events/list'));
    log.push({ id: 'evt_1', event: 'refund.failed' }, { id: 'evt_2', event: 'payout.failed' });
    await listening;
    expect(endpoint.asked.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      bodyOf('evt_1', 'refund.failed'),
      bodyOf('evt_2', 'payout.failed'),
    ]);
  });

  it.each([
    ['one with events', 1],
    ['one without events', 0],
  ])('misses nothing after a first run that saw no event, of %s', async (_, before) => {
    log = log.slice(0, before);
    const own = fakeTerminal(terminal.env as Record<string, string>);
    const ended = runAt(own, `listen --forward-to ${endpoint.url}`);
    const lastPath = before === 0 ? '/v2/events/list' : '/v2/events/stream';
    await until(() => api.asked.length >= 2 && api.asked.at(-1)?.path === lastPath);
    own.interrupt();
    expect(await ended).toBe(0);
    log.push({ id: 'evt_1', event: 'refund.failed' }, { id: 'evt_2', event: 'refund.failed' });
    await listen(2);
    expect(calls()).toEqual(['evt_1', 'evt_2']);
  });

  it('starts with new events when the last one is no longer kept', async () => {
    log.push({ id: 'evt_1', event: 'transparent.completed' });
    await listen(1, ' --after evt_0');
    log = [{ id: 'evt_9', event: 'transparent.completed' }];
    const listening = listen(2);
    await until(() => api.asked.at(-1)?.query.get('after') === 'evt_9');
    log.push({ id: 'evt_10', event: 'transparent.completed' });
    expect((await listening).said.err).toContain('no longer kept');
    expect(calls()).toEqual(['evt_1', 'evt_10']);
  });

  it('sends only the events that are asked for, and none of the others later', async () => {
    log.push({ id: 'evt_1', event: 'refund.failed' }, { id: 'evt_2', event: 'payout.failed' });
    await listen(1, ' --after evt_0 --events payout.failed');
    log.push({ id: 'evt_3', event: 'refund.failed' });
    await listen(2);
    expect(calls()).toEqual(['evt_2', 'evt_3']);
  });

  it('shows an endpoint that refuses or is not there, and goes on', async () => {
    endpointStatus = 500;
    log.push({ id: 'evt_1', event: 'refund.failed' });
    const { said } = await listen(1, ' --after evt_0 --json');
    expect(JSON.parse(said.out)).toMatchObject({ id: 'evt_1', status: 500, problem: null });

    await endpoint.stop();
    log.push({ id: 'evt_2', event: 'refund.failed' });
    const own = fakeTerminal(terminal.env as Record<string, string>);
    const ended = runAt(own, `listen --forward-to ${endpoint.url} --json`);
    await until(() => own.said.out !== '');
    own.interrupt();
    expect(await ended).toBe(0);
    own.remove();
    expect(JSON.parse(own.said.out)).toMatchObject({ id: 'evt_2', status: null, problem: 'ECONNREFUSED' });
  });
});
