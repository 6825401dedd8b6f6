import { hash } from 'node:crypto';
import { everyTenant, type Tenant } from '@pitanga/core';
import { startBeforeAll, testIds } from '@pitanga/testing';
import { runErasures } from '../src/jobs/run-erasures';
import { aCustomer, aProduct, call, firstPage, readEvents, startBilling } from './billing-harness';
import { createCheckout, simulateCheckout } from './checkout-requests';
import { refund, rowsOf, runRefunds } from './money-back';

const billing = startBeforeAll(startBilling);

const requestedBy = { kind: 'ACTOR_KIND_USER', id: 'user_1', description: 'Bia' } as const;

/** A customer with a portal of a checkout of R$ 50,00 that is paid by Pix. */
async function aPurchase(tenant: Tenant) {
  const { customer } = await billing.customers.createCustomer({ tenant, customer: aCustomer() }, call());
  const customerId = customer?.id ?? '';
  const { id: checkoutId } = await createCheckout(billing, tenant, [await aProduct(billing, tenant)], { customerId });
  await simulateCheckout(billing, tenant, checkoutId);
  const tokenHash = hash('sha256', testIds.token(32));
  const { portal } = await billing.portals.createPortal({ tenant, customerId, checkoutId, tokenHash }, call());
  const portalId = portal?.id ?? '';
  const { charges } = await billing.portals.listPortalCharges({ tenant, id: portalId }, call());
  return { customerId, checkoutId, portalId, chargeId: charges[0]?.id ?? '' };
}

const ask = async (tenant: Tenant, portalId: string, chargeId: string, reason?: string) => {
  const { request } = await billing.refundRequests.askForRefund({ tenant, portalId, chargeId, reason }, call());
  return request?.id ?? '';
};
const read = async (tenant: Tenant, id: string) =>
  (await billing.refundRequests.getRefundRequest({ tenant, id }, call())).request;
const approve = async (tenant: Tenant, id: string, more: object = {}) =>
  (await billing.refundRequests.approveRefundRequest({ tenant, id, requestedBy, isAlone: false, ...more }, call()))
    .request;
const refuse = async (tenant: Tenant, id: string) =>
  (await billing.refundRequests.refuseRefundRequest({ tenant, id }, call())).request;
const told = async (tenant: Tenant) =>
  (await readEvents(billing, tenant)).filter(({ type }) => type.startsWith('refund.')).map(({ type }) => type);

describe('a customer who asks for money back', () => {
  it('has one request of a charge that waits, however often and at the same time they ask, and tells the store once', async () => {
    const tenant = await billing.configuredStore();
    const { portalId, chargeId, customerId, checkoutId } = await aPurchase(tenant);
    const asked = await Promise.all([1, 2, 3, 4].map(() => ask(tenant, portalId, chargeId, 'Não serviu')));
    expect(new Set(asked).size).toBe(1);
    expect(await read(tenant, asked[0] ?? '')).toMatchObject({
      status: 'REFUND_REQUEST_STATUS_OPEN',
      ...{ chargeId, checkoutId, customerId, amountCents: 5_000, reason: 'Não serviu' },
    });
    expect(await told(tenant)).toEqual(['refund.requested']);
    const events = await readEvents(billing, tenant);
    expect(JSON.stringify(events)).not.toContain('Não serviu');
    const shown = await billing.portals.listPortalCharges({ tenant, id: portalId }, call());
    expect(shown).toMatchObject({ refundRequests: [{ id: asked[0] }], refundableIds: [] });
  });

  it('asks for nothing that their portal does not show', async () => {
    const tenant = await billing.configuredStore();
    const stranger = await billing.configuredStore();
    const [mine, other] = [await aPurchase(tenant), await aPurchase(tenant)];
    const refusal = { reason: 'CHARGE_NOT_FOUND' };
    await expect(ask(tenant, mine.portalId, other.chargeId)).rejects.toMatchObject(refusal);
    const foreign = await aPurchase(stranger);
    await expect(ask(tenant, mine.portalId, foreign.chargeId)).rejects.toMatchObject(refusal);
    await expect(ask(tenant, foreign.portalId, mine.chargeId)).rejects.toMatchObject({ reason: 'PORTAL_NOT_FOUND' });
    expect(await rowsOf(billing, 'refund_requests', tenant)).toEqual([]);
  });

  it('asks for nothing of a charge that is on its way back, is back, or is too old', async () => {
    const tenant = await billing.configuredStore();
    const { portalId, chargeId, checkoutId } = await aPurchase(tenant);
    await refund(billing, tenant, checkoutId, { origin: 'CHARGE_ORIGIN_CHECKOUT', amountCents: 1_000 });
    await expect(ask(tenant, portalId, chargeId)).rejects.toMatchObject({ reason: 'REFUND_PENDING' });
    await runRefunds(billing);
    await refund(billing, tenant, checkoutId, { origin: 'CHARGE_ORIGIN_CHECKOUT' });
    await runRefunds(billing);
    await expect(ask(tenant, portalId, chargeId)).rejects.toMatchObject({ reason: 'NOT_REFUNDABLE' });
    const old = await aPurchase(tenant);
    billing.clock.advance(91 * 86_400_000);
    await expect(ask(tenant, old.portalId, old.chargeId)).rejects.toMatchObject({ reason: 'PIX_REFUND_TOO_LATE' });
    expect(await billing.portals.listPortalCharges({ tenant, id: old.portalId }, call())).toMatchObject({
      refundableIds: [],
    });
  });
});

