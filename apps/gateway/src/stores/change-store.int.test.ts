import { everyTenant, systemClock, toTenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import { createSealer, randomBytes, type Log } from '@pitanga/runtime';
import { silentLog, testDatabase, testIds, waitFor, type TestDatabase } from '@pitanga/testing';
import { createDeps } from '../use-case-deps';
import { createDemoStore } from '../admin/demo-store';
import { createKeyring } from '../api-keys/keyring';
import { permissions } from '../access/permission';
import { closeClients, connectSettingsClients } from '../clients';
import { findStore, findStoreByName } from './store-repository';
import { findAuditBreaks } from '../audit/audit-log';
import { listEntriesAfter } from '../audit/audit-repository';
import { settingsAddresses, settingsServices } from '../../test/settings-services';
import { operator } from '../../test/test-store';
import {
  applyUnapplied,
  closeStore,
  createStore,
  reopenStore,
  tryToApply,
  updateStore,
  type NewStore,
  type StoreWriteDeps,
} from './change-store';

const services = settingsServices();
const { server, billingCalls, payoutsCalls } = services;
const everyMethod = ['PAYMENT_METHOD_PIX', 'PAYMENT_METHOD_BOLETO', 'PAYMENT_METHOD_CARD'];

describe('a store', () => {
  let database: TestDatabase;
  let deps: StoreWriteDeps & { readonly log: Log };

  beforeAll(async () => {
    database = await testDatabase('gateway');
    const address = `127.0.0.1:${await server.start('127.0.0.1:0')}`;
    const settings = connectSettingsClients(settingsAddresses(address), silentLog);
    const sealer = createSealer(randomBytes(32).toString('base64'));
    deps = { ...createDeps(database.db, { clock: systemClock, ids: testIds, sealer }), log: silentLog, settings };
  });

  afterAll(async () => {
    closeClients(deps.settings);
    await server.stop(1_000);
    await database.close();
  });

  beforeEach(() => {
    services.reset();
  });

  const input = (name: string): NewStore => ({
    name,
    website: 'https://loja.example',
    taxId: '11.222.333/0001-81',
  });
  const events = (storeId: string) =>
    database.db('outbox').where({ key: storeId }).orderBy('id').select<{ type: string }[]>('type', 'payload');

  it('tells billing and payouts the settings, then makes it ACTIVE and announces it', async () => {
    const store = await createStore(deps, operator, input('Loja A'));
    expect(billingCalls).toEqual([
      {
        storeId: store.id,
        merchantName: 'Loja A',
        merchantCity: 'SAO PAULO',
        pixFeeCents: 80,
        boletoFeeCents: 250,
        cardFees: { singleBasisPoints: 350, shortBasisPoints: 400, longBasisPoints: 450, fixedCents: 60 },
        automaticPixDev: true,
        automaticPixProd: false,
        terms: {
          methodsDev: everyMethod,
          methodsProd: everyMethod,
          boletoSettlementDays: 1,
          cardSettlementDays: 30,
          refundOverdraftCents: 0,
          isClosed: false,
          version: 1,
        },
        beneficiary: { taxId: '11222333000181', legalName: undefined },
      },
    ]);
    const told = {
      storeId: store.id,
      holderTaxId: '11222333000181',
      version: 1,
      approvalLimit: { aboveCents: undefined },
    };
    expect(payoutsCalls).toEqual([{ ...told, payoutFeeCents: 80, isFeeIncluded: true }]);
    expect((await findStore(deps.db, toTenant(store.id, true)))?.status).toBe('ACTIVE');
    expect((await events(store.id)).map(({ type }) => type)).toEqual(['store.created']);
  });

  it('keeps the tax id sealed', async () => {
    const store = await createStore(deps, operator, input('Loja B'));
    const row = await database.db('stores').where({ id: store.id }).first<{ tax_id_sealed: Buffer }>();
    expect(row.tax_id_sealed.toString('latin1')).not.toContain('11222333000181');
    expect(deps.sealer.open(row.tax_id_sealed, ['stores', 'tax_id_sealed', store.id])).toBe('11222333000181');
    expect(JSON.stringify(await events(store.id))).not.toContain('11222333000181');
  });

  it('can be finished after a service was away, and is announced once', async () => {
    services.arePayoutsDown = true;
    await expect(createStore(deps, operator, input('Loja C'))).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
    const half = await findStoreByName(deps.db, everyTenant, 'Loja C');
    expect(half?.status).toBe('CREATING');
    expect(await events(half!.id)).toEqual([]);
    services.arePayoutsDown = false;
    await applyUnapplied(deps, everyTenant);
    expect((await findStore(deps.db, { storeId: half!.id }))?.status).toBe('ACTIVE');
    await applyUnapplied(deps, everyTenant);
    expect(await events(half!.id)).toHaveLength(1);
  });

  it('refuses a tax id that is none before anything is written', async () => {
    await expect(createStore(deps, operator, { ...input('Loja D'), taxId: '11222333000180' })).rejects.toMatchObject({
      kind: 'INVALID_ARGUMENT',
    });
    expect(await findStoreByName(deps.db, everyTenant, 'Loja D')).toBeUndefined();
  });

  it('makes one demo store of a name without a rate limit, with working keys, however often it is asked', async () => {
    services.arePayoutsDown = true;
    await expect(createDemoStore(deps, operator, everyTenant)).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
    services.arePayoutsDown = false;
    const first = await createDemoStore(deps, operator, everyTenant);
    const second = await createDemoStore(deps, operator, everyTenant);
    expect(second.storeId).toBe(first.storeId);
    const named = await createDemoStore(deps, operator, everyTenant, 'Loja Demo 2');
    expect(named.storeId).not.toBe(first.storeId);
    expect((await findStoreByName(deps.db, everyTenant, 'Loja Demo 2'))?.id).toBe(named.storeId);
    const keyring = createKeyring({ db: deps.db, all: everyTenant, log: silentLog, clock: systemClock });
    const dev = await keyring.resolve(second.devKey);
    expect([dev?.tenant, dev?.rateLimitPerSecond, dev?.permissions.size]).toEqual([
      toTenant(first.storeId, true),
      0,
      permissions.length,
    ]);
    expect((await keyring.resolve(first.prodKey))?.tenant.devMode).toBe(false);
    const reader = await keyring.resolve(first.readOnlyKey);
    expect([...(reader?.permissions ?? [])].every((name) => name.endsWith(':READ'))).toBe(true);
    expect(reader?.permissions.has('CUSTOMER:READ')).toBe(true);
    expect(first.publicKey).toMatch(/^pk_dev_/);
    expect((await keyring.resolve(first.publicKey))?.actor.kind).toBe('PUBLIC_KEY');
    expect((await keyring.resolve(first.prodPublicKey))?.tenant.devMode).toBe(false);
  });

  const entriesOf = (storeId: string) => listEntriesAfter(deps.db, { storeId }, 0, 100);

  describe('that is updated', () => {
    it('tells the services its new settings, announces them, and says in the log what changed', async () => {
      const { id: storeId } = await createStore(deps, operator, input('Loja U'));
      billingCalls.length = 0;
      const change = {
        legalName: 'Ana Souza ME',
        fees: { pixCents: 99 },
        methods: { prod: ['PIX'] as const },
        settlement: { cardDays: 14 },
        branding: { color: '#1A2B3C', supportEmail: 'ana@loja.example' },
        payerFields: { cellphone: 'OPTIONAL' as const },
        minimumAmounts: { boleto: 300 },
      };
      await transact(deps, (tx) => updateStore(tx, { storeId }, operator, change));
      expect(await tryToApply(deps, { storeId })).toBe(true);
      expect(billingCalls).toMatchObject([{ pixFeeCents: 99, boletoFeeCents: 250, terms: { version: 2 } }]);
      const terms = { methodsProd: ['PAYMENT_METHOD_PIX'], methodsDev: everyMethod, cardSettlementDays: 14 };
      expect(billingCalls[0]?.terms).toMatchObject({ ...terms, minimumBoletoCents: 300 });
      expect((await events(storeId)).map(({ type }) => type)).toEqual(['store.created', 'store.updated']);
      const [created, updated] = await entriesOf(storeId);
      expect([created?.action, created?.actorId, updated?.action]).toEqual(['store.created', 'ana', 'store.updated']);
      expect(JSON.parse(updated?.before ?? '')).toEqual({
        'fees.pixCents': 80,
        'methods.prod': ['PIX', 'BOLETO', 'CARD'],
        'settlement.cardDays': 30,
        'branding.color': null,
        'payerFields.cellphone': 'NEVER',
        'minimumAmounts.boleto': null,
      });
      expect(JSON.parse(updated?.after ?? '')).toEqual({
        'fees.pixCents': 99,
        'methods.prod': ['PIX'],
        'settlement.cardDays': 14,
        'branding.color': '#1a2b3c',
        'payerFields.cellphone': 'OPTIONAL',
        'minimumAmounts.boleto': 300,
        changed: ['legalName', 'branding.supportEmail'],
      });
      // A person's name or address would stay for ever.
      const everywhere = JSON.stringify([await entriesOf(storeId), await events(storeId)]);
      expect(everywhere).not.toMatch(/Souza|ana@loja/);
      expect(await findAuditBreaks(deps.db, everyTenant)).toEqual([]);
    });

    it('writes nothing for a change that changes nothing', async () => {
      const { id: storeId } = await createStore(deps, operator, input('Loja V'));
      await transact(deps, (tx) => updateStore(tx, { storeId }, operator, { name: 'Loja V', fees: { pixCents: 80 } }));
      expect([await entriesOf(storeId), await events(storeId)]).toMatchObject([{ length: 1 }, { length: 1 }]);
    });

    it('keeps both of two changes at once, and the services end with both', async () => {
      const { id: storeId } = await createStore(deps, operator, input('Loja W'));
      const change = async (over: Parameters<typeof updateStore>[3]) => {
        await transact(deps, (tx) => updateStore(tx, { storeId }, operator, over));
        await tryToApply(deps, { storeId });
      };
      await Promise.all([change({ city: 'RECIFE' }), change({ fees: { boletoCents: 300 } })]);
      const newest = billingCalls
        .filter((call) => call.storeId === storeId)
        .reduce((a, b) => ((b.terms?.version ?? 0) >= (a.terms?.version ?? 0) ? b : a));
      expect([newest.merchantCity, newest.boletoFeeCents, newest.terms?.version]).toEqual(['RECIFE', 300, 3]);
      const store = await findStore(deps.db, { storeId });
      expect([store?.version, store?.appliedVersion]).toEqual([3, 3]);
    });

    it('is told again when it changes while the services are being told', async () => {
      const { id: storeId } = await createStore(deps, operator, input('Loja X'));
      let open: () => void = () => undefined;
      services.billingGate = new Promise((resolve) => (open = resolve));
      await transact(deps, (tx) => updateStore(tx, { storeId }, operator, { city: 'NATAL' }));
      const telling = tryToApply(deps, { storeId });
      await waitFor('the first call', () =>
        Promise.resolve(billingCalls.some((call) => call.merchantCity === 'NATAL')),
      );
      await transact(deps, (tx) => updateStore(tx, { storeId }, operator, { city: 'BELEM' }));
      open();
      expect(await telling).toBe(true);
      expect(billingCalls.at(-1)?.merchantCity).toBe('BELEM');
    });

    it('keeps a change that the services could not be told, and tells it later', async () => {
      const { id: storeId } = await createStore(deps, operator, input('Loja Y'));
      services.arePayoutsDown = true;
      await transact(deps, (tx) => updateStore(tx, { storeId }, operator, { fees: { payoutCents: 10 } }));
      expect(await tryToApply(deps, { storeId })).toBe(false);
      services.arePayoutsDown = false;
      payoutsCalls.length = 0;
      await applyUnapplied(deps, everyTenant);
      expect(payoutsCalls).toMatchObject([{ storeId, payoutFeeCents: 10, version: 2 }]);
      await applyUnapplied(deps, everyTenant);
      expect(payoutsCalls).toHaveLength(1);
    });

    it.each([
      [{ branding: { color: '#777777' } }, /contrast of 4\.4, and 4\.5 is needed/],
      [{ branding: { color: 'red' } }, /should be like #1a2b3c/],
      [{ branding: { logoUrl: 'http://loja.example/logo.png' } }, /should be an https URL/],
      [{ branding: { logoUrl: 'https://a:b@loja.example/logo.png' } }, /without user name and password/],
      [{ branding: { supportEmail: 'loja' } }, /e-mail address/],
      [{ website: 'javascript:alert(1)' }, /should be an http or https URL/],
      [{ city: '01310-100' }, /letters only/],
      [{ name: '\u200b\u202e' }, /1 to 200 characters/],
      [{ fees: { cardSingleBasisPoints: 10_000 } }, /from 0 to 9999/],
      [{ methods: { dev: ['PIX', 'PIX'] as const } }, /at most once/],
      [{ settlement: { boletoDays: 31 } }, /from 0 to 30/],
      [{ refundOverdraft: -1 }, /from 0 to/],
    ])('refuses %j in one sentence', async (change, sentence) => {
      const { id: storeId } = await createStore(deps, operator, input('Loja Z'));
      await expect(transact(deps, (tx) => updateStore(tx, { storeId }, operator, change))).rejects.toMatchObject({
        kind: 'INVALID_ARGUMENT',
        message: expect.stringMatching(sentence) as string,
      });
      expect(await entriesOf(storeId)).toHaveLength(1);
    });
  });

  describe('that is closed', () => {
    it('tells the services and says so once, however often it is closed, and opens again', async () => {
      const { id: storeId } = await createStore(deps, operator, input('Loja F'));
      await Promise.all([1, 2, 3].map(() => transact(deps, (tx) => closeStore(tx, { storeId }, operator))));
      await tryToApply(deps, { storeId });
      expect(billingCalls.at(-1)?.terms).toMatchObject({ isClosed: true, version: 2 });
      await transact(deps, (tx) => reopenStore(tx, { storeId }, operator));
      await tryToApply(deps, { storeId });
      expect(billingCalls.at(-1)?.terms).toMatchObject({ isClosed: false, version: 3 });
      expect((await events(storeId)).map(({ type }) => type)).toEqual([
        'store.created',
        'store.closed',
        'store.updated',
      ]);
      expect((await entriesOf(storeId)).map(({ action }) => action)).toEqual([
        'store.created',
        'store.closed',
        'store.reopened',
      ]);
    });

    it('refuses one that is still being created', async () => {
      services.arePayoutsDown = true;
      await expect(createStore(deps, operator, input('Loja G'))).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
      const half = await findStoreByName(deps.db, everyTenant, 'Loja G');
      await expect(transact(deps, (tx) => closeStore(tx, { storeId: half!.id }, operator))).rejects.toMatchObject({
        reason: 'STORE_NOT_READY',
      });
    });
  });
});
