import type { Sealer } from '@pitanga/runtime';

/** What a buyer's link stands for. */
export interface FileLink {
  readonly productId: string;
  readonly chargeId: string;
  /** Real time. */
  readonly expiresAt: Date;
}

/**
 * The token of a link. Sealed and not only signed, because the charge's id is the address of its receipt, where there
 * are new links for ever: whoever is handed a link must not find it in there.
 */
export function sealFileLink(sealer: Sealer, { productId, chargeId, expiresAt }: FileLink): string {
  return sealer.seal([productId, chargeId, String(expiresAt.getTime())].join(' ')).toString('base64url');
}

/** What a token stands for; undefined for one that we have not made. */
export function openFileLink(sealer: Sealer, token: string): FileLink | undefined {
  try {
    const [productId, chargeId, expiresAtMs] = sealer.open(Buffer.from(token, 'base64url')).split(' ');
    if (!productId || !chargeId || !expiresAtMs) return undefined;
    return { productId, chargeId, expiresAt: new Date(Number(expiresAtMs)) };
  } catch {
    return undefined;
  }
}
