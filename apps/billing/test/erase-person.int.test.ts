import { everyTenant, toTenant, type Tenant } from '@pitanga/core';
import { startBeforeAll, testIds } from '@pitanga/testing';
import { endAgreement } from '../src/subscribing/change-agreement';
import { runErasures } from '../src/jobs/run-erasures';
import { derivePayerRef } from '../src/persons/person';
import { aCustomer, call, readEvents, startBilling } from './billing-harness';
import { createPixCharge, simulateCharge } from './charge-requests';
import { aBoleto, refund, rowsOf, runRefunds } from './money-back';
import { subscriptionRequests } from './subscription-requests';

const billing = startBeforeAll(startBilling);

const { aSubscription } = subscriptionRequests(() => billing);
const minuteMs = 60_000;
const payer = { name: 'Zeca Payer', taxId: '52998224725' };

const erase = (tenant: Tenant, key: { customerId?: string; taxId?: string }, idempotencyKey?: string) =>
  billing.customers.erasePerson({ tenant, key }, call(idempotencyKey));
const pass = () => runErasures(billing.deps, everyTenant);
const charges = async (tenant: Tenant) =>
  (await rowsOf(billing, 'charges', tenant)).sort((a, b) => (String(a.id) < String(b.id) ? -1 : 1));
const isDone = async (tenant: Tenant) =>
  (await rowsOf(billing, 'erasures', tenant)).every((row) => row.run_at === null);
const eventsOf = async (tenant: Tenant, type: string) =>
  (await readEvents(billing, tenant)).filter((event) => event.type === type).map(({ payload }) => payload);

async function aCustomerId(tenant: Tenant): Promise<string> {
  const { customer } = await billing.customers.createCustomer({ tenant, customer: aCustomer() }, call());
  return customer?.id ?? '';
}

describe('an erased payer', () => {
  it('leaves the charges of every page, and their ids and amounts stay', async () => {
    const tenant = await billing.configuredStore();
    for (let count = 0; count < 3; count += 1) {
      await simulateCharge(billing, tenant, (await createPixCharge(billing, tenant)).id, payer);
    }
    const ref = derivePayerRef(billing.deps.sealer, tenant, payer.taxId);
    const before = await charges(tenant);
    expect(before.map((row) => [row.payer_name, row.payer_ref])).toEqual(before.map(() => [payer.name, ref]));
    expect(await erase(tenant, { taxId: '529.982.247-25' })).toMatchObject({ customerIds: [], waitsFor: [] });
    await pass();
    const after = await charges(tenant);
    expect(after).toEqual(
      before.map((row) => ({ ...row, payer_name: null, payer_masked_tax_id: null, payer_ref: null })),
    );
    expect(await eventsOf(tenant, 'payer.erased')).toMatchObject([{ payerRef: ref }]);
    expect(await eventsOf(tenant, 'charge.paid')).toMatchObject([1, 2, 3].map(() => ({ charge: { payer: { ref } } })));
  });

  it('may pay again, and is then a payer like any other', async () => {
    const tenant = await billing.configuredStore();
    await simulateCharge(billing, tenant, (await createPixCharge(billing, tenant)).id, payer);
    await erase(tenant, { taxId: payer.taxId });
    billing.clock.advance(minuteMs);
    const { id } = await createPixCharge(billing, tenant);
    await simulateCharge(billing, tenant, id, payer);
    await pass();
    expect((await charges(tenant)).map((row) => [row.id === id, row.payer_name]).sort()).toEqual([
      [false, null],
      [true, payer.name],
    ]);
  });

  it('of one store or environment stays in the others, whose reference is another', async () => {
    const tenant = await billing.configuredStore();
    const other = await billing.configuredStore();
    for (const owner of [tenant, other]) {
      await simulateCharge(billing, owner, (await createPixCharge(billing, owner)).id, payer);
    }
    const customerId = await aCustomerId(tenant);
    for (const stranger of [other, toTenant(tenant.storeId, false)]) {
      await expect(erase(stranger, { customerId })).rejects.toMatchObject({ reason: 'CUSTOMER_NOT_FOUND' });
    }
    await erase(tenant, { taxId: payer.taxId });
    await pass();
    expect((await charges(other))[0]).toMatchObject({ payer_name: payer.name });
    const refs = [tenant, other, toTenant(tenant.storeId, false)].map((owner) =>
      derivePayerRef(billing.deps.sealer, owner, payer.taxId),
    );
    expect(new Set(refs).size).toBe(3);
  });
});

