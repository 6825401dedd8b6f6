import { required, toWire } from '@pitanga/contracts';
import { toTenant, type Tenant } from '@pitanga/core';
import type { Clients } from '../clients';
import { fillStep, type TopUpDeps } from '../stores/first-top-up';

export interface FillDeps extends TopUpDeps {
  readonly clients: Pick<Clients, 'charges' | 'coupons' | 'customers' | 'products'>;
}

const payableSeconds = 86_400;

const buyers = [
  { name: 'Ana Souza', email: 'ana.souza@example.com', taxId: '52998224725', cellphone: '11987654321' },
  { name: 'Bruno Lima', email: 'bruno.lima@example.com', taxId: '11144477735', cellphone: '21976543210' },
  {
    name: 'Padaria do Centro Ltda',
    email: 'compras@padaria.example',
    taxId: '11222333000181',
    cellphone: '3133334444',
  },
] as const;

const products = [
  { externalId: 'caneca', name: 'Caneca', description: 'Caneca de 300 ml', priceCents: 4_990 },
  { externalId: 'camiseta', name: 'Camiseta', description: 'Camiseta de algodão', priceCents: 7_900 },
  {
    ...{ externalId: 'clube-mensal', name: 'Clube mensal', description: 'Uma caixa por mês', priceCents: 9_900 },
    cycle: toWire('BILLING_CYCLE', 'MONTHLY'),
  },
] as const;

/** Adds some products, customers, a coupon and charges that are paid and open. A repeat changes nothing. */
export async function addSampleData({ clients }: FillDeps, storeId: string, requestId: string): Promise<void> {
  const tenant = toTenant(storeId, true);
  for (const product of products) {
    await clients.products.createProduct(
      { tenant, currency: 'BRL', ...product },
      fillStep(requestId, storeId, product.name),
    );
  }
  const coupon = {
    code: 'BOASVINDAS',
    discountKind: toWire('DISCOUNT_KIND', 'PERCENTAGE'),
    discount: 1_000,
    duration: toWire('COUPON_DURATION', 'ONCE'),
  };
  await clients.coupons.createCoupon(
    { tenant, metadataJson: '{}', startsAt: undefined, expiresAt: undefined, ...coupon },
    fillStep(requestId, storeId, 'coupon'),
  );
  for (const { name, ...keys } of buyers) {
    const customer = { name, ...keys, metadataJson: '{}' };
    await clients.customers.createCustomer({ tenant, customer }, fillStep(requestId, storeId, name));
  }
  await addCharges(clients.charges, tenant, requestId);
}

async function addCharges(charges: Clients['charges'], tenant: Tenant, requestId: string): Promise<void> {
  const { storeId } = tenant;
  for (const [index, { name, ...keys }] of buyers.entries()) {
    const customer = { name, ...keys, metadataJson: '{}' };
    const order = { tenant, customer, metadataJson: '{}', externalId: `pedido-${String(index + 1)}` };
    const pix = { ...order, amountCents: 4_990 * (index + 1), expiresInSeconds: payableSeconds, splits: [] };
    const { charge } = await charges.createPixCharge(
      { ...pix, ensureSameTaxId: false },
      fillStep(requestId, storeId, `pix ${name}`),
    );
    // The last one stays open.
    if (index === buyers.length - 1) continue;
    const paid = { tenant, id: required(charge, 'charge').id, late: false };
    await charges.simulateChargePayment(paid, fillStep(requestId, storeId, `paid ${name}`));
  }
}
