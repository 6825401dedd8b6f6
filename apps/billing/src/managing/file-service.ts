import type { FileLink } from '@pitanga/contracts';
import { isId, type CrossTenant, type Tenant } from '@pitanga/core';
import type { Charge } from '../charges/charge';
import { resolveCharge } from '../charges/charge-queries';
import type { Checkout, CheckoutItem } from '../checkouts/checkout';
import { findCheckout, resolveCheckout } from '../checkouts/checkout-queries';
import type { Deps, ReadDeps } from '../deps';
import { fileKey } from '../files/file';
import { fileNotFound } from '../files/file-errors';
import { openFileLink, sealFileLink } from '../files/file-links';
import { findProductsWithFile, findSoldFile, resolveImageFile, type FileRecord } from '../files/file-repository';

/** A file of 20 MiB takes forty calls; a slow reader holds little memory. */
const pieceBytes = 512 * 1024;

const linkMs = 24 * 3_600_000;

export interface FilePiece {
  /** Empty at and after the end. */
  readonly content: Buffer;
  /** Of the whole file. */
  readonly sizeBytes: number;
  readonly contentType: string;
}

/** A piece of a picture, which is public to all who have its address. */
export async function readImage(deps: Deps, all: CrossTenant, token: string, offset: number): Promise<FilePiece> {
  const file = await resolveImageFile(deps.db, all, fileKey('images', token));
  if (!file) throw fileNotFound();
  return readPiece(deps, file, offset);
}

/** A piece of a sold file. NOT_FOUND for an expired or unknown link, and once its sale is refunded or reversed. */
export async function readDownload(
  deps: Deps,
  all: CrossTenant,
  token: string,
  offset: number,
): Promise<{ readonly piece: FilePiece; readonly fileName: string }> {
  const link = openFileLink(deps.files.linkSealer, token);
  if (!link || link.expiresAt <= deps.clock.real()) throw fileNotFound();
  const tenant = await findSeller(deps, all, link.saleId);
  const sold = tenant && (await findSoldFile(deps.db, tenant, link.productId));
  if (!sold) throw fileNotFound();
  return { piece: await readPiece(deps, sold.file, offset), fileName: `${sold.productName}.pdf` };
}

/** The tenant of a sale that is still PAID. */
async function findSeller({ db }: ReadDeps, all: CrossTenant, saleId: string): Promise<Tenant | undefined> {
  if (isId('checkout', saleId)) {
    const found = await resolveCheckout(db, all, saleId);
    return found && canBeFree(found.checkout) ? found.tenant : undefined;
  }
  const found = await resolveCharge(db, all, saleId);
  return found?.charge.status === 'PAID' ? found.tenant : undefined;
}

/** Whether coupons alone may have paid it. A link has no such record, and a subscription may begin with a trial. */
function canBeFree({ status, frequency, paidChargeId, cycleOf }: Checkout): boolean {
  if (frequency === 'MULTIPLE_PAYMENTS') return status === 'ACTIVE';
  const isStart = frequency === 'SUBSCRIPTION' && cycleOf === undefined;
  return status === 'PAID' && paidChargeId === undefined && !isStart;
}

async function readPiece(deps: Deps, { key, sizeBytes, contentType }: FileRecord, offset: number): Promise<FilePiece> {
  const content = offset < sizeBytes ? await deps.files.store.read(key, offset, pieceBytes) : Buffer.alloc(0);
  if (!content) throw new Error('a stored file is missing from the blob store');
  return { content, sizeBytes, contentType };
}

/** Links to the files that a PAID charge of a checkout bought, valid for a day. */
export async function chargeFileLinks(
  deps: Deps,
  tenant: Tenant,
  charge: Charge,
  items: readonly CheckoutItem[],
): Promise<FileLink[]> {
  return charge.status === 'PAID' && items.length > 0 ? fileLinks(deps, tenant, items, charge.id) : [];
}

/** Whether {@link chargeFileLinks} of this charge are any. */
export async function hasChargeFiles({ db }: ReadDeps, tenant: Tenant, charge: Charge): Promise<boolean> {
  const { status, checkoutId: id } = charge;
  if (status !== 'PAID' || id === undefined || charge.method === 'FREE') return false;
  const items = charge.upsellItem ? [charge.upsellItem] : ((await findCheckout(db, tenant, { id }))?.items ?? []);
  const productIds = items.map(({ productId }) => productId);
  return (await findProductsWithFile(db, tenant, productIds)).size > 0;
}

/** The same for a checkout that coupons paid. A link does not record that; its callers check it. */
export async function freeFileLinks(deps: Deps, tenant: Tenant, checkoutId: string): Promise<FileLink[]> {
  const checkout = await findCheckout(deps.db, tenant, { id: checkoutId });
  return checkout && canBeFree(checkout) ? fileLinks(deps, tenant, checkout.items, checkout.id) : [];
}

async function fileLinks(
  deps: Deps,
  tenant: Tenant,
  items: readonly CheckoutItem[],
  saleId: string,
): Promise<FileLink[]> {
  const withFile = await findProductsWithFile(
    deps.db,
    tenant,
    items.map(({ productId }) => productId),
  );
  const expiresAt = new Date(deps.clock.real().getTime() + linkMs);
  return items
    .filter(({ productId }) => withFile.has(productId))
    .map(({ productId, name }) => {
      const link = { productId, saleId, expiresAt };
      return { name, token: sealFileLink(deps.files.linkSealer, link) };
    });
}
