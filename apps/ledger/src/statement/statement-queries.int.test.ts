import { cents } from '@pitanga/core';
import { aTenant, testDatabase, type TestDatabase } from '@pitanga/testing';
import { aPaidPix, captureOf, ledgerDeps, noon } from '../../test/fixtures';
import type { Deps } from '../deps';
import { reserveHold } from '../../test/holds';
import type { PaidCharge } from '../journals/capture';
import { postJournals } from '../journals/posting-service';
import { listStatement, type StatementFilter } from './statement-queries';

const tenant = aTenant();
const charges: readonly PaidCharge[] = [
  aPaidPix(tenant, {
    checkoutId: 'bill_Alfa',
    externalId: 'Pedido-100%',
    description: 'Camiseta azul',
    customer: { id: 'cust_1', name: 'João da Conceição', email: 'joao@example.com', maskedTaxId: '123.***.***-**' },
  }),
  aPaidPix(tenant, { externalId: 'pedido_1001', description: 'Caneca', occurredAt: new Date(noon.getTime() + 1_000) }),
];
let database: TestDatabase;
let deps: Deps;

beforeAll(async () => {
  database = await testDatabase('ledger');
  deps = ledgerDeps(database.db);
  await postJournals(deps, charges.map(captureOf));
  await reserveHold(deps, tenant, {
    holdId: 'tran_saque',
    purpose: 'WITHDRAW',
    amountCents: cents(1_000),
    feeCents: cents(80),
    occurredAt: new Date(noon.getTime() + 2_000),
    description: 'Saque',
  });
});
afterAll(() => database.drop());

/** Which facts a filter finds: the descriptions, newest first. */
async function found(filter: StatementFilter, of = tenant): Promise<(string | undefined)[]> {
  return (await listStatement(database.db, of, { limit: 100 }, filter)).items.map(({ description }) => description);
}

describe('the statement', () => {
  it('lists newest first and carries what the fact told', async () => {
    const { items } = await listStatement(database.db, tenant, { limit: 100 }, {});
    expect(items.map(({ description }) => description)).toEqual(['Saque', 'Caneca', 'Camiseta azul']);
    expect(items[2]).toMatchObject({
      kind: 'PAYMENT',
      status: 'COMPLETE',
      method: 'PIX',
      checkoutId: 'bill_Alfa',
      chargeId: charges[0]?.chargeId,
      referenceId: charges[0]?.chargeId,
      customer: { id: 'cust_1', name: 'João da Conceição', email: 'joao@example.com', maskedTaxId: '123.***.***-**' },
      createdAt: noon,
    });
  });

  it('pages without repeating or missing a line', async () => {
    const first = await listStatement(database.db, tenant, { limit: 2 }, {});
    const second = await listStatement(database.db, tenant, { limit: 2, after: first.next }, {});
    expect([...first.items, ...second.items].map(({ description }) => description)).toEqual([
      'Saque',
      'Caneca',
      'Camiseta azul',
    ]);
    expect([first.hasMore, second.hasMore]).toEqual([true, false]);
  });

  it('filters by status, method and kind, all at once', async () => {
    expect(await found({ status: 'PENDING' })).toEqual(['Saque']);
    expect(await found({ kind: 'PAYMENT' })).toEqual(['Caneca', 'Camiseta azul']);
    expect(await found({ method: 'PIX' })).toHaveLength(3);
    expect(await found({ method: 'CARD' })).toEqual([]);
    expect(await found({ kind: 'PAYMENT', status: 'PENDING' })).toEqual([]);
  });

  it('searches ids, externalId, description and customer name, whatever the case and accents', async () => {
    expect(await found({ search: 'JOAO DA CONCEICAO' })).toEqual(['Camiseta azul']);
    expect(await found({ search: 'conceição' })).toEqual(['Camiseta azul']);
    expect(await found({ search: charges[1]?.chargeId })).toEqual(['Caneca']);
    expect(await found({ search: 'BILL_ALFA' })).toEqual(['Camiseta azul']);
    expect(await found({ search: 'tran_saque' })).toEqual(['Saque']);
    expect(await found({ search: 'caneca' })).toEqual(['Caneca']);
    expect(await found({ search: 'pedido' })).toEqual(['Caneca', 'Camiseta azul']);
    expect(await found({ search: 'azul João' })).toEqual([]);
  });

  it('takes the signs of LIKE literally', async () => {
    expect(await found({ search: '100%' })).toEqual(['Camiseta azul']);
    expect(await found({ search: 'pedido_' })).toEqual(['Caneca']);
    expect(await found({ search: '\\' })).toEqual([]);
  });

  it('shows nothing of another store or environment', async () => {
    expect(await found({}, aTenant())).toEqual([]);
    expect(await found({}, { ...tenant, devMode: false })).toEqual([]);
  });
});
