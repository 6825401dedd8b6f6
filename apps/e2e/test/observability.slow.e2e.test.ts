import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { testInfra, waitFor, webhookReceiver, type WebhookReceiver, testTimeoutMs } from '@pitanga/testing';
import { serviceNames, startPlatform, type Platform, type ServiceName } from '@pitanga/tools';
import { aCpf, clientOf, type Client } from './api';
import { openCollector, type Collector, type Span } from './collector';

const numbers = ['4242424242424242', '4242 4242 4242 4242', '4000000000000002', '4000000000000341', '4242424242424241'];
const cvv = '7391';

/** What must never be in a log or a trace, with the word a failure says instead of it. */
const secrets = new Map<string, string>();

/** A file's lines; a last line that is not finished yet is left out. */
function linesOf(file: string): readonly string[] {
  return readFileSync(file, 'utf8').split('\n').slice(0, -1);
}

/** Digits that stand alone: not part of a longer number, a place in a source file, a time or an address. */
function standsAlone(text: string, digits: string): boolean {
  return new RegExp(`(?<![\\w.:-])${digits}(?![\\w.:-])`).test(text);
}

/** What of this run's secrets a text has, by their words; `strings` are the parts where a security code may be. */
function leaksIn(text: string, strings: readonly string[]): readonly string[] {
  const found = [...secrets].filter(([secret]) => secret !== '' && text.includes(secret)).map(([, what]) => what);
  return strings.some((part) => standsAlone(part, cvv)) ? [...found, 'a security code'] : found;
}

function stringsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(stringsOf);
}

