import { readdir } from 'node:fs/promises';
import type { Product } from '@pitanga/contracts';
import { everyTenant, type Tenant } from '@pitanga/core';
import { aTenant, testIds } from '@pitanga/testing';
import { deleteUnusedFiles } from '../src/managing/store-files';
import { call, readEvents, firstPage, startBilling, type Billing } from './billing-harness';
import { contents, fileOrigin, mebi, sized, type FileOrigin } from './file-origin';
import { aProductRequest, createProduct } from './product-requests';

const hour = 3_600_000;

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

/** Rows and events that a create left for a store. */
async function leftBy(tenant: Tenant): Promise<{ products: number; files: number; facts: number }> {
  const where = { store_id: tenant.storeId };
  const products = (await billing.db('products').where(where)).length;
  const files = (await billing.db('files').where(where)).length;
  return { products, files, facts: (await readEvents(billing, tenant)).length };
}

/** Keys of all stored blobs, of all stores. */
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
    const product = await createProduct(billing, aProductRequest(aTenant(), { imageUrl: `${origin.url}/${name}` }));
    expect(product.imageUrl).toMatch(/^http:\/\/pitanga\.test\/files\/images\/[0-9A-Za-z]{43}$/);
    expect(product.hasFile).toBe(false);
    expect(await image(imageToken(product))).toEqual({ bytes: contents[name], contentType: type });
  });

  it('is downloaded where its address redirects to', async () => {
    const product = await createProduct(billing, aProductRequest(aTenant(), { imageUrl: `${origin.url}/moved` }));
    expect((await image(imageToken(product))).bytes).toEqual(contents.png);
    expect(origin.asked).toEqual(['moved', 'png']);
  });

  it('the source addresses and the key of the file are in no response and no event', async () => {
    const tenant = aTenant();
    const whole = await createProduct(
      billing,
      aProductRequest(tenant, { imageUrl: `${origin.url}/png`, fileUrl: `${origin.url}/pdf` }),
    );
    expect(whole.hasFile).toBe(true);
    const listed = await billing.products.listProducts({ tenant, page: firstPage }, call());
    expect(listed.products).toEqual([whole]);
    const shown = JSON.stringify([listed, await readEvents(billing, tenant)]);
    expect(shown).not.toContain(origin.url);
    expect(shown).not.toContain('files/files');
    expect(shown).toContain(imageToken(whole));
  });

  it('accepts a picture of exactly 5 MB and a file of exactly 20 MB, and returns them whole', async () => {
    const product = await createProduct(
      billing,
      aProductRequest(aTenant(), { imageUrl: `${origin.url}/full`, fileUrl: `${origin.url}/fullPdf` }),
    );
    expect((await image(imageToken(product))).bytes.equals(sized(contents.png, 5 * mebi))).toBe(true);
  });

  const sent = (content: Buffer, type = 'image/png'): string => `data:${type};base64,${content.toString('base64')}`;

  it('a picture that comes with the request is kept like a downloaded one, with the type of its content', async () => {
    const tenant = aTenant();
    const product = await createProduct(billing, aProductRequest(tenant, { imageUrl: sent(contents.webp) }));
    expect(await image(imageToken(product))).toEqual({ bytes: contents.webp, contentType: 'image/webp' });
    const changes = { name: undefined, description: undefined, priceCents: undefined, trialDays: undefined };
    const change = { ...changes, id: product.id, imageUrl: sent(contents.jpeg) };
    const before = await blobs();
    const other = billing.products.updateProduct({ tenant: aTenant(), ...change }, call());
    await expect(other).rejects.toMatchObject({ kind: 'NOT_FOUND' });
    expect(await blobs()).toEqual(before);
    const { product: changed } = await billing.products.updateProduct({ tenant, ...change }, call());
    expect((await image(imageToken(changed!))).contentType).toBe('image/jpeg');
    expect(origin.asked).toEqual([]);
    expect(JSON.stringify(await readEvents(billing, tenant))).not.toContain('base64');
  });

  it('a PDF that comes with the request is kept, and its content is in no response and no event', async () => {
    const tenant = aTenant();
    const before = await blobs();
    const product = await createProduct(
      billing,
      aProductRequest(tenant, { fileUrl: sent(contents.pdf, 'application/pdf') }),
    );
    expect([product.hasFile, (await blobs()).size - before.size, origin.asked]).toEqual([true, 1, []]);
    expect(JSON.stringify([product, await readEvents(billing, tenant)])).not.toContain('base64');
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
    ['an SVG that came as a picture', { imageUrl: sent(contents.svg) }, image5],
    ['a PDF that came as a picture', { imageUrl: sent(contents.pdf) }, image5],
    ['a picture as the file that came', { fileUrl: sent(contents.png) }, pdf20],
    ['a PDF as the picture that came', { imageUrl: sent(contents.pdf, 'application/pdf') }, image5],
    ['a page that came as a PDF', { fileUrl: sent(contents.svg, 'application/pdf') }, pdf20],
    ['a page that came as the file', { fileUrl: sent(contents.svg, 'text/html') }, noFile],
    ['an SVG that says so', { imageUrl: sent(contents.svg, 'image/svg+xml') }, noImage],
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
    const request = aProductRequest(tenant, Object.fromEntries(absolute) as object);
    await expect(createProduct(billing, request)).rejects.toMatchObject({ kind: 'INVALID_ARGUMENT', message });
    expect(await leftBy(tenant)).toEqual({ products: 0, files: 0, facts: 0 });
    expect(await blobs()).toEqual(before);
  });

  it('in production a product reaches nothing on this machine', async () => {
    const tenant = aTenant(false);
    for (const host of [origin.url, origin.url.replace('127.0.0.1', 'localhost')]) {
      const message = "Property 'imageUrl' could not be downloaded";
      await expect(createProduct(billing, aProductRequest(tenant, { imageUrl: `${host}/png` }))).rejects.toMatchObject({
        message,
      });
    }
    expect(origin.asked).toEqual([]);
  });

  it('downloads nothing for an invalid product', async () => {
    const request = aProductRequest(aTenant(), { imageUrl: `${origin.url}/png`, priceCents: 0 });
    await expect(createProduct(billing, request)).rejects.toMatchObject({ kind: 'INVALID_ARGUMENT' });
    expect(origin.asked).toEqual([]);
  });
});