describe('a person who decides about a request', () => {
  it('approves it by one refund, of a part or of all, however often and at the same time', async () => {
    const tenant = await billing.configuredStore();
    const { portalId, chargeId } = await aPurchase(tenant);
    const id = await ask(tenant, portalId, chargeId);
    const answers = await Promise.all([1, 2, 3, 4].map(() => approve(tenant, id, { amountCents: 2_000 })));
    expect(new Set(answers.map((request) => request?.refundId)).size).toBe(1);
    const [made, ...more] = await rowsOf(billing, 'refunds', tenant);
    expect([made?.id, made?.amount_cents, more]).toEqual([answers[0]?.refundId, 2_000, []]);
    expect(answers[0]?.status).toBe('REFUND_REQUEST_STATUS_APPROVED');
    await expect(refuse(tenant, id)).rejects.toMatchObject({ reason: 'REFUND_REQUEST_DECIDED' });
    await runRefunds(billing);
    // What is left may be asked for again.
    expect(await ask(tenant, portalId, chargeId)).not.toBe(id);
  });

  it('refuses it for good, and never both', async () => {
    const tenant = await billing.configuredStore();
    const { portalId, chargeId } = await aPurchase(tenant);
    const id = await ask(tenant, portalId, chargeId);
    const outcomes = await Promise.allSettled([refuse(tenant, id), approve(tenant, id), refuse(tenant, id)]);
    const refunds = await rowsOf(billing, 'refunds', tenant);
    const request = await read(tenant, id);
    expect(refunds).toHaveLength(request?.status === 'REFUND_REQUEST_STATUS_APPROVED' ? 1 : 0);
    expect(outcomes.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0);
  });

  it('has it waiting again when the store lacks the money, and approves it once there is some', async () => {
    const tenant = await billing.configuredStore();
    const { portalId, chargeId } = await aPurchase(tenant);
    const id = await ask(tenant, portalId, chargeId);
    billing.ledger.refusal = 'INSUFFICIENT_FUNDS';
    await expect(approve(tenant, id)).rejects.toMatchObject({ reason: 'INSUFFICIENT_FUNDS' });
    billing.ledger.refusal = undefined;
    expect(await read(tenant, id)).toMatchObject({ status: 'REFUND_REQUEST_STATUS_OPEN', refundId: undefined });
    expect(await rowsOf(billing, 'refunds', tenant)).toEqual([]);
    expect((await approve(tenant, id))?.status).toBe('REFUND_REQUEST_STATUS_APPROVED');
  });

  it('has answered it by any refund of the charge', async () => {
    const tenant = await billing.configuredStore();
    const { portalId, chargeId, checkoutId } = await aPurchase(tenant);
    const id = await ask(tenant, portalId, chargeId);
    const { id: refundId } = await refund(billing, tenant, checkoutId, { origin: 'CHARGE_ORIGIN_CHECKOUT' });
    expect(await read(tenant, id)).toMatchObject({ status: 'REFUND_REQUEST_STATUS_APPROVED', refundId });
    expect((await approve(tenant, id))?.refundId).toBe(refundId);
  });

  it('finds requests by their state, and none of another store', async () => {
    const tenant = await billing.configuredStore();
    const stranger = await billing.configuredStore();
    const one = await aPurchase(tenant);
    const other = await aPurchase(tenant);
    const refused = await ask(tenant, one.portalId, one.chargeId);
    billing.clock.advance(1);
    const open = await ask(tenant, other.portalId, other.chargeId);
    await refuse(tenant, refused);
    const list = async (owner: Tenant, filter: object = {}) =>
      (
        await billing.refundRequests.listRefundRequests({ tenant: owner, page: firstPage, ...filter }, call())
      ).requests.map(({ id }) => id);
    expect(await list(tenant)).toEqual([open, refused]);
    expect(await list(tenant, { status: 'REFUND_REQUEST_STATUS_OPEN' })).toEqual([open]);
    expect(await list(tenant, { customerId: one.customerId })).toEqual([refused]);
    expect(await list(stranger)).toEqual([]);
    for (const attempt of [read(stranger, open), approve(stranger, open), refuse(stranger, open)]) {
      await expect(attempt).rejects.toMatchObject({ reason: 'REFUND_REQUEST_NOT_FOUND' });
    }
  });
});

it('forgets the words of a customer who is erased', async () => {
  const tenant = await billing.configuredStore();
  const { portalId, chargeId, customerId } = await aPurchase(tenant);
  const id = await ask(tenant, portalId, chargeId, 'Sou a Ana, não serviu');
  await billing.customers.erasePerson({ tenant, key: { customerId } }, call());
  await runErasures(billing.deps, everyTenant);
  expect(await read(tenant, id)).toMatchObject({ reason: undefined, chargeId });
});