describe('what a whole run leaves behind for operators', () => {
  let platform: Platform;
  let api: Client;
  let receiver: WebhookReceiver;
  let collector: Collector;

  beforeAll(async () => {
    collector = await openCollector();
    // The most that services can be made to write.
    const settings = { LOG_LEVEL: 'trace', ...collector.settings };
    const env = Object.fromEntries(serviceNames.map((name) => [name, settings]));
    platform = await startPlatform({ infra: testInfra(), env });
    api = clientOf(platform.demo);
    receiver = await webhookReceiver();
    const { demo, wiring } = platform;
    const { devKey, prodKey, publicKey, readOnlyKey } = demo;
    for (const [name, key] of Object.entries({ devKey, prodKey, publicKey, readOnlyKey, pageKey: wiring.pageKey })) {
      secrets.set(key, name);
    }
    for (const name of serviceNames) {
      secrets.set(wiring.dataKeys[name], `the data key of ${name}`);
      secrets.set(new URL(wiring.databaseUrls[name]).password, `the database password of ${name}`);
    }
    await aWholeRun();
  }, 4 * testTimeoutMs);
  afterAll(async () => {
    await platform.stop();
    await receiver.close();
    collector.close();
  });

  const taxId = (): string => {
    const digits = aCpf();
    secrets.set(digits, 'a tax id');
    secrets.set(digits.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4'), 'a formatted tax id');
    return digits;
  };
  const create = async (path: string, body: object, options = {}) => (await api.post(path, body, options)).json.data;

  async function useWebhooks(): Promise<void> {
    secrets.set('secret-of-the-endpoint', "a secret in a webhook's address");
    const endpoint = `${receiver.url}?key=secret-of-the-endpoint`;
    const hook = { name: 'all', endpoint, events: ['transparent.completed', 'checkout.completed'] };
    const created = await create('/v2/webhooks/create', hook);
    secrets.set(created.secret, 'a webhook secret');
    secrets.set((await create('/v2/webhooks/rotate-secret', { id: created.id })).secret, 'a rotated webhook secret');
    await create('/v2/webhooks/create', {
      ...hook,
      endpoint: 'http://127.0.0.1:9/nobody',
      secret: 'chosen-by-merchant-1',
    });
    secrets.set('chosen-by-merchant-1', 'a chosen webhook secret');
  }

  async function useCards(): Promise<void> {
    const options = { key: platform.demo.publicKey };
    for (const number of numbers) {
      const card = { number, expMonth: 12, expYear: 2035, cvv, holderName: 'Ana Souza' };
      const cardToken = (await create('/v2/card-tokens', card, options))?.id;
      if (cardToken === undefined) continue;
      secrets.set(cardToken, 'a card token');
      const data = { amount: 9_000, cardToken };
      await api.post('/v2/transparents/create', { method: 'CARD', data });
    }
    // Where they do not belong, and where nothing can be read.
    await api.post('/v2/transparents/create', { data: { amount: -1, cardNumber: numbers[0], cvv } });
    await api.post('/v2/card-tokens', {}, { ...options, raw: `{"number":"${numbers[0] ?? ''}","cvv":"${cvv}` });
    await api.post('/v2/card-tokens', { number: numbers[0], cvv }, { key: 'pk_dev_unknown0000000000000000000000' });
  }

  async function takeMoney(): Promise<void> {
    const customer = { name: 'Ana', cellphone: '11987654321', email: 'ana@example.com', taxId: taxId() };
    const boleto = await create('/v2/transparents/create', { method: 'BOLETO', data: { amount: 12_345, customer } });
    const pix = await create('/v2/transparents/create', { data: { amount: 900_000, customer } });
    const small = await create('/v2/transparents/create', { data: { amount: 1_000, customer } });
    for (const { id } of [boleto, small, pix]) await api.post('/v2/transparents/simulate-payment', { id });
    // The same customer twice, an invalid tax id, and one in the wrong place.
    await create('/v2/customers/create', customer);
    await api.post('/v2/customers/create', { ...customer, taxId: taxId() });
    await api.post('/v2/customers/create', { ...customer, email: 'other@example.com', taxId: '11111111111' });
    await api.get(`/v2/customers/list?taxId=${taxId()}`);
    await api.get(`/v2/customers/get?id=${taxId()}`);
    await waitFor('the balance', async () => (await api.get('/v2/store/get')).json.data.balance.available > 500_000);
    const sent = { externalId: `out-${String(pix.id)}`, amount: 5_000, pixKey: taxId(), pixKeyType: 'CPF' };
    expect((await api.post('/v2/pix/send', sent)).status).toBe(200);
    expect((await api.post('/v2/transparents/refund', { id: small.id })).status).toBe(200);
    await waitFor('a webhook', () => Promise.resolve(receiver.seen.length > 0));
  }

  /** Addresses whose path or query is a secret, or has personal data. */
  async function useAddresses(): Promise<void> {
    const secret = (what: string, text: string): string => {
      secrets.set(text, what);
      return text;
    };
    const email = secret('an e-mail', 'somebody.to.find@example.com');
    const cellphone = secret('a phone number', '11912345678');
    await api.get(`/v2/customers/list?email=${email}`);
    await api.get(`/v2/customers/list?cellphone=${cellphone}`);
    const segment = secret("the secret of a bank's callback", 'SegmentOfACallback0123456789');
    const payoutSegment = secret("the secret of a provider's callback", 'SegmentOfAPayoutCallback01234');
    for (const path of [`bacen-pix/${segment}/pix`, `bacen-pix/${segment}`, `payouts/${payoutSegment}`]) {
      await fetch(`${platform.demo.baseUrl}/callbacks/${path}`, { method: 'POST', body: '{}' });
    }
    const card = secret('a card link', 'subs_1.store_1.d.tokjx4.SignatureOfALink012345');
    const download = secret('a download link', 'TokenOfADownload0123456789_abcdef');
    const image = secret('the token of a picture', 'TokenOfAPicture'.padEnd(43, '0'));
    const nowhere = secret('a secret sent to no route', 'secret-of-no-route');
    const paths = [`subscriptions/${card}/card`, `files/downloads/${download}`, `files/images/${image}`];
    for (const path of [...paths, nowhere, `nowhere?key=${nowhere}`]) {
      await fetch(`${platform.demo.baseUrl}/${path}`);
    }
  }

  /** Every service's last spans: what it ended before, it has sent before. */
  async function lastSpans(): Promise<void> {
    const traceId = 'c0ffee00c0ffee00c0ffee00c0ffee00';
    const options = { headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01` } };
    const { id } = await create('/v2/transparents/create', { data: { amount: 1_000 } });
    await api.post('/v2/transparents/simulate-payment', { id }, options);
    for (const path of ['subscriptions', 'payouts', 'transparents']) await api.get(`/v2/${path}/list`, options);
    const has = (is: (span: Span) => boolean): boolean =>
      collector.spans.some((span) => span.traceId === traceId && is(span));
    await waitFor('the last spans of every service', () =>
      Promise.resolve(
        serviceNames.every((name) => has(({ service }) => service === name)) &&
          has(({ name }) => name === 'GET /v2/transparents/list') &&
          has(({ name }) => name.startsWith('deliver ')),
      ),
    );
  }

  async function aWholeRun(): Promise<void> {
    await useWebhooks();
    await useCards();
    await useAddresses();
    await takeMoney();
    await api.get('/v2/transparents/list', { key: 'abc_dev_unknown_key_of_somebody_0000' });
    secrets.set('abc_dev_unknown_key_of_somebody_0000', 'a key that is none');
    for (const number of numbers) secrets.set(number, 'a card number');
    const boleto = { method: 'BOLETO', data: { amount: 100, customer: { name: 'Ana', taxId: taxId() } } };
    await api.post('/v2/transparents/create', boleto, { key: platform.demo.prodKey });
    // Services that are away write their callers' errors, and lost connections write theirs.
    await platform.services.billing.kill9();
    await api.post('/v2/customers/create', { name: 'Ana', email: 'ana@example.com', taxId: taxId() });
    await platform.services.billing.restart();
    await waitFor('billing', async () => (await api.get('/v2/customers/list')).status === 200);
    await lastSpans();
  }

  it('is JSON, line by line, with time, level, service and message', () => {
    for (const name of serviceNames) {
      const lines = linesOf(platform.services[name].logFile);
      expect(lines.length).toBeGreaterThan(0);
      for (const line of lines) {
        const parsed = JSON.parse(line) as Record<string, unknown>;
        expect([line, parsed]).toEqual([
          line,
          expect.objectContaining({ service: name, level: expect.any(String), time: expect.any(String) }),
        ]);
      }
    }
    const requests = linesOf(platform.services.gateway.logFile).filter((line) => line.includes('"msg":"request"'));
    expect(requests.length).toBeGreaterThan(20);
  });

  it('has no key, secret, card number, security code or tax id that was used in it', () => {
    const used = [...secrets.values()];
    expect(used.filter((what) => what === 'a card token').length).toBeGreaterThanOrEqual(3);
    expect([...secrets.keys()].filter((secret) => secret.startsWith('whsec_'))).toHaveLength(2);
    expect(used.filter((what) => what === 'a tax id').length).toBeGreaterThan(5);
    const leaks = serviceNames.flatMap((name) =>
      linesOf(platform.services[name].logFile).flatMap((line) =>
        leaksIn(line, stringsOf(JSON.parse(line))).map((what) => `${name}: ${what} in ${line}`),
      ),
    );
    expect(leaks).toEqual([]);
  });

  it('has none of them in a span either, nor an address or a word of an error', () => {
    const names = new Set(collector.spans.map(({ name }) => name));
    const routes = ['GET /v2/customers/list', 'POST /callbacks/payouts/:segment', 'GET /subscriptions/:token/card'];
    expect([...routes, 'deliver transparent.completed'].filter((name) => !names.has(name))).toEqual([]);
    const leaks = collector.spans.flatMap((span) => {
      const text = JSON.stringify(span);
      return leaksIn(text, stringsOf(span)).map((what) => `${span.service}: ${what} in ${text}`);
    });
    expect(leaks).toEqual([]);
    const keys = new Set(collector.spans.flatMap(({ attributes }) => attributes.map(({ key }) => key)));
    expect([...keys].filter((key) => /^url\.(?!scheme$)|values|message|target/.test(key))).toEqual([]);
  });

  it('is measured by exactly the metrics of docs/metrics.md, with no other labels', async () => {
    const table = documentedMetrics();
    const found = new Map<string, { kind: string; services: ServiceName[]; labels: Set<string> }>();
    for (const name of serviceNames) {
      const port = String(platform.wiring.ports[name].opsPort);
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      for (const [, metric = '', kind = ''] of text.matchAll(/^# TYPE (pitanga_\w+) (\w+)$/gm)) {
        const entry = found.get(metric) ?? { kind, services: [], labels: new Set() };
        entry.services.push(name);
        found.set(metric, entry);
        const samples = text.matchAll(new RegExp(`^${metric}(?:_bucket|_sum|_count)?\\{(.*)\\} `, 'gm'));
        for (const [, labels = ''] of samples) {
          for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) if (label !== 'le') entry.labels.add(label);
        }
      }
    }
    expect([...found.keys()].sort()).toEqual([...table.keys()].sort());
    for (const [metric, { kind, services, labels }] of found) {
      const row = table.get(metric);
      expect([metric, kind, services]).toEqual([metric, row?.kind, row?.services]);
      expect([metric, [...labels].filter((label) => row?.labels.includes(label) !== true)]).toEqual([metric, []]);
    }
  });
});

interface Documented {
  readonly kind: string;
  readonly services: readonly ServiceName[];
  readonly labels: readonly string[];
}

function documentedMetrics(): ReadonlyMap<string, Documented> {
  const text = readFileSync(join(__dirname, '../../../docs/metrics.md'), 'utf8');
  const rows = [...text.matchAll(/^\| `(pitanga_\w+)` *\| (\w+) *\| ([^|]*?) *\| ([^|]*?) *\|/gm)];
  return new Map(
    rows.map(([, name = '', kind = '', services = '', labels = '']) => [
      name,
      { kind, services: serviceNames.filter((service) => isAmong(service, services)), labels: labels.split(', ') },
    ]),
  );
}

/** The words of the column "Services". */
function isAmong(service: ServiceName, words: string): boolean {
  if (words === 'all') return true;
  if (words === 'all but gateway') return service !== 'gateway';
  if (words === 'consumers') return ['subscriptions', 'ledger', 'webhooks'].includes(service);
  return words.split(', ').includes(service);
}
