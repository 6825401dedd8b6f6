import { readdir } from 'node:fs/promises';
import type { CreateProductRequest, FileLink, Product } from '@pitanga/contracts';
import { everyTenant, type Tenant } from '@pitanga/core';
import { aTenant, testIds } from '@pitanga/testing';
import { deleteUnusedFiles } from '../src/managing/store-files';
import { aCheckout, call, factsOf, firstPage, startBilling, type Billing } from './billing-harness';
import { contents, fileOrigin, type FileOrigin } from './file-origin';
import { aCoupon } from './payment-requests';

const hour = 3_600_000;
const mebi = 1024 ** 2;
const sized = (head: Buffer, size: number): Buffer => Buffer.concat([head, Buffer.alloc(size - head.length)]);

let billing: Billing;
let origin: FileOrigin;
beforeAll(async () => {
  billing = await startBilling();
  origin = await fileOrigin({
    circle: (response) => void response.writeHead(302, { location: '/circle' }).end(),
    inside: (response) => void response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end(),
    moved: (response) => void response.writeHead(302, { location: `${origin.url}/png` }).end(),
    zipped: (response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(contents.png),
    full: (response) => void response.end(sized(contents.png, 5 * mebi)),
    over: (response) => void response.end(sized(contents.png, 5 * mebi + 1)),
    fullPdf: (response) => void response.end(sized(contents.pdf, 20 * mebi)),
    overPdf: (response) => {
      response.writeHead(200, { 'content-length': 20 * mebi + 1 }).flushHeaders();
    },
    broken: (response) => {
      response.writeHead(200, { 'content-length': 100 }).write(contents.png);
      setImmediate(() => response.destroy());
    },
  });
});
afterAll(async () => {
  await billing.stop();
  await origin.close();
});
beforeEach(() => {
  origin.asked.length = 0;
});

function aRequest(tenant: Tenant, overrides: Partial<CreateProductRequest> = {}): CreateProductRequest {
  const content = { name: 'E-book', description: '', priceCents: 4_990, currency: '', cycle: undefined };
  return { tenant, externalId: testIds.token(10), ...content, trialDays: undefined, ...overrides };
}

async function create(request: CreateProductRequest, key?: string): Promise<Product> {
  const { product } = await billing.products.createProduct(request, call(key));
  if (!product) throw new Error('no product');
  return product;
}

/** Everything that a create may have left behind for a store, beside the store's blobs. */
async function leftBy(tenant: Tenant): Promise<{ products: number; files: number; facts: number }> {
  const where = { store_id: tenant.storeId };
  const products = (await billing.db('products').where(where)).length;
  const files = (await billing.db('files').where(where)).length;
  return { products, files, facts: (await factsOf(billing, tenant)).length };
}

/** Keys of all blobs that are stored, whoever's they are. */
async function blobs(): Promise<ReadonlySet<string>> {
  const names = async (kind: string): Promise<string[]> =>
    (await readdir(`${billing.filesDir}/${kind}`).catch(() => [])).map((name) => `${kind}/${name}`);
  return new Set([...(await names('images')), ...(await names('files'))]);
}

const imageToken = (product: Product): string => /\/files\/images\/(\w+)$/.exec(product.imageUrl ?? '')?.[1] ?? '';

async function image(token: string): Promise<{ bytes: Buffer; contentType: string }> {
  const read = (offset: number) => billing.files.resolveImage({ token, offset }, call());
  const pieces: Buffer[] = [];
  for (let offset = 0; ;) {
    const { piece } = await read(offset);
    if (!piece?.content.length) return { bytes: Buffer.concat(pieces), contentType: piece?.contentType ?? '' };
    pieces.push(Buffer.from(piece.content));
    offset += piece.content.length;
  }
}

describe('creating a product with files', () => {
  it.each([
    ['png', 'image/png'],
    ['jpeg', 'image/jpeg'],
    ['gif', 'image/gif'],
    ['webp', 'image/webp'],
  ] as const)('a %s is kept and shown at our own address, with the type of its content', async (name, type) => {
    const product = await create(aRequest(aTenant(), { imageUrl: `${origin.url}/${name}` }));
    expect(product.imageUrl).toMatch(/^http:\/\/pitanga\.test\/files\/images\/[0-9A-Za-z]{43}$/);
    expect(product.hasFile).toBe(false);
    expect(await image(imageToken(product))).toEqual({ bytes: contents[name], contentType: type });
  });

  it('is downloaded where its address redirects to', async () => {
    const product = await create(aRequest(aTenant(), { imageUrl: `${origin.url}/moved` }));
    expect((await image(imageToken(product))).bytes).toEqual(contents.png);
    expect(origin.asked).toEqual(['moved', 'png']);
  });

  it('the addresses that were downloaded from and the key of the file are in no answer and no fact', async () => {
    const tenant = aTenant();
    const whole = await create(aRequest(tenant, { imageUrl: `${origin.url}/png`, fileUrl: `${origin.url}/pdf` }));
    expect(whole.hasFile).toBe(true);
    const listed = await billing.products.listProducts({ tenant, page: firstPage }, call());
    expect(listed.products).toEqual([whole]);
    const shown = JSON.stringify([listed, await factsOf(billing, tenant)]);
    expect(shown).not.toContain(origin.url);
    expect(shown).not.toContain('files/files');
    expect(shown).toContain(imageToken(whole));
  });

  it('takes a picture of exactly 5 MB and a file of exactly 20 MB, and reads them back whole', async () => {
    const product = await create(
      aRequest(aTenant(), { imageUrl: `${origin.url}/full`, fileUrl: `${origin.url}/fullPdf` }),
    );
    expect((await image(imageToken(product))).bytes.equals(sized(contents.png, 5 * mebi))).toBe(true);
  });

  const image5 = "Property 'imageUrl' should be an image of at most 5 MB";
  const pdf20 = "Property 'fileUrl' should be a PDF of at most 20 MB";
  const noImage = "Property 'imageUrl' could not be downloaded";
  const noFile = "Property 'fileUrl' could not be downloaded";
  it.each([
    ['a picture one byte over 5 MB', { imageUrl: '/over' }, image5],
    ['a file over 20 MB', { fileUrl: '/overPdf' }, pdf20],
    ['an SVG', { imageUrl: '/svg' }, image5],
    ['a page that says it is a picture', { imageUrl: '/html' }, image5],
    ['a PDF as the picture', { imageUrl: '/pdf' }, image5],
    ['a picture as the file', { fileUrl: '/png' }, pdf20],
    ['a good picture with a bad file', { imageUrl: '/png', fileUrl: '/html' }, pdf20],
    ['a missing picture', { imageUrl: '/gone' }, noImage],
    ['a missing file', { imageUrl: '/png', fileUrl: '/gone' }, noFile],
    [
      'a redirect in a circle',
      { imageUrl: '/circle' },
      "Property 'imageUrl' redirects more than 3 times or in a circle",
    ],
    ['a redirect to inside', { imageUrl: '/inside' }, noImage],
    ['a compressed body', { imageUrl: '/zipped' }, noImage],
    ['a body that ends early', { imageUrl: '/broken' }, noImage],
    ['a private address', { imageUrl: 'http://10.0.0.1/png' }, noImage],
    ['the metadata of a cloud', { fileUrl: 'http://169.254.169.254/latest/meta-data' }, noFile],
    ['another scheme', { imageUrl: 'file:///etc/passwd' }, noImage],
    ['what is no address', { imageUrl: 'png' }, noImage],
  ])('%s is refused, and nothing is created or kept', async (_name, urls: Record<string, string>, message) => {
    const tenant = aTenant();
    const before = await blobs();
    const absolute = Object.entries(urls).map(([name, url]) => [name, url.startsWith('/') ? origin.url + url : url]);
    const request = aRequest(tenant, Object.fromEntries(absolute) as object);
    await expect(create(request)).rejects.toMatchObject({ kind: 'INVALID_ARGUMENT', message });
    expect(await leftBy(tenant)).toEqual({ products: 0, files: 0, facts: 0 });
    expect(await blobs()).toEqual(before);
  });

  it('in production a product reaches nothing on this machine', async () => {
    const tenant = aTenant(false);
    for (const host of [origin.url, origin.url.replace('127.0.0.1', 'localhost')]) {
      const message = "Property 'imageUrl' could not be downloaded";
      await expect(create(aRequest(tenant, { imageUrl: `${host}/png` }))).rejects.toMatchObject({ message });
    }
    expect(origin.asked).toEqual([]);
  });

  it('downloads nothing for a product that could not be', async () => {
    const request = aRequest(aTenant(), { imageUrl: `${origin.url}/png`, priceCents: 0 });
    await expect(create(request)).rejects.toMatchObject({ kind: 'INVALID_ARGUMENT' });
    expect(origin.asked).toEqual([]);
  });
});

describe('repeating a create with files', () => {
  it('answers the product without downloading again, wherever its files come from by now', async () => {
    const request = aRequest(aTenant(), { imageUrl: `${origin.url}/png`, fileUrl: `${origin.url}/pdf` });
    const product = await create(request);
    expect(await create(request)).toEqual(product);
    expect(await create({ ...request, imageUrl: `${origin.url}/gone`, fileUrl: undefined })).toEqual(product);
    await expect(create({ ...request, priceCents: 1 })).rejects.toMatchObject({ kind: 'ALREADY_EXISTS' });
    expect(origin.asked).toEqual(['png', 'pdf']);
  });

  it('with its idempotency key answers as before, even when the product and its picture are gone', async () => {
    const request = aRequest(aTenant(), { imageUrl: `${origin.url}/png` });
    const key = testIds.token(20);
    const product = await create(request, key);
    await billing.products.deleteProduct({ tenant: request.tenant, id: product.id }, call());
    const before = await blobs();
    const replay = { ...request, imageUrl: `${origin.url}/gone` };
    const context = call(key);
    expect(await billing.products.createProduct(replay, context)).toEqual({ product });
    expect(context.replayed).toBe(true);
    expect(await create(request, key)).toEqual(product);
    expect(await blobs()).toEqual(before);
  });

  it('ten at once make one product and keep its files alone', async () => {
    const tenant = aTenant();
    const before = await blobs();
    const request = aRequest(tenant, { imageUrl: `${origin.url}/png`, fileUrl: `${origin.url}/pdf` });
    const products = await Promise.all(Array.from({ length: 10 }, () => create(request)));
    expect(new Set(products.map(({ id }) => id)).size).toBe(1);
    expect(await leftBy(tenant)).toEqual({ products: 1, files: 2, facts: 1 });
    expect((await blobs()).size).toBe(before.size + 2);
    expect((await image(imageToken(products[0]!))).bytes).toEqual(contents.png);
  });
});

describe('files that no product has', () => {
  it('are gone when the insert fails', async () => {
    const tenant = aTenant();
    const before = await blobs();
    await billing.db.raw(`alter table products add constraint refuse_boom check (name <> 'boom')`);
    const request = aRequest(tenant, { name: 'boom', imageUrl: `${origin.url}/png` });
    await expect(create(request)).rejects.toMatchObject({ kind: 'INTERNAL' });
    expect(origin.asked).toEqual(['png']);
    expect(await leftBy(tenant)).toEqual({ products: 0, files: 0, facts: 0 });
    expect(await blobs()).toEqual(before);
  });

  it('are deleted after an hour when a crash has left them, and no others', async () => {
    const product = await create(aRequest(aTenant(), { imageUrl: `${origin.url}/png` }));
    const leave = async (at: Date): Promise<string> => {
      const key = `files/${testIds.token(43)}`;
      const { storeId, devMode } = aTenant();
      const of = { store_id: storeId, dev_mode: devMode, content_type: 'application/pdf', size_bytes: 1 };
      await billing.db('files').insert({ key, ...of, created_at: at });
      await billing.deps.files.store.put(key, contents.pdf, 'application/pdf');
      return key;
    };
    const now = billing.clock.real().getTime();
    const old = await leave(new Date(now - hour - 1));
    const fresh = await leave(new Date(now - hour + 60_000));
    await deleteUnusedFiles(billing.deps, everyTenant);
    const left = await blobs();
    expect([left.has(old), left.has(fresh), left.has(`images/${imageToken(product)}`)]).toEqual([false, true, true]);
    expect(await billing.db('files').where({ key: old })).toEqual([]);
    expect(await billing.db('files').where({ key: fresh })).toHaveLength(1);
  });

  it('are answered to nobody', async () => {
    const token = testIds.token(43);
    const { storeId, devMode } = aTenant();
    const of = { store_id: storeId, dev_mode: devMode, content_type: 'image/png', size_bytes: 1 };
    await billing.db('files').insert({ key: `images/${token}`, ...of, created_at: billing.clock.real() });
    await billing.deps.files.store.put(`images/${token}`, contents.png, 'image/png');
    for (const unknown of [token, testIds.token(43), '../files/x', '']) {
      await expect(image(unknown)).rejects.toMatchObject({ kind: 'NOT_FOUND' });
    }
  });
});

describe("the buyer's link", () => {
  const notFound = { kind: 'NOT_FOUND', message: 'File not found' };

  async function chargeFileLinks(chargeId: string): Promise<FileLink[]> {
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

  /** A paid checkout of a product with this file beside one without; the charge that paid it. */
  async function aSale(file = 'pdf'): Promise<{ tenant: Tenant; product: Product; chargeId: string }> {
    const tenant = await billing.configuredStore();
    const product = await create(aRequest(tenant, { name: 'Ébano "1"', fileUrl: `${origin.url}/${file}` }));
    const plain = await create(aRequest(tenant));
    const { checkout } = await billing.checkouts.createCheckout(aCheckout(tenant, [product.id, plain.id]), call());
    const payment = { tenant, id: checkout?.id ?? '', method: 'PAYMENT_METHOD_PIX' as const, payer: undefined };
    const chosen = { ...payment, coupons: [], installmentCount: 0, late: false };
    const { payments } = await billing.checkouts.simulateCheckoutPayment(chosen, call());
    return { tenant, product, chargeId: payments[0]?.id ?? '' };
  }

  it('of a paid checkout answers the whole file under the name of its product', async () => {
    const { chargeId } = await aSale('fullPdf');
    const links = await chargeFileLinks(chargeId);
    expect(links.map(({ name }) => name)).toEqual(['Ébano "1"']);
    const { bytes, fileName, contentType } = await download(links[0]!.token);
    expect(bytes.equals(sized(contents.pdf, 20 * mebi))).toBe(true);
    expect([fileName, contentType]).toEqual(['Ébano "1".pdf', 'application/pdf']);
  });

  it('of a checkout or link that coupons have paid is offered without a charge, and not before', async () => {
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
    const [link] = await chargeFileLinks(chargeId);
    expect((await download(link!.token)).bytes).toEqual(contents.pdf);
  });

  it('is not there before the payment, nor for a charge without a checkout', async () => {
    const tenant = await billing.configuredStore();
    const product = await create(aRequest(tenant, { fileUrl: `${origin.url}/pdf` }));
    const { checkout } = await billing.checkouts.createCheckout(aCheckout(tenant, [product.id]), call());
    const { charge } = await billing.checkouts.openCheckoutPix({ tenant, checkoutId: checkout?.id ?? '' }, call());
    expect(await chargeFileLinks(charge?.id ?? '')).toEqual([]);
  });

  it('ends a day after it was shown, and a new one is shown then', async () => {
    const { chargeId } = await aSale();
    const [link] = await chargeFileLinks(chargeId);
    billing.clock.advance(24 * hour - 1);
    expect((await download(link!.token)).bytes).toEqual(contents.pdf);
    billing.clock.advance(1);
    await expect(download(link!.token)).rejects.toMatchObject(notFound);
    const [next] = await chargeFileLinks(chargeId);
    expect((await download(next!.token)).bytes).toEqual(contents.pdf);
  });

  it.each(['REFUNDED', 'UNDER_DISPUTE', 'CHARGED_BACK'])('ends when the charge is %s', async (status) => {
    const { chargeId } = await aSale();
    const [link] = await chargeFileLinks(chargeId);
    await billing.db('charges').where({ id: chargeId }).update({ status });
    await expect(download(link!.token)).rejects.toMatchObject(notFound);
    expect(await chargeFileLinks(chargeId)).toEqual([]);
  });

  it('cannot be made by others, changed, or turned into the receipt', async () => {
    const { chargeId, product } = await aSale();
    const { token } = (await chargeFileLinks(chargeId))[0]!;
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

  it('reaches no file of another store, whatever its charge', async () => {
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
