import type { Sealer } from '@pitanga/runtime';

/** The content of a buyer's link. */
export interface FileLink {
  readonly productId: string;
  /** The charge that paid for it, or the checkout whose coupons paid the whole price. */
  readonly saleId: string;
  /** Real time. */
  readonly expiresAt: Date;
}

const linkPlace = ['file links', 'token', ''] as const;

/**
 * The token of a link. Sealed and not only signed: the sale's id is the address of its receipt or page, which issues
 * new links for ever, so that a link must not reveal it.
 */
export function sealFileLink(sealer: Sealer, { productId, saleId, expiresAt }: FileLink): string {
  return sealer.seal([productId, saleId, String(expiresAt.getTime())].join(' '), linkPlace).toString('base64url');
}

/** The content of a token; undefined for one that this service did not seal. */
export function openFileLink(sealer: Sealer, token: string): FileLink | undefined {
  try {
    const [productId, saleId, expiresAtMs] = sealer.open(Buffer.from(token, 'base64url'), linkPlace).split(' ');
    if (!productId || !saleId || !expiresAtMs) return undefined;
    return { productId, saleId, expiresAt: new Date(Number(expiresAtMs)) };
  } catch {
    return undefined;
  }
}
