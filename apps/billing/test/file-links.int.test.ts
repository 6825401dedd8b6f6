import type { FileLink, Product } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { testIds } from '@pitanga/testing';
import { aCheckout, call, startBilling, type Billing } from './billing-harness';
import { contents, fileOrigin, mebi, sized, type FileOrigin } from './file-origin';
import { aCoupon } from './payment-requests';
import { aProductRequest, createProduct } from './product-requests';

const hour = 3_600_000;

let billing: Billing;
let origin: FileOrigin;
beforeAll(async () => {
  billing = await startBilling();
  origin = await fileOrigin({ fullPdf: (response) => void response.end(sized(contents.pdf, 20 * mebi)) });
});
afterAll(async () => {
  await billing.stop();
  await origin.close();
});

describe("the buyer's link", () => {
  const notFound = { kind: 'NOT_FOUND', message: 'File not found' };

  async function readLinks(chargeId: string): Promise<FileLink[]> {
    return (await billing.charges.resolveCharge({ id: chargeId }, call())).files;
  }

  async function download(token: string): Promise<{ bytes: Buffer; fileName: string; contentType: string }> {
    const pieces: Buffer[] = [];
    for (let offset = 0; ;) {
      const { piece, fileName } = await billing.files.resolveDownload({ token, offset }, call());
      if (!piece) throw new Error('no piece');
      if (piece.content.length === 0) {
        return { bytes: Buffer.concat(pieces), fileName, contentType: piece.contentType };
      }
      pieces.push(Buffer.from(piece.content));
      offset += piece.content.length;
    }
  }

  /** A paid checkout of a product with this file and one without, with the charge that paid it. */
  async function aSale(file = 'pdf'): Promise<{ tenant: Tenant; product: Product; chargeId: string }> {
    const tenant = await billing.configuredStore();
    const product = await createProduct(
      billing,
      aProductRequest(tenant, { name: 'Ébano "1"', fileUrl: `${origin.url}/${file}` }),
    );
    const plain = await createProduct(billing, aProductRequest(tenant));
    const { checkout } = await billing.checkouts.createCheckout(aCheckout(tenant, [product.id, plain.id]), call());
    const payment = { tenant, id: checkout?.id ?? '', method: 'PAYMENT_METHOD_PIX' as const, payer: undefined };
    const chosen = { ...payment, coupons: [], installmentCount: 0, late: false };
    const { payments } = await billing.checkouts.simulateCheckoutPayment(chosen, call());
    return { tenant, product, chargeId: payments[0]?.id ?? '' };
  }

  it('of a paid checkout returns the whole file under the name of its product', async () => {
    const { chargeId } = await aSale('fullPdf');
    const links = await readLinks(chargeId);
    expect(links.map(({ name }) => name)).toEqual(['Ébano "1"']);
    const { bytes, fileName, contentType } = await download(links[0]!.token);
    expect(bytes.equals(sized(contents.pdf, 20 * mebi))).toBe(true);
    expect([fileName, contentType]).toEqual(['Ébano "1".pdf', 'application/pdf']);
  });

  it('is told of by the charge that bought it, while that is PAID, and by no other', async () => {
    const hasFiles = async (tenant: Tenant, id: string) =>
      (await billing.charges.getStoreCharge({ tenant, id }, call())).charge?.hasFiles;
    const { tenant, chargeId } = await aSale();
    expect(await hasFiles(tenant, chargeId)).toBe(true);
    const plain = await createProduct(billing, aProductRequest(tenant));
    const { checkout } = await billing.checkouts.createCheckout(aCheckout(tenant, [plain.id]), call());
    const payment = { tenant, id: checkout?.id ?? '', method: 'PAYMENT_METHOD_PIX' as const, payer: undefined };
    const chosen = { ...payment, coupons: [], installmentCount: 0, late: false };
    const { payments } = await billing.checkouts.simulateCheckoutPayment(chosen, call());
    expect(await hasFiles(tenant, payments[0]?.id ?? '')).toBe(false);
    await billing.charges.simulateDispute({ tenant, id: chargeId, outcome: 'DISPUTE_OUTCOME_OPENED' }, call());
    expect(await hasFiles(tenant, chargeId)).toBe(false);
  });

  it('comes with the receipt, which has the items of the sale', async () => {
    const { chargeId, product } = await aSale();
    const { items } = await billing.charges.resolveCharge({ id: chargeId }, call());
    expect(items.map(({ name, quantity }) => [name, quantity])).toContainEqual(['Ébano "1"', 1]);
    expect(items).toHaveLength(2);
    expect(items[0]).toMatchObject({ productId: product.id, unitPriceCents: product.priceCents });
  });

  it('of a checkout or link that coupons paid is issued without a charge, and not before', async () => {
    const { tenant, product } = await aSale();
    const coupon = await aCoupon(billing, tenant, { discount: 10_000 });
    for (const frequency of ['CHECKOUT_FREQUENCY_ONE_TIME', 'CHECKOUT_FREQUENCY_MULTIPLE_PAYMENTS'] as const) {
      const asked = { ...aCheckout(tenant, [product.id]), allowCoupons: true, frequency };
      const { checkout } = await billing.checkouts.createCheckout(asked, call());
      const sale = { tenant, checkoutId: checkout?.id ?? '' };
      const free = async () => (await billing.files.listFreeFiles(sale, call())).files;
      if (frequency === 'CHECKOUT_FREQUENCY_ONE_TIME') expect(await free()).toEqual([]);
      await billing.checkouts.applyCheckoutCoupons({ ...sale, coupons: [coupon] }, call());
      const [link] = await free();
      expect((await download(link!.token)).bytes).toEqual(contents.pdf);
      await billing.db('checkouts').where({ id: sale.checkoutId }).update({ status: 'CANCELLED' });
      await expect(download(link!.token)).rejects.toMatchObject(notFound);
    }
  });

  it('still works when the product was deleted after it was sold', async () => {
    const { tenant, product, chargeId } = await aSale();
    await billing.products.deleteProduct({ tenant, id: product.id }, call());
    const [link] = await readLinks(chargeId);
    expect((await download(link!.token)).bytes).toEqual(contents.pdf);
  });

  it('is not issued before the payment, nor for a charge without a checkout', async () => {
    const tenant = await billing.configuredStore();
    const product = await createProduct(billing, aProductRequest(tenant, { fileUrl: `${origin.url}/pdf` }));
    const { checkout } = await billing.checkouts.createCheckout(aCheckout(tenant, [product.id]), call());
    const { charge } = await billing.checkouts.openCheckoutPix({ tenant, checkoutId: checkout?.id ?? '' }, call());
    expect(await readLinks(charge?.id ?? '')).toEqual([]);
  });

  it('ends after a day, and a new one is issued then', async () => {
    const { chargeId } = await aSale();
    const [link] = await readLinks(chargeId);
    billing.clock.advance(24 * hour - 1);
    expect((await download(link!.token)).bytes).toEqual(contents.pdf);
    billing.clock.advance(1);
    await expect(download(link!.token)).rejects.toMatchObject(notFound);
    const [next] = await readLinks(chargeId);
    expect((await download(next!.token)).bytes).toEqual(contents.pdf);
  });

  it.each(['REFUNDED', 'UNDER_DISPUTE', 'CHARGED_BACK'])('ends when the charge is %s', async (status) => {
    const { chargeId } = await aSale();
    const [link] = await readLinks(chargeId);
    await billing.db('charges').where({ id: chargeId }).update({ status });
    await expect(download(link!.token)).rejects.toMatchObject(notFound);
    expect(await readLinks(chargeId)).toEqual([]);
  });

  it('cannot be forged, changed, or turned into the receipt', async () => {
    const { chargeId, product } = await aSale();
    const { token } = (await readLinks(chargeId))[0]!;
    const bytes = Buffer.from(token, 'base64url');
    expect(bytes.includes(Buffer.from(chargeId))).toBe(false);
    expect(bytes.includes(Buffer.from(product.id))).toBe(false);
    for (let index = 0; index < bytes.length; index += 7) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 1;
      await expect(download(changed.toString('base64url'))).rejects.toMatchObject(notFound);
    }
    // Sealed by billing too, for something else.
    const text = `${product.id} ${chargeId} ${String(billing.clock.real().getTime() + hour)}`;
    const foreign = billing.deps.sealer.seal(text, ['file links', 'token', '']).toString('base64url');
    for (const other of [foreign, '', 'x', testIds.token(43)]) {
      await expect(download(other)).rejects.toMatchObject(notFound);
    }
  });

  it('returns no file of another store, whatever its charge', async () => {
    const mine = await aSale();
    const theirs = await aSale();
    const expiresAt = String(billing.clock.real().getTime() + hour);
    const mixed = billing.deps.files.linkSealer.seal(`${theirs.product.id} ${mine.chargeId} ${expiresAt}`, [
      'file links',
      'token',
      '',
    ]);
    await expect(download(mixed.toString('base64url'))).rejects.toMatchObject(notFound);
  });
});