describe('repeating a create with files', () => {
  it('returns the product without a download, whatever the addresses of its files', async () => {
    const request = aProductRequest(aTenant(), { imageUrl: `${origin.url}/png`, fileUrl: `${origin.url}/pdf` });
    const product = await createProduct(billing, request);
    expect(await createProduct(billing, request)).toEqual(product);
    expect(await createProduct(billing, { ...request, imageUrl: `${origin.url}/gone`, fileUrl: undefined })).toEqual(
      product,
    );
    await expect(createProduct(billing, { ...request, priceCents: 1 })).rejects.toMatchObject({
      kind: 'ALREADY_EXISTS',
    });
    expect(origin.asked).toEqual(['png', 'pdf']);
  });

  it('with its idempotency key returns the stored response, even when the product and its picture are deleted', async () => {
    const request = aProductRequest(aTenant(), { imageUrl: `${origin.url}/png` });
    const key = testIds.token(20);
    const product = await createProduct(billing, request, key);
    await billing.products.deleteProduct({ tenant: request.tenant, id: product.id }, call());
    const before = await blobs();
    const replay = { ...request, imageUrl: `${origin.url}/gone` };
    const context = call(key);
    expect(await billing.products.createProduct(replay, context)).toEqual({ product });
    expect(context.replayed).toBe(true);
    expect(await createProduct(billing, request, key)).toEqual(product);
    expect(await blobs()).toEqual(before);
  });

  it('ten at once create one product and keep only its files', async () => {
    const tenant = aTenant();
    const before = await blobs();
    const request = aProductRequest(tenant, { imageUrl: `${origin.url}/png`, fileUrl: `${origin.url}/pdf` });
    const products = await Promise.all(Array.from({ length: 10 }, () => createProduct(billing, request)));
    expect(new Set(products.map(({ id }) => id)).size).toBe(1);
    expect(await leftBy(tenant)).toEqual({ products: 1, files: 2, facts: 1 });
    expect((await blobs()).size).toBe(before.size + 2);
    expect((await image(imageToken(products[0]!))).bytes).toEqual(contents.png);
  });
});

describe('files without a product', () => {
  it('are deleted when the insert fails', async () => {
    const tenant = aTenant();
    const before = await blobs();
    await billing.db.raw(`alter table products add constraint refuse_boom check (name <> 'boom')`);
    const request = aProductRequest(tenant, { name: 'boom', imageUrl: `${origin.url}/png` });
    await expect(createProduct(billing, request)).rejects.toMatchObject({ kind: 'INTERNAL' });
    expect(origin.asked).toEqual(['png']);
    expect(await leftBy(tenant)).toEqual({ products: 0, files: 0, facts: 0 });
    expect(await blobs()).toEqual(before);
  });

  it('are deleted an hour after a crash left them, and no others', async () => {
    const product = await createProduct(billing, aProductRequest(aTenant(), { imageUrl: `${origin.url}/png` }));
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

  it('are NOT_FOUND', async () => {
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
