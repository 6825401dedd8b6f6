import type { CreateRefundRequest } from '@pitanga/contracts';
import { cents, toTenant, type Tenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import { aTenant, startBeforeAll, testIds, withDeps } from '@pitanga/testing';
import { confirmPayment } from '../src/charging/confirm-payment';
import { preparePixCharge, writeCharge } from '../src/charging/create-charge';
import { advanceDueRefunds } from '../src/jobs/advance-refunds';
import type { TransferOrder } from '../src/provider/transfer-provider';
import { aCustomer, call, readEvents, startBilling } from './billing-harness';
import {
  aBoleto,
  aPaidBoleto,
  aPaidCard,
  aPaidCheckout,
  aPaidPix,
  aPix,
  anOpenCheckout,
  aRefund,
  chargeStatus,
  moneyBackEvents,
  readCheckout,
  readRefund,
  refund,
  required,
  rowsOf,
  runRefunds,
  simulate,
  simulateCheckout,
} from './money-back';

const billing = startBeforeAll(startBilling);

const origins = ['CHARGE_ORIGIN_TRANSPARENT', 'CHARGE_ORIGIN_CHECKOUT', 'CHARGE_ORIGIN_PAYMENT_LINK'] as const;
type Origin = (typeof origins)[number];
const dayMs = 86_400_000;
const notFound = { kind: 'NOT_FOUND', message: 'Cobrança não encontrada.' };

const wrong = {
  CHARGE_ORIGIN_TRANSPARENT: 'Este id é de uma cobrança transparente; use POST /v2/transparents/refund',
  CHARGE_ORIGIN_CHECKOUT: 'Este id é de um checkout; use POST /v2/checkouts/refund',
  CHARGE_ORIGIN_PAYMENT_LINK: 'Este id é de um link de pagamento; use POST /v2/payment-links/refund',
};

async function refuse(tenant: Tenant, id: string, overrides: Partial<CreateRefundRequest> = {}) {
  const before = (await rowsOf(billing, 'refunds', tenant)).length;
  const error = await refund(billing, tenant, id, overrides).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(await rowsOf(billing, 'refunds', tenant)).toHaveLength(before);
  return error as { readonly kind: string; readonly reason: string; readonly message: string } | undefined;
}

describe('the three routes', () => {
  test('each refund their own kind, and name the right route for other kinds', async () => {
    const tenant = await billing.configuredStore();
    const transparent = (await aPaidPix(billing, tenant)).id;
    const checkout = await aPaidCheckout(billing, tenant);
    const link = await aPaidCheckout(billing, tenant, 'MULTIPLE_PAYMENTS');
    const owners: [string, Origin][] = [
      [transparent, 'CHARGE_ORIGIN_TRANSPARENT'],
      [checkout.checkoutId, 'CHARGE_ORIGIN_CHECKOUT'],
      [checkout.chargeId, 'CHARGE_ORIGIN_CHECKOUT'],
      [link.checkoutId, 'CHARGE_ORIGIN_PAYMENT_LINK'],
      [link.chargeId, 'CHARGE_ORIGIN_PAYMENT_LINK'],
    ];
    for (const [id, own] of owners) {
      for (const origin of origins.filter((other) => other !== own)) {
        expect(await refuse(tenant, id, { origin })).toMatchObject({
          kind: 'INVALID_ARGUMENT',
          message: wrong[own],
        });
      }
    }
    for (const [id, origin] of [owners[0], owners[2], owners[4]].map(required)) {
      expect((await refund(billing, tenant, id, { origin })).status).toBe('REFUND_STATUS_PENDING');
    }
  });

  test('refund a link by the id of one of its payments only, and leave it ACTIVE', async () => {
    const tenant = await billing.configuredStore();
    const { checkoutId, chargeId } = await aPaidCheckout(billing, tenant, 'MULTIPLE_PAYMENTS');
    const other = await simulateCheckout(billing, tenant, checkoutId);
    const origin = 'CHARGE_ORIGIN_PAYMENT_LINK' as const;
    expect(await refuse(tenant, checkoutId, { origin })).toMatchObject({
      kind: 'INVALID_ARGUMENT',
      message: expect.stringMatching(/^This id is of a payment link; refund one of its payments/) as string,
    });
    await refund(billing, tenant, chargeId, { origin });
    await runRefunds(billing);
    expect([await chargeStatus(billing, chargeId), await chargeStatus(billing, other)]).toEqual(['REFUNDED', 'PAID']);
    expect((await readCheckout(billing, tenant, checkoutId)).status).toBe('CHECKOUT_STATUS_ACTIVE');
    expect(await moneyBackEvents(billing, tenant)).toEqual(['refund.created', 'refund.completed', 'charge.refunded']);
  });

  test('refuse all records of a subscription', async () => {
    const tenant = await billing.configuredStore();
    const { checkoutId } = await aPaidCheckout(billing, tenant);
    await billing.db('checkouts').where({ id: checkoutId }).update({ frequency: 'SUBSCRIPTION' });
    const { id: chargeId } = await aPaidPix(billing, tenant);
    await billing.db('charges').where({ id: chargeId }).update({ origin: 'SUBSCRIPTION', checkout_id: checkoutId });
    for (const id of [checkoutId, chargeId, 'subs_000000000000000000000000']) {
      for (const origin of origins) {
        expect(await refuse(tenant, id, { origin })).toMatchObject({
          kind: 'FAILED_PRECONDITION',
          message: 'Reembolso de assinatura não é suportado na v2',
        });
      }
    }
  });

  test('know nothing of another store, of the other environment and of what was never there', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aPaidPix(billing, tenant);
    const { checkoutId, chargeId } = await aPaidCheckout(billing, tenant);
    const { id: refundId } = await refund(billing, tenant, id);
    const mine = [id, checkoutId, chargeId, refundId].flatMap((one): [Tenant, string][] => [
      [aTenant(), one],
      [toTenant(tenant.storeId, false), one],
    ]);
    const unknown = ['pix_char_nothing', 'bill_nothing', 'ref_nothing', "'; drop table refunds --"];
    for (const [of, one] of [...mine, ...unknown.map((one): [Tenant, string] => [tenant, one])]) {
      for (const origin of origins) {
        await expect(refund(billing, of, one, { origin })).rejects.toMatchObject(notFound);
      }
    }
  });

  test.each([
    ['pending', 0, 'PENDING'],
    ['expired', 3_600_000, 'EXPIRED'],
  ])('refuse a charge and a checkout that are %s', async (_name, afterMs, status) => {
    const tenant = await billing.configuredStore();
    const { id } = await aPix(billing, tenant);
    const checkoutId = await anOpenCheckout(billing, tenant);
    billing.clock.advance(afterMs);
    const kind = 'FAILED_PRECONDITION';
    const message = `A charge with status ${status} cannot be refunded`;
    expect(await refuse(tenant, id)).toMatchObject({ kind, message });
    expect(await refuse(tenant, checkoutId, { origin: 'CHARGE_ORIGIN_CHECKOUT' })).toMatchObject({ kind });
  });
});

