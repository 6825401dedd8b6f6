import type { Sealer } from '@pitanga/runtime';

/** What a buyer's link stands for. */
export interface FileLink {
  readonly productId: string;
  /** The charge that has paid for it, or the checkout whose coupons took the whole price. */
  readonly saleId: string;
  /** Real time. */
  readonly expiresAt: Date;
}

const linkPlace = ['file links', 'token', ''] as const;

/**
 * The token of a link. Sealed and not only signed, because the sale's id is the address of its receipt or page, where
 * there are new links for ever: whoever is handed a link must not find it in there.
 */
export function sealFileLink(sealer: Sealer, { productId, saleId, expiresAt }: FileLink): string {
  return sealer.seal([productId, saleId, String(expiresAt.getTime())].join(' '), linkPlace).toString('base64url');
}

/** What a token stands for; undefined for one that we have not made. */
export function openFileLink(sealer: Sealer, token: string): FileLink | undefined {
  try {
    const [productId, saleId, expiresAtMs] = sealer.open(Buffer.from(token, 'base64url'), linkPlace).split(' ');
    if (!productId || !saleId || !expiresAtMs) return undefined;
    return { productId, saleId, expiresAt: new Date(Number(expiresAtMs)) };
  } catch {
    return undefined;
  }
}
