import { everyTenant, systemClock } from '@pitanga/core';
import { createSealer, randomBytes, type Log } from '@pitanga/runtime';
import { silentLog, testDatabase, testIds, type TestDatabase } from '@pitanga/testing';
import { closeClients, connectSettingsClients } from '../clients';
import { createDeps } from '../use-case-deps';
import { settingsAddresses, settingsServices } from '../../test/settings-services';
import { operator } from '../../test/test-store';
import { findStore } from './store-repository';
import { applyUnapplied, createStore, isApplied, type StoreWriteDeps } from './change-store';

const services = settingsServices();
let database: TestDatabase;
let deps: StoreWriteDeps & { readonly log: Log };

beforeAll(async () => {
  database = await testDatabase('gateway');
  const address = `127.0.0.1:${await services.server.start('127.0.0.1:0')}`;
  const settings = connectSettingsClients(settingsAddresses(address), silentLog);
  const sealer = createSealer(randomBytes(32).toString('base64'));
  deps = { ...createDeps(database.db, { clock: systemClock, ids: testIds, sealer }), log: silentLog, settings };
});

afterAll(async () => {
  closeClients(deps.settings);
  await services.server.stop(1_000);
  await database.close();
});

beforeEach(() => {
  services.reset();
});

const input = { website: 'https://loja.example', taxId: '11.222.333/0001-81', legalName: 'Loja A Ltda.' };
const beneficiary = { taxId: '11222333000181', legalName: 'Loja A Ltda.' };
const work = () => applyUnapplied(deps, everyTenant);

test('a store of which only a gateway without beneficiaries has written is sent to billing again, once', async () => {
  const { id } = await createStore(deps, operator, { ...input, name: 'Loja A' });
  // As such a gateway leaves a change.
  await database.db('stores').where({ id }).update({ version: 2, applied_version: 2 });
  services.billingCalls.length = 0;
  await work();
  await work();
  expect(services.billingCalls).toMatchObject([{ storeId: id, beneficiary, terms: { version: 2 } }]);
});

test('a billing that keeps no beneficiary opens the store, and is sent it until it keeps one', async () => {
  services.isBillingOld = true;
  const store = await createStore(deps, operator, { ...input, name: 'Loja B' });
  expect([store.status, isApplied(store), services.billingCalls.length]).toEqual(['ACTIVE', false, 1]);
  await work();
  expect(services.billingCalls).toHaveLength(2);
  services.isBillingOld = false;
  await work();
  await work();
  expect(services.billingCalls).toHaveLength(3);
});

test('a store that a gateway of before makes reads as before there was a choice, and a new one as it was made', async () => {
  const { id, compatibility } = await createStore(deps, operator, { ...input, name: 'Loja C' });
  expect([compatibility, services.mailCalls]).toMatchObject(['2026-11-29', [{ storeId: id, compatibility }]]);
  const row = await database.db('stores').where({ id }).first<Record<string, unknown>>();
  const before = { ...row, id: testIds.next('store', systemClock.real()), compatibility: database.db.raw('default') };
  await database.db('stores').insert(before);
  expect((await findStore(deps.db, { storeId: before.id }))?.compatibility).toBe('2026-11-28');
});
