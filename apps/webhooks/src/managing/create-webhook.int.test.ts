import { transact } from '@pitanga/database';
import { createEgress } from '@pitanga/egress';
import { aTenant, startBeforeAll, testClock, waitFor, webhookReceiver, withDeps } from '@pitanga/testing';
import { deliveriesOf, queuedOf, startHarness } from '../../test/harness';
import { sealedSecretPlace } from '../endpoints/webhook-secret-repository';
import { getWebhook, listWebhooks } from '../endpoints/webhook-repository';
import { checkInputAndAddress, createWebhook } from './create-webhook';
import { deleteWebhook } from './delete-webhook';

const clock = testClock(new Date());
const harness = startBeforeAll(() => startHarness(clock));
const endpoint = 'http://127.0.0.1:9/hook';

afterEach(() => harness.stopDispatchers());

describe('webhooks', () => {
  it('return a generated secret once and store it sealed', async () => {
    const input = {
      name: 'x',
      endpoint,
      events: ['refund.failed'],
      v2: true,
      legacySecretHeader: false,
      legacySecretQuery: false,
    };
    const tenant = aTenant();
    const { webhook, secret } = await transact(harness.deps, (tx) => createWebhook(tx, tenant, input));
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const [row] = await harness.database.db('webhook_secrets').where({ webhook_id: webhook.id });
    const sealed = row.sealed as Buffer;
    expect(sealed.includes(secret)).toBe(false);
    expect(harness.deps.sealer.open(sealed, sealedSecretPlace(tenant, webhook.id))).toBe(secret);
  });

  it.each(['http://10.0.0.1/', 'http://169.254.169.254/', 'http://[::1]/', 'http://localhost/', 'http://example.com/'])(
    'refuse %s in production',
    async (url) => {
      await expect(harness.register(aTenant(false), url)).rejects.toMatchObject({
        kind: 'INVALID_ARGUMENT',
        message: expect.stringMatching(/^Property 'endpoint' should be an (https URL in production|address)/) as string,
      });
    },
  );

  it('may be http on this machine in dev mode, but not elsewhere inside', async () => {
    await expect(harness.register(aTenant(), 'http://localhost:9/')).resolves.toMatchObject({ status: 'ACTIVE' });
    await expect(harness.register(aTenant(), 'http://192.168.0.1/')).rejects.toThrow(/public internet$/);
    await expect(harness.register(aTenant(), 'ftp://example.com/')).rejects.toThrow(/http or https URL$/);
    await expect(harness.register(aTenant(), 'http://a:b@example.com/')).rejects.toThrow(/user name or password$/);
  });

  it('are refused in production while their name has no address, and in dev mode are not', async () => {
    const nowhere = createEgress({ resolve: () => Promise.reject(new Error('ENOTFOUND')) });
    const deps = withDeps(harness.deps, { egress: nowhere });
    const input = { name: 'x', endpoint: 'https://nowhere.example/', events: ['refund.failed'], v2: true };
    const given = { ...input, legacySecretHeader: false, legacySecretQuery: false };
    await expect(checkInputAndAddress(deps, aTenant(false), given)).rejects.toMatchObject({
      kind: 'INVALID_ARGUMENT',
      reason: 'ENDPOINT_REFUSED',
      message: "Property 'endpoint' should have a host name that resolves: it has no address now",
    });
    await expect(checkInputAndAddress(deps, aTenant(), given)).resolves.toMatchObject(input);
    await nowhere.close();
  });

  it('wait at most two seconds for a name server that does not answer', async () => {
    const silent = createEgress({ resolve: () => new Promise(() => undefined) });
    const input = { name: 'x', endpoint: 'https://slow.example/', events: ['refund.failed'], v2: true };
    const started = performance.now();
    const checked = checkInputAndAddress(withDeps(harness.deps, { egress: silent }), aTenant(false), {
      ...input,
      legacySecretHeader: false,
      legacySecretQuery: false,
    });
    await expect(checked).rejects.toMatchObject({ reason: 'ENDPOINT_REFUSED' });
    expect(performance.now() - started).toBeLessThan(30_000);
    await silent.close();
  });

  it('are not found by the secret in their address, and keep it byte for byte', async () => {
    const tenant = aTenant();
    const url = `${endpoint}?webhookSecret=s3cr%2et&env=prod`;
    const { id } = await harness.register(tenant, url);
    const found = async (search: string) =>
      (await listWebhooks(harness.deps.db, tenant, { limit: 10 }, { search })).items.length;
    expect(await found('webhookSecret=s3')).toBe(0);
    expect(await found('env=prod')).toBe(1);
    expect(await getWebhook(harness.deps.db, tenant, id)).toMatchObject({ endpoint: url });
    for (const hidden of [`${endpoint}?webhookSecret=***&env=prod`, `${endpoint}/***`, `${endpoint}/***/in`]) {
      const shown = harness.register(tenant, hidden);
      await expect(shown).rejects.toThrow("Property 'endpoint' should hold the secret itself, not ***");
    }
  });

  it('are at most twenty in a store and environment, however many arrive at once', async () => {
    const tenant = aTenant();
    const results = await Promise.allSettled(Array.from({ length: 24 }, () => harness.register(tenant, endpoint)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    const other = { ...tenant, devMode: false };
    await expect(harness.register(other, 'https://8.8.8.8/')).resolves.toBeDefined();
    const { items } = await listWebhooks(harness.deps.db, tenant, { limit: 100 }, {});
    await transact(harness.deps, (tx) => deleteWebhook(tx, tenant, items[0]!.id));
    await expect(harness.register(tenant, endpoint)).resolves.toBeDefined();
  });

  it('are listed newest first and found by name, id or endpoint', async () => {
    const tenant = aTenant();
    const first = await harness.register(tenant, `${endpoint}/100%_A`, { name: 'A-Loja' });
    clock.advance(1);
    const second = await harness.register(tenant, endpoint, { name: 'Other' });
    const found = async (filter: { search?: string; id?: string }): Promise<string[]> =>
      (await listWebhooks(harness.deps.db, tenant, { limit: 10 }, filter)).items.map(({ id }) => id);
    expect(await found({})).toEqual([second.id, first.id]);
    expect(await found({ search: 'a-LOJ' })).toEqual([first.id]);
    expect(await found({ search: '%_a' })).toEqual([first.id]);
    expect(await found({ search: second.id })).toEqual([second.id]);
    expect(await found({ id: first.id, search: 'other' })).toEqual([]);
    expect((await listWebhooks(harness.deps.db, aTenant(), { limit: 10 }, { id: first.id })).items).toEqual([]);
  });

  it.each(['ção', 'ÇÃO', 'cao', 'manutenc', 'https://loja.example/AVISOS'])('are found by %s', async (search) => {
    const tenant = aTenant();
    const { id } = await harness.register(tenant, 'https://loja.example/avisos', { name: 'MANUTENÇÃO 100 %' });
    await harness.register(tenant, endpoint, { name: 'Outra' });
    const { items } = await listWebhooks(harness.deps.db, tenant, { limit: 10 }, { search });
    expect(items.map((webhook) => webhook.id)).toEqual([id]);
  });

  it('of another store or environment, or deleted, are not found', async () => {
    const tenant = aTenant();
    const { id } = await harness.register(tenant, endpoint);
    const absent = { kind: 'NOT_FOUND', message: 'Webhook não encontrado.' };
    await expect(getWebhook(harness.deps.db, aTenant(), id)).rejects.toMatchObject(absent);
    await expect(
      transact(harness.deps, (tx) => deleteWebhook(tx, { ...tenant, devMode: false }, id)),
    ).rejects.toMatchObject(absent);
    await expect(getWebhook(harness.deps.db, tenant, id)).resolves.toMatchObject({ id });
    expect(await transact(harness.deps, (tx) => deleteWebhook(tx, tenant, id))).toMatchObject({ id, status: 'ACTIVE' });
    await expect(getWebhook(harness.deps.db, tenant, id)).rejects.toMatchObject(absent);
    await expect(transact(harness.deps, (tx) => deleteWebhook(tx, tenant, id))).rejects.toMatchObject(absent);
  });

  it('have events without the secret and without what follows the host', async () => {
    const tenant = aTenant();
    const { id } = await harness.register(tenant, `${endpoint}?token=hidden`);
    await transact(harness.deps, (tx) => deleteWebhook(tx, tenant, id));
    const outbox = harness.database.db<{ id: number; key: string; type: string; payload: string }>('outbox');
    const events = await outbox.where({ key: id }).orderBy('id').select('type', 'payload');
    expect(events.map(({ type }) => type)).toEqual(['webhook.created', 'webhook.deleted']);
    expect(JSON.parse(events[0]?.payload ?? '')).toMatchObject({ webhook: { id, origin: 'http://127.0.0.1:9' } });
    expect(JSON.stringify(events)).not.toMatch(/hidden|hook\?|whsec_/);
  });

  it('drop their pending deliveries when deleted, also while an attempt is in flight', async () => {
    const held = Promise.withResolvers<undefined>();
    const receiver = await webhookReceiver(() => ({ status: 500, until: held.promise }));
    const tenant = aTenant();
    const { id } = await harness.register(tenant, receiver.url);
    await harness.pay(tenant, 3);
    const dispatcher = harness.dispatch({ limits: { perWebhookDev: 1 } });
    await waitFor('the call', () => Promise.resolve(receiver.seen.length === 1));
    await transact(harness.deps, (tx) => deleteWebhook(tx, tenant, id));
    expect(await queuedOf(harness, tenant)).toEqual([]);
    held.resolve(undefined);
    await waitFor('the end of the call', () => Promise.resolve(dispatcher.inFlight() === 0));
    expect(await deliveriesOf(harness, tenant)).toMatchObject([
      { status: 'DROPPED' },
      { status: 'DROPPED' },
      { status: 'DROPPED' },
    ]);
    expect(await queuedOf(harness, tenant)).toEqual([]);
    const attempts = await harness.database.db('attempts').where({ store_id: tenant.storeId });
    expect(attempts).toMatchObject([{ no: 1, status_code: 500 }]);
    expect(receiver.seen).toHaveLength(1);
    await receiver.close();
  });
});
