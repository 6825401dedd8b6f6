import type { Branding } from '../../../stores/branding';
import type { Stores } from '../../../stores/store-operations';

/** What a page shows of the merchant. */
export interface Face {
  readonly name: string;
  /** https address of a picture. */
  readonly logoUrl: string | undefined;
  /** `#rrggbb`, readable behind white text. */
  readonly color: string | undefined;
  readonly supportEmail: string | undefined;
}

/** The merchant's face, as of at most a second ago. `merchantName` is shown where the store has no display name. */
export async function readFace(
  { stores }: { readonly stores: Pick<Stores, 'findBranding'> },
  storeId: string,
  merchantName: string,
): Promise<Face> {
  return toFace(await stores.findBranding(storeId), merchantName);
}

export function toFace({ displayName, ...branding }: Branding, merchantName: string): Face {
  return { ...branding, name: displayName ?? merchantName };
}