describe('an erased customer', () => {
  it('whose charge is paid later brings no payer back, and the erasure ends after that', async () => {
    const tenant = await billing.configuredStore();
    const customerId = await aCustomerId(tenant);
    const { id } = await createPixCharge(billing, tenant, { customerId });
    expect(await erase(tenant, { customerId })).toMatchObject({ waitsFor: ['ERASURE_WAIT_OPEN_CHARGE'] });
    await pass();
    billing.clock.advance(10 * minuteMs);
    await pass();
    expect(await isDone(tenant)).toBe(false);
    await simulateCharge(billing, tenant, id, payer);
    expect((await charges(tenant))[0]).toMatchObject({ payer_name: payer.name });
    billing.clock.advance(minuteMs);
    await pass();
    expect((await charges(tenant))[0]).toMatchObject({ payer_name: null, payer_ref: null, status: 'PAID' });
    expect(await isDone(tenant)).toBe(true);
  });

  it('keeps the card of an active subscription without its holder, and loses it when that ends', async () => {
    const tenant = await billing.configuredStore();
    const subscriptionId = await aSubscription(tenant, { cardNumber: '4242424242424242' });
    const [{ customer_id: customerId = '' } = {}] = (await rowsOf(billing, 'agreements', tenant)) as Row[];
    expect(await erase(tenant, { customerId: String(customerId) })).toMatchObject({
      waitsFor: ['ERASURE_WAIT_SUBSCRIPTION'],
    });
    await pass();
    const [kept] = await rowsOf(billing, 'cards', tenant);
    expect(kept).toMatchObject({ holder_name: '', vault_reference: 'sim:4242' });
    await endAgreement(billing.deps, tenant, subscriptionId);
    billing.clock.advance(minuteMs);
    await pass();
    const [forgotten] = await rowsOf(billing, 'cards', tenant);
    expect(forgotten).toMatchObject({ vault_reference: '', brand: kept?.brand, last_four: '4242' });
    expect(forgotten?.token_hash).not.toEqual(kept?.token_hash);
  });

  it.each(['customer', 'payer'])('keeps the Pix key of a refund until it is done: of a %s', async (who) => {
    const tenant = await billing.configuredStore();
    const customer = who === 'customer' ? aCustomer() : undefined;
    const { id } = await aBoleto(billing, tenant, { customer });
    await simulateCharge(billing, tenant, id, customer ? undefined : payer);
    const { id: refundId } = await refund(billing, tenant, id, { pixKey: 'ana@example.com', pixKeyType: 'EMAIL' });
    expect(await erase(tenant, { taxId: customer?.taxId ?? payer.taxId })).toMatchObject({
      waitsFor: ['ERASURE_WAIT_REFUND'],
    });
    await pass();
    expect((await charges(tenant))[0]).toMatchObject({ payer_name: null, boleto_payer_name: null });
    expect((await rowsOf(billing, 'refunds', tenant))[0]?.pix_key_sealed).not.toBeNull();
    await billing.refunds.approveRefund({ tenant, id: refundId, userId: 'user_2', madeKeyIds: [] }, call());
    await runRefunds(billing);
    billing.clock.advance(minuteMs);
    await pass();
    expect((await rowsOf(billing, 'refunds', tenant))[0]).toMatchObject({ status: 'COMPLETE', pix_key_sealed: null });
    expect((await charges(tenant))[0]).toMatchObject({ payer_ref: null });
  });

  it('is erased once however often it is asked for, also by the same key and after a delete', async () => {
    const tenant = await billing.configuredStore();
    const customerId = await aCustomerId(tenant);
    await billing.customers.deleteCustomer({ tenant, id: customerId }, call());
    const key = testIds.token(10);
    const first = await erase(tenant, { customerId }, key);
    expect(await erase(tenant, { customerId }, key)).toEqual(first);
    billing.clock.advance(minuteMs);
    expect(await erase(tenant, { customerId })).toEqual(first);
    await pass();
    expect(await rowsOf(billing, 'erasures', tenant)).toHaveLength(1);
  });
});

test('an erasure whose process ended goes on in the next pass, and two passes at once do not meet', async () => {
  const tenant = await billing.configuredStore();
  await simulateCharge(billing, tenant, (await createPixCharge(billing, tenant)).id, payer);
  await erase(tenant, { taxId: payer.taxId });
  // Nothing but the request was committed; the row is what is left of it.
  expect((await charges(tenant))[0]).toMatchObject({ payer_name: payer.name });
  await Promise.all([pass(), pass(), pass()]);
  expect((await charges(tenant))[0]).toMatchObject({ payer_name: null });
});

type Row = Readonly<Record<string, unknown>>;
