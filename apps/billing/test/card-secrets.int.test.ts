import { createHash } from 'node:crypto';
import type { CreateCardTokenRequest } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import { createLog } from '@pitanga/runtime';
import { testIds } from '@pitanga/testing';
import { finishCardCharges } from '../src/jobs/finish-card-charges';
import { call, startBilling, type Billing } from './billing-harness';
import { aCardCharge, openCheckout, pay } from './payment-requests';

const testNumbers = [
  '4242424242424242',
  '4000000000000002',
  '4000000000009995',
  '4000000000000341',
  '4000000000000259',
] as const;
/** Unlike any number that appears by itself. */
const cvv = '7391';

let billing: Billing;
const logLines: string[] = [];
beforeAll(async () => {
  const destination = { write: (line: string) => void logLines.push(line) };
  billing = await startBilling({ log: createLog({ service: 'billing', level: 'trace', destination }) });
});
afterAll(() => billing.stop());

const createToken = (tenant: Tenant, over: Partial<CreateCardTokenRequest>, key?: string) => {
  const card = { number: testNumbers[0], expMonth: 12, expYear: 2030, cvv, holderName: 'ANA SOUZA' };
  return billing.cards.createCardToken({ tenant, ...card, ...over }, call(key));
};

test('cards leave no number and no security code in any table, event or log line, whatever the outcome of their charges', async () => {
  const tenant = await billing.configuredStore();
  const { card: provider } = await billing.deps.findProviders(tenant);
  const tokens: string[] = [];
  const checkouts = await Promise.all(testNumbers.map(() => openCheckout(billing, tenant, 5_000)));
  for (const number of testNumbers) {
    for (const written of [number, grouped(number, ' '), grouped(number, '-')]) {
      const { id: token } = await createToken(tenant, { number: written }, testIds.token(10));
      const { charge } = await billing.charges.createCardCharge(aCardCharge(tenant, token), call(testIds.token(10)));
      expect(charge).toMatchObject({ card: { lastFour: number.slice(-4) } });
      const saved = charge?.card?.cardToken;
      if (saved !== undefined) await billing.charges.createCardCharge(aCardCharge(tenant, saved), call());
      await provider?.verifyCard({ attemptId: 'subs_1', vaultReference: `sim:${number.slice(-4)}`, returnUrl: '' });
      tokens.push(token, ...(saved === undefined ? [] : [saved]));
      await expect(createToken(tenant, { number: written, expYear: 1999 })).rejects.toBeDefined();
      await expect(createToken(tenant, { holderName: written })).rejects.toBeDefined();
      // A caller's bug, which the server logs as an error.
      await expect(createToken(undefined as unknown as Tenant, { number: written })).rejects.toBeDefined();
      await expect(
        billing.charges.createCardCharge(aCardCharge(undefined as unknown as Tenant, token), call()),
      ).rejects.toBeDefined();
    }
  }
  for (const [index, cardNumber] of testNumbers.entries()) {
    const byCard = { method: 'PAYMENT_METHOD_CARD' as const, cardNumber };
    await pay(billing, tenant, checkouts[index]?.id ?? '', byCard, testIds.token(10));
  }
  await finishCardCharges(billing.deps);
  const stored = await everythingIn(billing.db);
  expect(stored).toContain(tenant.storeId);
  expect(logLines.length).toBeGreaterThan(0);
  for (const trace of [
    ...testNumbers.flatMap(tracesOf),
    securityCode,
    ...tokens.map((token) => new RegExp(`${token}|${Buffer.from(token).toString('hex')}`)),
  ]) {
    const found = [stored, logLines.join('\n')].map((text) => trace.test(text));
    expect([trace.source, ...found]).toEqual([trace.source, false, false]);
  }
});

/** Not inside a random id or a hash; also as the bytes of its text. */
const securityCode = new RegExp(`(?<![0-9A-Za-z])${cvv}(?![0-9A-Za-z])|${Buffer.from(cvv).toString('hex')}`);

function grouped(number: string, separator: string): string {
  return number.replace(/(\d{4})(?=\d)/g, `$1${separator}`);
}

/** A number in any grouping, its bytes in hex or base64, and its plain hash. */
function tracesOf(number: string): RegExp[] {
  return [
    new RegExp(number.replace(/\d(?=\d)/g, '$&\\D?')),
    new RegExp(Buffer.from(number).toString('hex')),
    new RegExp(Buffer.from(number).toString('base64').replace(/.=*$/, '').replace(/[+]/g, '\\+')),
    new RegExp(createHash('sha256').update(number).digest('hex')),
  ];
}

/** Every row of every table as text. */
async function everythingIn(db: Db): Promise<string> {
  const tables = await db('information_schema.tables')
    .where({ table_schema: 'public', table_type: 'BASE TABLE' })
    .select<{ table_name: string }[]>('table_name');
  expect(tables.map(({ table_name: name }) => name)).toEqual(expect.arrayContaining(['cards', 'outbox', 'charges']));
  const rows = await Promise.all(
    tables.map(async ({ table_name: name }) => {
      const answer = await db.raw<{ rows: { row: string }[] }>('select t::text as row from ?? t', [name]);
      return answer.rows.map(({ row }) => `${name} ${row}`);
    }),
  );
  return rows.flat().join('\n');
}
