import { toTenant } from '@pitanga/core';
import { connect, eventLog, hasIds, numbers, startGateway, stopGateways, until } from './event-stream-clients';
import { aPrincipal, asKey } from './test-api';

afterEach(stopGateways);

describe('GET /v2/events/stream', () => {
  it('sends new events with their id, type and body, and a heartbeat between them', async () => {
    const log = eventLog();
    log.add(3);
    const gateway = await startGateway(log);
    const client = await connect(gateway);
    expect(client.response.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-request-id': expect.any(String) as string,
    });
    await until('a heartbeat', () => client.text.includes(': heartbeat\n\n'));
    log.add();
    await hasIds(client, [4]);
    expect(client.text).toContain('id: evt_4\nevent: transfer.completed\ndata: {"n":4,"padding":""}\n\n');
    expect(await gateway.metric('pitanga_event_streams_open 1')).toBe(true);
    client.close();
    await until('the end', () => gateway.metric('pitanga_event_streams_open 0'));
  });

  it.each([
    ['the header', '?after=evt_9', { 'last-event-id': 'evt_2' }],
    ['lastEventId', '?lastEventId=evt_2', {}],
    ['after', '?after=evt_2', {}],
  ])('resumes after the event of %s, and goes on with new ones', async (_name, path, headers) => {
    const log = eventLog();
    log.add(350);
    const client = await connect(await startGateway(log), path, headers);
    await hasIds(client, numbers(3, 350));
    log.add(2);
    await hasIds(client, numbers(3, 352));
  });

  it('misses and repeats nothing across gateways and restarts, while events come all the time', async () => {
    const log = eventLog();
    log.add(1);
    const adding = setInterval(() => log.add(3), 1);
    const got: number[] = [];
    for (let restart = 0; restart < 6; restart += 1) {
      const gateway = await startGateway(log);
      const last = got.at(-1) ?? 1;
      const client = await connect(gateway, '', { 'last-event-id': `evt_${String(last)}` });
      await until('some events', () => client.ids().length > 30);
      // Half of the ends are the gateway's.
      if (restart % 2 === 0) await gateway.app.close();
      else client.close();
      await until('the end', () => client.hasEnded);
      got.push(...client.ids());
    }
    clearInterval(adding);
    expect(got).toEqual(numbers(2, got.length + 1));
  });

  it('asks once a period for each store, however many streams watch it, and not at all without', async () => {
    const log = eventLog();
    const gateway = await startGateway(log);
    const clients = await Promise.all([1, 2, 3].map(() => connect(gateway)));
    const before = log.reads;
    await until('some polls', () => log.reads >= before + 5);
    log.add(2);
    for (const client of clients) await hasIds(client, [1, 2]);
    for (const client of clients) client.close();
    await until('the ends', () => gateway.metric('pitanga_event_streams_open 0'));
    const polled = log.reads;
    const other = await connect(gateway);
    await until('polls of a new feed', () => log.reads > polled + 1);
    other.close();
  });

  it('goes on after the webhooks service was away', async () => {
    const log = eventLog();
    const client = await connect(await startGateway(log));
    log.isDown = true;
    const before = log.reads;
    await until('a failed poll', () => log.reads > before);
    log.add(3);
    log.isDown = false;
    await hasIds(client, [1, 2, 3]);
  });

  it('ends whole, with the time to reconnect after, when the gateway stops', async () => {
    const log = eventLog();
    const gateway = await startGateway(log);
    const client = await connect(gateway);
    await gateway.app.close();
    await until('the end', () => client.hasEnded);
    expect(client.isWhole).toBe(true);
    expect(client.text.startsWith('retry: 1000\n\n')).toBe(true);
    expect(await gateway.metric('pitanga_event_streams_ended_total{why="stopped"} 1')).toBe(true);
  });

  it('ends after the longest time', async () => {
    const gateway = await startGateway(eventLog(), { limits: { openMsMax: 100 } });
    const client = await connect(gateway);
    await until('the end', () => client.hasEnded);
    expect(client.isWhole).toBe(true);
    expect(await gateway.metric('pitanga_event_streams_ended_total{why="expired"} 1')).toBe(true);
  });

  it('ends when the key is revoked, without another event', async () => {
    const log = eventLog();
    const gateway = await startGateway(log);
    const client = await connect(gateway);
    gateway.revoke();
    await until('the end', () => client.hasEnded);
    log.add();
    expect(client.ids()).toEqual([]);
    expect(await gateway.metric('pitanga_event_streams_ended_total{why="revoked"} 1')).toBe(true);
  });

  it('ends when the key leads to another store, as that of a sandbox does once it is reset', async () => {
    const gateway = await startGateway(eventLog());
    const client = await connect(gateway);
    gateway.actAs(aPrincipal({ tenant: toTenant('store_other', true) }));
    await until('the end', () => client.hasEnded);
    expect(await gateway.metric('pitanga_event_streams_ended_total{why="revoked"} 1')).toBe(true);
  });

  it.each([
    ['that catches up', '?after=evt_0'],
    ['of new events', ''],
  ])('cuts off a client %s and does not read; it resumes without a gap', async (_name, path) => {
    const log = eventLog();
    const limits = { openMsMax: 60_000, bufferBytesMax: 100_000, drainMs: 200 };
    const gateway = await startGateway(log, { limits });
    if (path !== '') log.add(200, 'x'.repeat(100_000));
    const slow = await connect(gateway, path);
    slow.response.pause();
    if (path === '') log.add(200, 'x'.repeat(100_000));
    await until('the end', () => gateway.metric('pitanga_event_streams_ended_total{why="slow"} 1'));
    slow.response.resume();
    await until('the end at the client', () => slow.hasEnded);
    expect(slow.isWhole).toBe(false);
    // A frame that was cut has no empty line after it: the client forgets it.
    const got = slow.ids();
    const next = await connect(await startGateway(log), `?after=evt_${String(got.at(-1) ?? 0)}`);
    await hasIds(next, numbers(got.length + 1, 200));
    next.close();
  });

  it('is refused beyond the streams of a key or of the gateway, until one ends', async () => {
    const gateway = await startGateway(eventLog(), { perCallerMax: 1 });
    const first = await connect(gateway);
    const second = await connect(gateway);
    expect(second.response.statusCode).toBe(429);
    expect(second.response.headers['retry-after']).toBe('15');
    await until('the answer', () => second.hasEnded);
    expect(JSON.parse(second.text)).toMatchObject({ code: 'TOO_MANY_EVENT_STREAMS', success: false });
    first.close();
    await until('the end', () => gateway.metric('pitanga_event_streams_open 0'));
    expect((await connect(gateway)).response.statusCode).toBe(200);
    const full = await startGateway(eventLog(), { max: 1 });
    await connect(full);
    expect((await connect(full)).response.statusCode).toBe(429);
  });

  it('is refused beyond the streams of a store, with any of its keys in both environments, and of no other', async () => {
    const gateway = await startGateway(eventLog(), { perStoreMax: 2 });
    const [dev, prod] = [toTenant('store_of_two', true), toTenant('store_of_two', false)];
    const asKeyOf = (tenant: typeof dev, id: string) =>
      gateway.actAs(aPrincipal({ tenant, actor: { kind: 'KEY', id } }));
    asKeyOf(dev, 'key_1');
    const first = await connect(gateway);
    asKeyOf(prod, 'key_2');
    await connect(gateway);
    asKeyOf(prod, 'key_3');
    const third = await connect(gateway);
    expect([third.response.statusCode, third.response.headers['retry-after']]).toEqual([429, '15']);
    await until('the answer', () => third.hasEnded);
    expect(JSON.parse(third.text)).toMatchObject({
      code: 'TOO_MANY_EVENT_STREAMS',
      error: 'A store may have 2 event streams open at a time',
    });
    asKeyOf(toTenant('store_other', true), 'key_4');
    expect((await connect(gateway)).response.statusCode).toBe(200);
    first.close();
    await until('the end', () => gateway.metric('pitanga_event_streams_open 2'));
    asKeyOf(dev, 'key_1');
    expect((await connect(gateway)).response.statusCode).toBe(200);
  });

  it('answers an ordinary error for an unknown event, and takes no place for it', async () => {
    const gateway = await startGateway(eventLog(), { perCallerMax: 1 });
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const refused = await connect(gateway, '?after=evt_unknown');
      expect(refused.response.statusCode).toBe(400);
      await until('the answer', () => refused.hasEnded);
      expect(JSON.parse(refused.text)).toMatchObject({ code: 'EVENT_NOT_KEPT' });
    }
  });

  it('does not count the time of a stream as latency, and takes no HEAD', async () => {
    const gateway = await startGateway(eventLog());
    const client = await connect(gateway);
    client.close();
    await until('the end', () => gateway.metric('pitanga_event_streams_open 0'));
    expect(await gateway.metric('route="/v2/events/stream",status="200"')).toBe(false);
    const head = await gateway.app.inject({ method: 'HEAD', url: '/v2/events/stream', headers: asKey('full') });
    expect([head.statusCode, head.headers['allow']]).toEqual([405, 'GET']);
  });
});
