import type { Tenant } from '@pitanga/core';
import type { Charge } from '../charges/charge';
import { resolveCharge } from '../charges/charge-queries';
import { findCheckout } from '../checkouts/checkout-queries';
import type { Deps } from '../deps';
import { fileKey } from './file';
import { fileNotFound } from './file-errors';
import { openFileLink, sealFileLink } from './file-links';
import { findProductsWithFile, findSoldFile, resolveImageFile } from './file-queries';
import type { FileRecord } from './file-repository';

/** Enough that a file of 20 MiB takes forty calls, and little to hold for a reader who is slow. */
const pieceBytes = 512 * 1024;

const linkMs = 24 * 3_600_000;

export interface FilePiece {
  /** Empty at and after the end. */
  readonly content: Buffer;
  /** Of the whole file. */
  readonly sizeBytes: number;
  readonly contentType: string;
}

/** A piece of a picture that everybody with its address may see. */
export async function readImage(deps: Deps, token: string, offset: number): Promise<FilePiece> {
  const file = await resolveImageFile(deps.db, fileKey('images', token));
  if (!file) throw fileNotFound();
  return readPiece(deps, file, offset);
}

/** A piece of a sold file. NOT_FOUND for a link that is over or not ours, and once its charge is no longer PAID. */
export async function readDownload(
  deps: Deps,
  token: string,
  offset: number,
): Promise<{ readonly piece: FilePiece; readonly fileName: string }> {
  const link = openFileLink(deps.files.linkSealer, token);
  if (!link || link.expiresAt <= deps.clock.real()) throw fileNotFound();
  const paid = await resolveCharge(deps.db, link.chargeId);
  if (paid?.charge.status !== 'PAID') throw fileNotFound();
  const sold = await findSoldFile(deps.db, paid.tenant, link.productId);
  if (!sold) throw fileNotFound();
  return { piece: await readPiece(deps, sold.file, offset), fileName: `${sold.productName}.pdf` };
}

async function readPiece(deps: Deps, { key, sizeBytes, contentType }: FileRecord, offset: number): Promise<FilePiece> {
  const content = offset < sizeBytes ? await deps.files.store.read(key, offset, pieceBytes) : Buffer.alloc(0);
  if (!content) throw new Error('a stored file is missing from the blob store');
  return { content, sizeBytes, contentType };
}

/** Links to the files that a paid charge of a checkout has bought, each good for a day from now. */
export async function linksOf(
  deps: Deps,
  tenant: Tenant,
  charge: Charge,
): Promise<{ readonly name: string; readonly token: string }[]> {
  if (charge.status !== 'PAID' || charge.checkoutId === undefined) return [];
  const checkout = await findCheckout(deps.db, tenant, { id: charge.checkoutId });
  const items = checkout?.items ?? [];
  const withFile = await findProductsWithFile(
    deps.db,
    tenant,
    items.map(({ productId }) => productId),
  );
  const expiresAt = new Date(deps.clock.real().getTime() + linkMs);
  return items
    .filter(({ productId }) => withFile.has(productId))
    .map(({ productId, name }) => {
      const link = { productId, chargeId: charge.id, expiresAt };
      return { name, token: sealFileLink(deps.files.linkSealer, link) };
    });
}
