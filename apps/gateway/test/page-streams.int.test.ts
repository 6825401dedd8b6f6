import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ensureTopics, startListener, type Listener, type Messaging } from '@pitanga/messaging';
import { createMetrics, randomBytes } from '@pitanga/runtime';
import { produce, silentLog, testMessaging, waitFor } from '@pitanga/testing';
import { createPageHub } from '../src/page-watch/page-hub';
import { createPageStreams, type PageStreams, type PageStreamsOptions } from '../src/page-watch/page-streams';
import { aCheckout, aPaidCheckout } from './messages';
import { wholeApi, type WholeApi } from './whole-api';

const tenant = { storeId: 'store_1', devMode: true };
const open = { tenant, checkout: aCheckout, merchantName: 'Loja', knowsPayer: false };
const paid = { ...open, checkout: aPaidCheckout };
const topic = 'pitanga.billing.checkout.v1';
const until = (what: string, check: () => boolean) => waitFor(what, () => Promise.resolve(check()));

/** Deaf until a test says otherwise, where it has no Kafka. */
function aWatch(options: Partial<PageStreamsOptions> = {}) {
  const hub = createPageHub();
  const streams = createPageStreams({
    hub,
    isHearing: () => true,
    metrics: createMetrics(),
    random: randomBytes,
    perAddressMax: 300,
    max: 300,
    openMsMax: 60_000,
    heartbeatMs: 50,
    ...options,
  });
  return { hub, streams };
}

describe('a waiting page', () => {
  const apis: WholeApi[] = [];
  const served: PageStreams[] = [];
  let messaging: Messaging;
  let listener: Listener | undefined;
  beforeAll(async () => {
    messaging = testMessaging('pages');
    await ensureTopics(messaging, { partitions: 1 });
  });
  afterEach(async () => {
    await listener?.stop();
    listener = undefined;
    for (const streams of served.splice(0)) streams.endAll('stopped');
    for (const { app } of apis.splice(0)) await app.close();
  });

  /** The pages over an HTTP port. */
  async function serve(pageStreams: PageStreams) {
    const api = await wholeApi({ pageStreams });
    apis.push(api);
    served.push(pageStreams);
    return api;
  }

  async function connect(api: WholeApi, id: string) {
    const { port } = api.app.server.address() as AddressInfo;
    const sent = httpRequest({ host: '127.0.0.1', port, path: `/pay/${id}/events?on=${id}`, agent: false }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const page = { response, text: '', hasEnded: false, leave: () => response.destroy() };
    response.setEncoding('utf8').on('data', (chunk: string) => (page.text += chunk));
    response.on('error', () => undefined).on('close', () => (page.hasEnded = true));
    return page;
  }

  const states = (page: { readonly text: string }) =>
    [...page.text.matchAll(/^event: state\ndata: (.*)$/gm)].map(([, json]) => JSON.parse(json ?? '') as object);
  const reads = (api: WholeApi) => api.calls.filter(({ name }) => name === 'checkouts.resolveCheckout').length;
  const before = { state: 'PENDING  ' };
  const after = { state: 'PAID  ' };

  function listen(watch: ReturnType<typeof aWatch>): Listener {
    listener = startListener({
      messaging,
      types: ['checkout.paid'],
      hear: watch.hub.tell,
      lost: () => {
        watch.streams.endAll('deaf');
      },
      log: silentLog,
    });
    return listener;
  }

  const pay = (id: string) =>
    produce(messaging, topic, [{ key: id, value: '{}', headers: { ce_id: `evt_${id}`, ce_type: 'checkout.paid' } }]);

  it('among 200 is told of its payment within a second, and the database is read for no other', async () => {
    const watch = aWatch();
    const ear = listen(watch);
    await until('the listener', ear.isHearing);
    const api = await serve(watch.streams);
    await api.app.listen({ host: '127.0.0.1', port: 0 });
    api.answering({ 'checkouts.resolveCheckout': open });
    const pages = await Promise.all(Array.from({ length: 200 }, (_, n) => connect(api, `bill_${String(n)}`)));
    await until('all pages', () => pages.every((page) => states(page).length === 1));
    expect(reads(api)).toBe(200);
    const [mine, ...others] = pages;
    api.answering({ 'checkouts.resolveCheckout': paid });
    await pay('bill_of_nobody');
    await pay('bill_0');
    const paidAtMs = performance.now();
    await until('the payment', () => states(mine!).length === 2);
    expect(performance.now() - paidAtMs).toBeLessThan(1_000);
    expect([states(mine!), reads(api)]).toEqual([[before, after], 1]);
    expect(others.every((page) => states(page).length === 1)).toBe(true);
    expect(mine!.response.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
    });
    for (const page of pages) page.leave();
  });

  it('is told to poll where facts are not heard, and its stream ends when they no longer are', async () => {
    let isHearing = true;
    const watch = aWatch({ isHearing: () => isHearing });
    const api = await serve(watch.streams);
    await api.app.listen({ host: '127.0.0.1', port: 0 });
    api.answering({ 'checkouts.resolveCheckout': open });
    const page = await connect(api, 'bill_1');
    await until('the state', () => states(page).length === 1);
    isHearing = false;
    watch.streams.endAll('deaf');
    await until('the end', () => page.hasEnded);
    const refused = await api.app.inject({ method: 'GET', url: '/pay/bill_1/events?on=bill_1' });
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([204, '30']);
  });

  it('misses no fact between its first read and its stream', async () => {
    const watch = aWatch();
    const api = await serve(watch.streams);
    await api.app.listen({ host: '127.0.0.1', port: 0 });
    let count = 0;
    api.answering({
      'checkouts.resolveCheckout': () => {
        count += 1;
        // The fact comes while the page of before it is read.
        if (count === 1) watch.hub.tell('bill_1');
        return count === 1 ? open : paid;
      },
    });
    const page = await connect(api, 'bill_1');
    await until('the payment', () => states(page).length === 2);
    expect([states(page), count]).toEqual([[before, after], 2]);
    page.leave();
  });

  it('is refused beyond the limits of its address and of the gateway, and gives its place back', async () => {
    for (const limit of [{ perAddressMax: 2 }, { max: 2 }]) {
      const watch = aWatch(limit);
      const api = await serve(watch.streams);
      await api.app.listen({ host: '127.0.0.1', port: 0 });
      api.answering({ 'checkouts.resolveCheckout': open });
      const [first] = await Promise.all(['bill_1', 'bill_2'].map((id) => connect(api, id)));
      const third = () => api.app.inject({ method: 'GET', url: '/pay/bill_3/events?on=bill_3' });
      expect((await third()).statusCode).toBe(429);
      first!.leave();
      await waitFor('a place', async () => {
        const { response, leave } = await connect(api, 'bill_4');
        leave();
        return response.statusCode === 200;
      });
    }
  });

  it('hears from its stream again and again, until the longest time', async () => {
    const watch = aWatch({ openMsMax: 300 });
    const api = await serve(watch.streams);
    await api.app.listen({ host: '127.0.0.1', port: 0 });
    api.answering({ 'checkouts.resolveCheckout': open });
    const page = await connect(api, 'bill_1');
    await until('the end', () => page.hasEnded);
    expect(page.text).toMatch(/^retry: \d{4}\n/);
    expect(page.text).toContain(': heartbeat\n\n');
    // Nothing but states: who watches a page learns no more than who looks at it.
    expect(
      page.text.replaceAll(/^(retry: \d+|: heartbeat|event: state|data: \{"state":"PENDING {2}"\})?\n/gm, ''),
    ).toBe('');
  });
});
