import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { systemClock } from '@pitanga/core';
import { testInfra, testTimeoutMs, waitFor } from '@pitanga/testing';
import { startPlatform, type Platform } from '@pitanga/tools';
import { clientOf, type Client } from './api';
import { booksTimeoutMs, untilBooksHold } from './books-that-hold';
import { personAt, type Person } from './person';
import {
  startFakeBank,
  startFakeProvider,
  startFakeStripe,
  type FakeBank,
  type FakeProvider,
  type FakeStripe,
} from './provider-servers';

const run = promisify(execFile);
const commands = join(__dirname, '..', '..', '..', 'tools', 'bin', 'run.cjs');
const email = 'ana@loja-nova.example';
const password = 'uma frase bem comprida';
const holderTaxId = '11222333000181';

/** From an empty installation to a merchant that is paid, by commands and HTTP alone (apps/docs/src/content/docs/en/going-live.md). */
describe('a merchant goes live', () => {
  let platform: Platform;
  let bank: FakeBank;
  let stripe: FakeStripe;
  let bankOfPayouts: FakeProvider;
  let storeId: string;
  let owner: Person;
  let api: Client;
  let cards: Client;

  beforeAll(async () => {
    const now = () => systemClock.real();
    [bank, stripe, bankOfPayouts] = await Promise.all([startFakeBank(now), startFakeStripe(now), startFakeProvider()]);
    bankOfPayouts.owners.set('EMAIL ana@loja-nova.example', holderTaxId);
    const { postgres, redis, kafka } = testInfra();
    platform = await startPlatform({
      infra: { postgres, redis, kafka },
      env: { billing: { ALLOW_STRIPE_TEST_MODE: 'true' } },
    });
    bank.deliver = async (url, body) => {
      await post(new URL(url).pathname, JSON.stringify(body));
    };
    owner = personAt(platform.baseUrl);
  }, 180_000);
  afterAll(async () => {
    await platform.stop();
    await Promise.all([bank.stop(), stripe.stop(), bankOfPayouts.stop()]);
  }, 2 * testTimeoutMs);

  /** Runs an operator's command of package.json; what it printed. */
  const command = async (...args: readonly string[]): Promise<string> => {
    const env = { ...process.env, PITANGA_DATA: dirname(platform.logs) };
    const { stdout } = await run(process.execPath, [commands, ...args], { env }).catch((error: unknown) => {
      throw new Error(`${args.join(' ')} failed: ${(error as { stdout: string }).stdout}`, { cause: error });
    });
    return stdout;
  };
  const post = (path: string, body: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(platform.baseUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  const data = async (answer: Promise<{ status: number; text: string; json: any }>) => {
    const { status, text, json } = await answer;
    if (status !== 200) throw new Error(`${String(status)} ${text}`);
    return json.data;
  };
  const readCharge = (id: string) => data(api.get(`/v2/transparents/get?id=${id}`));
  const newestOf = (kind: string) => {
    const [newest] = stripe.books.all(kind);
    if (!newest) throw new Error(`no ${kind}`);
    return newest;
  };
  const untilStatus = (id: string, status: string) =>
    waitFor(`${id} ${status}`, async () => (await readCharge(id)).status === status, 60_000);
  const available = async (): Promise<number> => (await data(api.get('/v2/store/get'))).balance.available;
  /** Sends a form of a hosted page, as a browser would. */
  const submit = (address: string, fields: Record<string, string> = {}): Promise<Response> => {
    const { pathname, search } = new URL(address);
    return fetch(platform.baseUrl + pathname + search, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(fields),
    });
  };
  /** What Stripe has to tell since the last time reaches its registered address. */
  let told = 0;
  const deliverStripeEvents = async (): Promise<void> => {
    const { callbackUrl } = await owner
      .must('GET', '/v2/providers/list')
      .then((providers) => providers.find(({ provider }: { provider: string }) => provider === 'STRIPE'));
    for (const event of stripe.books.events.slice(told)) {
      const { body, signature } = stripe.signed(event);
      const { status } = await post(new URL(callbackUrl).pathname, body, { 'stripe-signature': signature });
      expect(status).toBe(200);
    }
    told = stripe.books.events.length;
  };

  it('whose store the operator creates, and whose owner the operator invites', async () => {
    const created = await command(
      ...['stores', 'create', '--json', '--name', 'Loja Nova', '--tax-id', holderTaxId],
      ...['--website', 'https://loja-nova.example', '--automatic-pix-prod', 'on'],
    );
    storeId = JSON.parse(created).id;
    const invited = await command(
      'stores',
      'invite',
      '--store',
      storeId,
      '--email',
      email,
      '--role',
      'OWNER',
      '--json',
    );
    const link: string = JSON.parse(invited).link;
    await owner.must('POST', '/auth/invitations/accept', { token: link.slice(link.indexOf('#') + 1), password });
    const { stores } = await owner.must('GET', '/me');
    expect(stores).toMatchObject([{ id: storeId, name: 'Loja Nova', role: 'OWNER' }]);
  });

  it('whose owner needs a second factor to connect providers and to make keys', async () => {
    owner.enter(storeId, 'prod');
    const refused = await owner.call('POST', '/v2/api-keys/create', { description: 'x', permissions: ['STORE:READ'] });
    expect([refused.status, refused.json.code]).toEqual([403, 'SECOND_FACTOR_REQUIRED']);
    await owner.addAuthenticator(password);
  });

  it('whose owner connects a bank, Stripe and a payout provider, and is told what is still missing', async () => {
    const connect = (provider: string, settings: object) =>
      owner.must('POST', '/v2/providers/connect', { provider, settings });
    const { baseUrl, tokenUrl, clientId, clientSecret, books, client, ca } = bank;
    await connect('BACEN_PIX', {
      ...{ baseUrl, tokenUrl, clientId, clientSecret, pixKey: books.pixKey, headers: { 'x-of-this-bank': 'yes' } },
      ...{ certificate: client.certificate, privateKey: client.privateKey, ca: ca.certificate },
      ...{ conta: '997182', tipoConta: 'CORRENTE', agencia: '1234', reportsPayerTaxId: true },
      callbackBaseUrl: 'https://callbacks.loja-nova.example',
    });
    const { secretKey, publishableKey, webhookSecret, origin: apiBaseUrl } = stripe;
    const wrong = await owner.call('POST', '/v2/providers/connect', {
      provider: 'STRIPE',
      settings: { secretKey: `${secretKey}x`, publishableKey, webhookSecret, apiBaseUrl },
    });
    expect([wrong.status, wrong.text.includes(secretKey)]).toEqual([400, false]);
    await connect('STRIPE', { secretKey, publishableKey, webhookSecret, apiBaseUrl, registerWebhook: false });
    await connect('HTTP_PAYOUTS', bankOfPayouts.settings);
    const { methods } = await owner.must('GET', '/v2/providers/methods');
    expect(methods.map(({ method, available: can }: { method: string; available: boolean }) => [method, can])).toEqual(
      expect.arrayContaining([
        ['PIX', true],
        ['CARD', true],
        ['BOLETO', true],
      ]),
    );
    const { text } = await owner.call('GET', '/v2/providers/list');
    for (const secret of [clientSecret, secretKey, webhookSecret, client.privateKey])
      expect(text).not.toContain(secret);
  });

  it('whose owner makes keys and reads the checklist', async () => {
    const all = (await owner.must('GET', '/me')).stores[0].permissions;
    const { key } = await owner.must('POST', '/v2/api-keys/create', { description: 'Servidor', permissions: all });
    const form = await owner.must('POST', '/v2/api-keys/create', { description: 'Formulário', kind: 'PUBLIC' });
    const demo = { ...platform.demo, baseUrl: platform.baseUrl };
    api = clientOf({ ...demo, devKey: key });
    cards = clientOf({ ...demo, devKey: form.key });
    const items = await data(api.get('/v2/store/readiness'));
    expect(JSON.stringify(items)).toContain('"MISSING"');
  });

  it('who is paid by Pix', async () => {
    const before = await available();
    const customer = { name: 'Bia Lima', taxId: '529.982.247-25', email: 'bia@example.com', cellphone: '11999998888' };
    const charge = await data(
      api.post('/v2/transparents/create', { method: 'PIX', data: { amount: 10_000, customer } }),
    );
    const txid = bank.books.charges().at(-1) ?? '';
    await bank.pay(txid, { payer: { cpf: '52998224725', nome: 'Bia Lima' } });
    await untilStatus(charge.id, 'PAID');
    await waitFor('the money', async () => (await available()) === before + 10_000 - 80);
  });

  it('who is paid by boleto', async () => {
    const customer = {
      ...{ name: 'Bia Lima', taxId: '529.982.247-25', email: 'bia@example.com', cellphone: '11999998888' },
      zipCode: '01310-100',
      ...{ address: 'Avenida Paulista, 1000', city: 'São Paulo', state: 'SP' },
    };
    const charge = await data(
      api.post('/v2/transparents/create', { method: 'BOLETO', data: { amount: 20_000, customer } }),
    );
    expect(charge.barCodeNumber).toMatch(/^\d{44}$/);
    const intent = newestOf('payment_intent');
    stripe.boletos.pay(intent.id);
    await deliverStripeEvents();
    await untilStatus(charge.id, 'PAID');
  });

  it('who is paid by card with a 3-D Secure step, refunds a part and answers a dispute', async () => {
    const refusal = await cards.post('/v2/card-tokens', {
      ...{ number: '4242424242424242', expMonth: 12, expYear: 2030, cvv: '123', holderName: 'Bia Lima' },
    });
    expect(refusal.status).toBe(400);
    const paymentMethod = stripe.paymentMethod('4000002500003155', 'Bia Lima');
    const { id: token } = await data(cards.post('/v2/card-tokens', { paymentMethod }));
    const charge = await data(api.post('/v2/transparents/create', { method: 'CARD', data: { amount: 30_000, token } }));
    expect([charge.status, charge.actionUrl]).toEqual(['PENDING', expect.stringContaining('/card-actions/')]);
    // The buyer's browser: our page leads to the bank, and the bank sends it back.
    const leading = await (await submit(charge.actionUrl)).text();
    const intent = newestOf('payment_intent');
    expect(leading).toContain(`${stripe.origin}/3ds/${intent.id}`);
    const back = await submit(stripe.intents.authenticate(intent.id, true));
    expect([back.status, back.headers.get('location')]).toEqual([303, `/receipts/${String(charge.id)}`]);
    await untilStatus(charge.id, 'PAID');

    const refund = await data(api.post('/v2/transparents/refund', { id: charge.id, amount: 1_000, reason: 'Frete' }));
    await deliverStripeEvents();
    await waitFor(
      'the refund',
      async () => (await data(api.get(`/v2/refunds/get?id=${refund.id}`))).status === 'COMPLETE',
    );
    expect((await readCharge(charge.id)).refundedAmount).toBe(1_000);

    stripe.money.openDispute(String(stripe.books.find(intent.id)?.['latest_charge']), 'fraudulent');
    await deliverStripeEvents();
    await untilStatus(charge.id, 'UNDER_DISPUTE');
    const [dispute] = await data(api.get('/v2/disputes/list'));
    await data(api.post('/v2/disputes/answer', { id: dispute.id, evidence: { productDescription: 'Camiseta' } }));
    stripe.money.closeDispute(newestOf('dispute').id, 'won');
    await deliverStripeEvents();
    await untilStatus(charge.id, 'PAID');
  });

  it('who is paid again by automatic Pix', async () => {
    const product = { externalId: 'clube', name: 'Clube', price: 4_000, cycle: 'WEEKLY' };
    const { id: productId } = await data(api.post('/v2/products/create', product));
    const plan = await data(api.post('/v2/subscriptions/create', { items: [{ id: productId }], methods: ['PIX'] }));
    const form = { form: 'A'.repeat(32), name: 'Bia Lima', taxId: '529.982.247-25', email: 'bia@example.com' };
    const started = await submit(`${String(plan.url)}/subscribe`, form);
    expect([started.status, await started.text()]).toEqual([303, '']);
    const [rec] = [...bank.books.automatic.recs.values()];
    if (!rec) throw new Error('no recurrence');
    await bank.pay(bank.books.charges().at(-1) ?? '', { payer: { cpf: '52998224725', nome: 'Bia Lima' } });
    const subscription = await waitFor('the subscription', async () => {
      const [first] = await data(api.get(`/v2/subscriptions/list?checkoutId=${String(plan.id)}`));
      return first as { id: string; status: string } | undefined;
    });
    expect(subscription.status).toBe('ACTIVE');
    bank.books.automatic.approve(rec.idRec, 'JORNADA_3');
    await bank.tell('rec', rec.idRec);
    const debit = await waitFor('the debit of the next week', () =>
      Promise.resolve([...bank.books.automatic.cobrs.values()].at(-1)),
    );
    bank.books.automatic.accept(debit.txid);
    bank.books.automatic.collect(debit.txid);
    await bank.tell('cobr', debit.txid);
    const renewed = async () => (await data(api.get('/v2/events/list?type=subscription.renewed'))).length === 1;
    await waitFor('the renewal', renewed, 60_000);
  });

  it('who pays money out', async () => {
    bankOfPayouts.next = 'COMPLETE';
    const sent = await data(
      api.post('/v2/payouts/create', {
        ...{ amount: 5_000, externalId: 'saque-1', pixKey: 'ana@loja-nova.example', pixKeyType: 'EMAIL' },
      }),
    );
    await waitFor(
      'the payout',
      async () => (await data(api.get(`/v2/payouts/get?id=${sent.id}`))).status === 'COMPLETE',
    );
  });

  it('whose ledger agrees with what Stripe says', async () => {
    const printed = await command('reconcile', '--provider', 'stripe', '--store', storeId);
    expect(printed).toContain(' 0 missing, 0 extra, 0 different');
    expect(printed).not.toContain('account unknown');
  });

  it('whose events are kept, and whose privileged acts are in the audit log', async () => {
    const wanted = ['transparent.completed', 'transparent.disputed', 'subscription.renewed', 'payout.completed'];
    await waitFor('the events', async () => {
      const events = await data(api.get('/v2/events/list'));
      const types = events.map(({ event }: { event: string }) => event);
      return wanted.every((type) => types.includes(type));
    });
    const entries = await owner.must('GET', '/v2/audit-log/list');
    const actions = new Set(entries.map(({ action }: { action: string }) => action));
    expect([...actions]).toEqual(expect.arrayContaining(['store.created', 'api_key.created', 'provider.connected']));
  });
  it('whose books hold', () => untilBooksHold(command), 2 * booksTimeoutMs);
});