describe('the way back', () => {
  test('of a Pix is open for ninety days to the millisecond', async () => {
    const tenant = await billing.configuredStore();
    const [inTime, late] = [await aPaidPix(billing, tenant), await aPaidPix(billing, tenant)];
    billing.clock.advance(90 * dayMs);
    expect((await refund(billing, tenant, inTime.id)).status).toBe('REFUND_STATUS_PENDING');
    billing.clock.advance(1);
    expect(await refuse(tenant, late.id)).toMatchObject({
      kind: 'FAILED_PRECONDITION',
      reason: 'PIX_REFUND_TOO_LATE',
    });
  });

  test('of a card has no such end, and names the authorisation', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aPaidCard(billing, tenant);
    billing.clock.advance(200 * dayMs);
    await refund(billing, tenant, id);
    expect(await rowsOf(billing, 'refunds', tenant)).toMatchObject([{ rail: 'CARD', target: `sim_${id}` }]);
    await runRefunds(billing);
    expect(await chargeStatus(billing, id)).toBe('REFUNDED');
  });

  test('of a boleto needs a Pix key with its type', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aPaidBoleto(billing, tenant);
    for (const part of [{}, { pixKey: '529.982.247-25' }, { pixKeyType: 'CPF' }]) {
      expect(await refuse(tenant, id, part)).toMatchObject({
        kind: 'FAILED_PRECONDITION',
        message: expect.stringMatching(/^INVALID_METHOD: /) as string,
      });
    }
    for (const bad of [
      { pixKey: '529.982.247-26', pixKeyType: 'CPF' },
      { pixKey: '52998224725', pixKeyType: 'cpf' },
    ]) {
      expect(await refuse(tenant, id, bad)).toMatchObject({ kind: 'INVALID_ARGUMENT' });
    }
  });

  test('of a boleto is a transfer to that key, which no row and no event contains in the clear', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aBoleto(billing, tenant, { customer: aCustomer({ taxId: '52998224725' }) });
    await simulate(billing, tenant, id);
    const { id: refundId } = await refund(billing, tenant, id, { pixKey: ' 529.982.247-25 ', pixKeyType: 'CPF' });
    const [row] = await rowsOf(billing, 'refunds', tenant);
    expect(row).toMatchObject({ rail: 'TRANSFER', pix_key_type: 'CPF' });
    expect(await refuse(tenant, id)).toMatchObject({ message: 'Esta cobrança já foi reembolsada.' });
    const sent: TransferOrder[] = [];
    const simulated = await billing.deps.findProviders(tenant);
    const transfer = {
      ...required(simulated.transfer),
      sendTransfer: (order: TransferOrder) => {
        sent.push(order);
        return required(simulated.transfer).sendTransfer(order);
      },
    };
    await advanceDueRefunds(
      withDeps(billing.deps, { findProviders: () => Promise.resolve({ ...simulated, transfer }) }),
    );
    expect(sent).toMatchObject([{ refundId, keyType: 'CPF', key: '52998224725', amountCents: 12_300 }]);
    await runRefunds(billing);
    expect((await readRefund(billing, tenant, refundId)).status).toBe('REFUND_STATUS_COMPLETE');
    expect(await chargeStatus(billing, id)).toBe('REFUNDED');
    expect(await refuse(tenant, id)).toMatchObject({ message: 'Esta cobrança já foi reembolsada.' });
    const stored = await rowsOf(billing, 'refunds', tenant);
    const atRest = stored
      .flatMap((one) => Object.values(one))
      .map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value)));
    for (const text of [...atRest, JSON.stringify(await readEvents(billing, tenant))]) {
      expect(text).not.toMatch(/52998224725|529\.982/);
    }
  });

  test('of a boleto that was paid by its Pix code is that Pix, without a key', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aBoleto(billing, tenant);
    const reference = `E99999999202611201500${testIds.token(11)}`;
    const payer = { name: 'Bia', taxId: '12345678909' };
    const notice = { chargeId: id, rail: 'PIX', amountCents: cents(12_300), reference, payer } as const;
    await transact(billing.deps, (tx) => confirmPayment(tx, tenant, notice));
    await refund(billing, tenant, id);
    expect(await rowsOf(billing, 'refunds', tenant)).toMatchObject([{ rail: 'PIX', target: reference }]);
    await runRefunds(billing);
    expect(await chargeStatus(billing, id)).toBe('REFUNDED');
  });
});

