import { execFile, execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Pitanga, webhooks } from '@pitanga-pay/sdk';
import { testTimeoutMs, waitFor, webhookReceiver, type WebhookReceiver } from '@pitanga/testing';
import type { Answer } from './api';
import { installCli, untilSaid, type InstalledCli } from './cli/installed-cli';
import { usePlatform } from './use-platform';

/** The document's events, which `trigger` brings about or says why not. */
const documentPath = join(__dirname, '../../../docs/api/v2.openapi.json');
const eventNames = Object.keys((JSON.parse(readFileSync(documentPath, 'utf8')) as { webhooks: object }).webhooks);

/** Events that test mode has none of, and what the command says of each. */
const withoutTest: ReadonlyMap<string, string> = new Map([
  ['transparent.payer_refused', 'ensureSameTaxId'],
  ['pix_key.received', 'there is no bank'],
  ['pix_key.refunded', 'there is no bank'],
  ['refund.requested', 'in a portal'],
]);

describe('a developer at the command line', () => {
  const platform = usePlatform();
  let pitanga: Pitanga;
  let cli: InstalledCli;
  /** Signs in by the environment. */
  let env: Record<string, string>;

  beforeAll(async () => {
    pitanga = new Pitanga(platform.demo.devKey, { url: platform.baseUrl });
    env = { PITANGA_KEY: platform.demo.devKey };
    cli = await installCli(platform.baseUrl);
  }, 2 * testTimeoutMs);
  afterAll(() => {
    cli.remove();
  });

  const json = async (...args: string[]): Promise<Answer['json']> =>
    JSON.parse(await cli.works([...args, '--json'], { env }));

  describe('signing in', () => {
    it('keeps a key that the API accepts, for its user alone, and forgets it again', async () => {
      const before = await cli.run(['whoami']);
      expect([before.code, before.err]).toEqual([3, expect.stringContaining('pitanga login')]);
      const said = await cli.works(['login'], { input: `${platform.demo.devKey}\n` });
      const { name, id } = await pitanga.store.get();
      expect(said).toContain(name);
      const file = join(cli.home, 'config', 'pitanga', 'config.json');
      expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
      expect(JSON.parse(await cli.works(['whoami', '--json']))).toMatchObject({ storeId: id, environment: 'test' });
      await cli.works(['logout']);
      expect((await cli.run(['whoami'])).code).toBe(3);
    });

    it('keeps no key that the API does not accept', async () => {
      const refused = await cli.run(['login', '--key', `${platform.demo.devKey.slice(0, -1)}_`]);
      expect([refused.code, refused.err]).toEqual([3, expect.stringContaining('Invalid or inactive API key')]);
      expect((await cli.run(['whoami'])).code).toBe(3);
    });
  });

  describe('calling the API', () => {
    it('creates by dotted options, and lists as a table or as JSON', async () => {
      const args = ['charges', 'create', '--method', 'PIX', '--data.amount', '123456', '--data.externalId', 'cli-1'];
      const { id } = await json(...args);
      expect(await pitanga.charges.get(id)).toMatchObject({ amount: 123_456, externalId: 'cli-1', method: 'PIX' });

      const page = await json('charges', 'list', '--externalId', 'cli-1', '--limit', '10');
      expect(page).toEqual(JSON.parse(JSON.stringify(await pitanga.charges.list({ externalId: 'cli-1', limit: 10 }))));
      const table = await cli.works(['charges', 'list', '--externalId', 'cli-1'], { env });
      expect(table).toContain('R$ 1.234,56');
      expect(table).toMatch(/^createdAt +id +externalId +method +status +amount$/m);
      // eslint-disable-next-line no-control-regex
      expect(table).not.toMatch(/\u001b/);
    });

    it('takes a whole body from standard input, and options over it', async () => {
      const input = JSON.stringify({ email: 'ana@example.com', name: 'Ana', metadata: { plan: 'gold' } });
      const args = ['customers', 'create', '--data', '-', '--name', 'Ana Souza', '--json'];
      const { id } = JSON.parse(await cli.works(args, { env, input }));
      const customer = { email: 'ana@example.com', name: 'Ana Souza', metadata: { plan: 'gold' } };
      expect(await pitanga.customers.get(id)).toMatchObject(customer);
      expect((await json('customers', 'get', id)).id).toBe(id);
    });

    it('walks over all pages', async () => {
      for (const amount of ['501', '502', '503'])
        await json('charges', 'create', '--data.amount', amount, '--data.description', 'pages');
      const args = ['charges', 'list', '--amountMin', '501', '--amountMax', '503', '--limit', '1', '--all', '--json'];
      const lines = (await cli.works(args, { env })).trim().split('\n');
      expect(lines.map((line) => JSON.parse(line).amount)).toEqual([503, 502, 501]);
    });

    it.each([
      ['an unknown command', ['charges', 'lst'], 2, 'Did you mean list?'],
      ['an unknown option', ['charges', 'list', '--stauts', 'PAID'], 2, 'Did you mean --status?'],
      ['a value that there is not', ['charges', 'list', '--status', 'PAYD'], 2, 'PENDING, PAID'],
      ['reais for centavos', ['charges', 'create', '--data.amount', '12,34'], 2, '1234'],
      ['an id of nothing', ['charges', 'get', 'pix_char_none'], 1, 'CHARGE_NOT_FOUND'],
      ['an address of nothing', ['whoami', '--url', 'http://127.0.0.1:9'], 4, 'cannot be reached'],
    ])('ends after %s with what to do next', async (_, args, code, hint) => {
      const ended = await cli.run(args, { env });
      expect([ended.code, ended.err]).toEqual([code, expect.stringContaining(hint)]);
    });

    it('changes production only when that is meant', async () => {
      const production = { PITANGA_KEY: platform.demo.prodKey };
      const args = ['customers', 'create', '--email', 'bia@example.com', '--json'];
      const refused = await cli.run(args, { env: production });
      expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('--yes')]);
      const made = JSON.parse(await cli.works([...args, '--yes'], { env: production }));
      expect(made).toMatchObject({ email: 'bia@example.com', devMode: false });
    });
  });

  describe('listening', () => {
    let receiver: WebhookReceiver;
    beforeAll(async () => {
      // A webhook has the id of its delivery; what is forwarded has that of the event.
      receiver = await webhookReceiver([200], { isHeldToDocuments: false });
    });
    afterAll(() => receiver.close());

    const listen = () => {
      const args = ['listen', '--forward-to', `${receiver.url}/hook`, '--events', 'transparent.completed'];
      return cli.start(args, { env });
    };
    const paidCharge = async (): Promise<string> => {
      const { id } = await pitanga.charges.create({ data: { amount: 1_000 } });
      await pitanga.charges.simulatePayment(id);
      return id;
    };
    const callsOf = (id: string) => receiver.seen.filter(({ body }) => body.includes(id));
    const arrived = (id: string) => waitFor(`the event of ${id}`, () => Promise.resolve(callsOf(id)[0]), testTimeoutMs);

    it(
      'forwards a paid charge, signed as a webhook, and goes on where it stopped',
      async () => {
        const first = listen();
        await untilSaid(first, 'whsec_');
        const secret = /whsec_\S+/.exec(first.said())?.[0] ?? '';
        const heard = await paidCharge();
        const call = await arrived(heard);
        const event = await webhooks.verify(call.body, call.headers, secret);
        expect(event.event === 'transparent.completed' && event.data.transparent.id).toBe(heard);
        await untilSaid(first, event.id);
        const { code, out } = await first.end();
        expect(code).toBe(0);
        expect(out).toMatch(/\d\d:\d\d:\d\d {2}transparent\.completed {2}200 {2}\d+ ms {2}evt_/);

        const missed = await paidCharge();
        const second = listen();
        await webhooks.verify((await arrived(missed)).body, (await arrived(missed)).headers, secret);
        await untilSaid(second, 'transparent.completed  200');
        await second.end();
        expect(callsOf(heard)).toHaveLength(1);
        expect(callsOf(missed)).toHaveLength(1);
      },
      3 * testTimeoutMs,
    );

    it('verifies a webhook from standard input, and refuses a changed one', async () => {
      const { body, headers } = receiver.seen[0]!;
      const state = join(cli.home, 'state', 'pitanga', 'listen.json');
      const [{ secret }] = Object.values(
        JSON.parse(readFileSync(state, 'utf8')) as Record<string, { secret: string }>,
      ) as [{ secret: string }];
      const lines = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].flatMap((name) => [
        '--header',
        `${name}: ${String(headers[name])}`,
      ]);
      const genuine = await cli.works(['verify', '--secret', secret, ...lines], { input: body });
      expect(genuine).toContain('transparent.completed');
      const changed = await cli.run(['verify', '--secret', secret, ...lines], { input: body.replace('1000', '9000') });
      expect([changed.code, changed.err]).toEqual([1, expect.stringContaining('No signature')]);
    });
  });

  describe('bringing things about', () => {
    it.each(eventNames)(
      'triggers %s and shows commands that do it again, or says why test mode has none',
      async (event) => {
        const ended = await cli.run(['trigger', event, '--json'], { env });
        const why = withoutTest.get(event);
        if (why !== undefined) {
          expect([ended.code, ended.err]).toEqual([2, expect.stringContaining(why)]);
          return;
        }
        expect([ended.code, ended.err]).toEqual([0, expect.stringContaining('pitanga ')]);
        const published = JSON.parse(ended.out) as { id: string };
        expect(published).toMatchObject({ event, devMode: true });
        // What it has shown brings about another.
        const lines = ended.err.split('\n').filter((line) => !line.startsWith('{"warning"'));
        const shell = { ...cli.env, ...env, PATH: `${dirname(cli.program)}:${cli.env['PATH'] ?? ''}` };
        await promisify(execFile)('/bin/sh', ['-e', '-c', lines.join('\n')], { env: shell });
        await waitFor(`another ${event}`, async () => {
          const { data } = await pitanga.events.list({ type: event as never, limit: 1 });
          return data[0]?.id !== published.id;
        });
      },
      3 * testTimeoutMs,
    );

    it('pays a charge, a checkout by card and a boleto', async () => {
      const pix = await json('charges', 'create', '--data.amount', '700');
      expect(await json('pay', pix.id, '--method', 'pix')).toMatchObject({ id: pix.id, status: 'PAID' });

      const product = await json(
        'products',
        'create',
        '--externalId',
        'cli-book',
        '--name',
        'Livro',
        '--price',
        '4990',
      );
      const checkout = await json('checkouts', 'create', '--items', JSON.stringify([{ id: product.id }]));
      const paid = await json('pay', checkout.id, '--method', 'card', '--card', '5555 5555 5555 4444');
      expect(paid).toMatchObject({ id: checkout.id, status: 'PAID' });
      const { payments } = await pitanga.checkouts.get(checkout.id);
      expect(await pitanga.charges.get(payments[0]!.id)).toMatchObject({ method: 'CARD', card: { lastFour: '4444' } });

      const customer = { name: 'Ana Souza', taxId: '123.456.789-09' };
      const body = JSON.stringify({ method: 'BOLETO', data: { amount: 1_500, customer } });
      const boleto = await json('charges', 'create', '--data', body);
      expect(await json('pay', boleto.id, '--method', 'boleto')).toMatchObject({ method: 'BOLETO', status: 'PAID' });

      const nothing = await cli.run(['pay', 'pix_char_none'], { env });
      expect([nothing.code, nothing.err]).toEqual([1, expect.stringContaining('pix_char_none')]);
    });

    it(
      'moves the test clock by a month',
      async () => {
        const { now: before } = await json('clock', 'show');
        const { now } = await json('clock', 'advance', '1mo');
        const days = (Date.parse(now) - Date.parse(before)) / 86_400_000;
        expect(days).toBeGreaterThanOrEqual(28);
        expect(days).toBeLessThan(31.1);
        expect((await pitanga.testClock.get()).now >= now).toBe(true);
      },
      testTimeoutMs,
    );

    it('finds the page of a record in the dashboard', async () => {
      const { id: storeId } = await pitanga.store.get();
      const { data } = await pitanga.charges.list({ limit: 1 });
      const printed = await cli.works(['open', data[0]!.id, '--print'], { env });
      expect(printed.trim()).toBe(`${platform.baseUrl}/dashboard/${storeId}/test/charges/${data[0]!.id}`);
    });

    it('shows the requests of the log, the newest last', async () => {
      await json('charges', 'get', (await pitanga.charges.list({ limit: 1 })).data[0]!.id);
      // More than the looks that are in the log, too.
      await waitFor('the request in the log', async () =>
        (await cli.works(['logs', '--limit', '100'], { env })).includes('GET   /v2/charges/get'),
      );
    });
  });

  it.each(['bash', 'zsh', 'fish'])('prints a completion for %s', async (shell) => {
    const script = await cli.works(['completion', shell]);
    expect(script).toContain('pitanga complete --');
    if (shell === 'bash') execFileSync('bash', ['-n'], { input: script });
  });

  it('completes commands, options and values', async () => {
    expect(await cli.works(['complete', '--', 'charges', 'li'])).toMatch(/^list\t/);
    expect(await cli.works(['complete', '--', 'charges', 'list', '--sta'])).toMatch(/^--status\t/m);
    expect(await cli.works(['complete', '--', 'charges', 'list', '--status', ''])).toMatch(/^PAID\t/m);
  });
});
