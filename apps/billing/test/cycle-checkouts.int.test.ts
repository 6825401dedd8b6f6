import type { Product } from '@pitanga/contracts';
import { maskTaxId, type Tenant } from '@pitanga/core';
import { testIds } from '@pitanga/testing';
import { call, startBilling, type Billing } from './billing-harness';
import { contents, fileOrigin, type FileOrigin } from './file-origin';
import { aPayer, subscriptionRequests } from './subscription-requests';

let billing: Billing;
let origin: FileOrigin;
beforeAll(async () => {
  billing = await startBilling();
  origin = await fileOrigin();
});
afterAll(async () => {
  await billing.stop();
  await origin.close();
});

const { subscriptionCheckout, subscribe, aCycle } = subscriptionRequests(() => billing);

async function aPlan(tenant: Tenant, name: string, cycle: Product['cycle']): Promise<Product> {
  const terms = { externalId: `${name}-${testIds.token(6)}`, name, description: `${name}, sem fidelidade`, cycle };
  const { product } = await billing.products.createProduct(
    { tenant, ...terms, priceCents: 5_000, currency: 'BRL', trialDays: undefined, fileUrl: `${origin.url}/pdf` },
    call(),
  );
  if (!product) throw new Error('no product');
  return product;
}

const termsOf = ({ id: productId, externalId: productExternalId, name, description, cycle }: Product) => ({
  productId,
  productExternalId,
  name,
  description,
  cycle,
});

describe('the checkout of a cycle', () => {
  test('shows what was subscribed to and, after a change of plan, all terms of the new product, deleted or not', async () => {
    const tenant = await billing.configuredStore();
    const [basic, full] = [
      await aPlan(tenant, 'Basic', 'BILLING_CYCLE_MONTHLY'),
      await aPlan(tenant, 'Full', 'BILLING_CYCLE_ANNUALLY'),
    ];
    const { id } = await subscriptionCheckout(tenant, basic.id);
    const { subscriptionId = '' } = await subscribe(tenant, id);
    const first = await aCycle(tenant, subscriptionId, { productId: basic.id });
    expect(first.checkout?.items).toMatchObject([{ ...termsOf(basic), quantity: 1 }]);
    await billing.products.deleteProduct({ tenant, id: full.id }, call());
    const plan = { productId: full.id, quantity: 2, unitPriceCents: 9_000, amountCents: 18_000, discountCents: 0 };
    const second = await aCycle(tenant, subscriptionId, { cycleNumber: 2, ...plan });
    expect(second.checkout?.items).toMatchObject([{ ...termsOf(full), quantity: 2, unitPriceCents: 9_000 }]);
  });

  test('has a line for each product that was used: units at their price, or one of the whole where it changed', async () => {
    const tenant = await billing.configuredStore();
    const [basic, calls, storage] = [
      await aPlan(tenant, 'Basic', 'BILLING_CYCLE_MONTHLY'),
      await aPlan(tenant, 'Calls', undefined),
      await aPlan(tenant, 'Storage', undefined),
    ];
    const { id } = await subscriptionCheckout(tenant, basic.id);
    const { subscriptionId = '' } = await subscribe(tenant, id);
    const { checkout, charge } = await aCycle(tenant, subscriptionId, {
      productId: basic.id,
      amountCents: 5_000 + 1_200 + 705,
      usageCents: 1_200 + 705,
      usage: [
        { productId: calls.id, units: 12, amountCents: 1_200 },
        { productId: storage.id, units: 10, amountCents: 705 },
      ],
    });
    expect(checkout?.items).toMatchObject([
      { productId: basic.id, quantity: 1, unitPriceCents: 5_000 },
      { productId: calls.id, name: 'Calls', quantity: 12, unitPriceCents: 100 },
      { productId: storage.id, name: 'Storage', quantity: 1, unitPriceCents: 705 },
    ]);
    expect([checkout?.amountCents, charge?.amountCents]).toEqual([6_905, 6_905]);
  });

  test('is paid by who subscribed: the receipt has the tax id that they gave, masked', async () => {
    const tenant = await billing.configuredStore();
    const { id: productId } = await aPlan(tenant, 'Basic', 'BILLING_CYCLE_MONTHLY');
    const { id } = await subscriptionCheckout(tenant, productId);
    const { name, taxId } = aPayer();
    const { subscriptionId = '' } = await subscribe(tenant, id, { payer: { name, taxId } });
    const { charge } = await aCycle(tenant, subscriptionId, { productId });
    const shown = await billing.charges.resolveCharge({ id: charge?.id ?? '' }, call());
    expect(shown.charge?.payer).toMatchObject({ name, maskedTaxId: maskTaxId(taxId) });
  });

  test('sells the file of the new product, under its name', async () => {
    const tenant = await billing.configuredStore();
    const [basic, full] = [
      await aPlan(tenant, 'Basic', 'BILLING_CYCLE_MONTHLY'),
      await aPlan(tenant, 'Full', 'BILLING_CYCLE_MONTHLY'),
    ];
    const { id } = await subscriptionCheckout(tenant, basic.id);
    const { subscriptionId = '' } = await subscribe(tenant, id);
    const { charge } = await aCycle(tenant, subscriptionId, { productId: full.id });
    const { files } = await billing.charges.resolveCharge({ id: charge?.id ?? '' }, call());
    expect(files.map(({ name }) => name)).toEqual(['Full']);
    const { piece, fileName } = await billing.files.resolveDownload(
      { token: files[0]?.token ?? '', offset: 0 },
      call(),
    );
    expect([fileName, Buffer.from(piece?.content ?? [])]).toEqual(['Full.pdf', contents.pdf]);
  });
});