describe('in production without a provider', () => {
  test('a refund is refused before anything is written or held', async () => {
    const tenant = await billing.configuredStore(false);
    const simulated = await billing.deps.findProviders(aTenant());
    const withProvider = withDeps(billing.deps, { findProviders: () => Promise.resolve(simulated) });
    const input = {
      amountCents: cents(12_300),
      description: undefined,
      externalId: undefined,
      customer: aCustomer(),
      customerId: undefined,
      metadataJson: '{}',
      expiresInSeconds: 3_600,
      ensureSameTaxId: false,
      splits: [],
    };
    const prepared = await preparePixCharge(withProvider, tenant, input);
    const { id: chargeId } = await transact(withProvider, (tx) => writeCharge(tx, tenant, prepared));
    const reference = `E99999999202611201500${testIds.token(11)}`;
    const notice = { chargeId, rail: 'PIX', amountCents: cents(12_300), reference, payer: undefined } as const;
    expect(await transact(withProvider, (tx) => confirmPayment(tx, tenant, notice))).toMatchObject({ status: 'PAID' });
    const [reserves, facts] = [billing.ledger.reserves.length, (await readEvents(billing, tenant)).length];
    await expect(billing.refunds.createRefund(aRefund(tenant, chargeId), call('prod'))).rejects.toMatchObject({
      kind: 'UNAVAILABLE',
      message: 'Provider for PIX is not configured for this store',
    });
    expect(await rowsOf(billing, 'refunds', tenant)).toEqual([]);
    expect(await rowsOf(billing, 'idempotency_keys', tenant)).toEqual([]);
    expect([billing.ledger.reserves.length, (await readEvents(billing, tenant)).length]).toEqual([reserves, facts]);
  });
});
