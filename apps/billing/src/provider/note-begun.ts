/**
 * Keeps in mind that a payment may be at the provider, before it is asked for: where its process is killed before our row is
 * written, it is cancelled there (docs/behaviour/providers.md#begun-payments).
 * @param reference ours: the txid of a Pix, the charge's id of a boleto
 */
export type NoteBegun = (reference: string) => Promise<void>;

/** Of an account that is only tried. */
export const refuseBegun: NoteBegun = () =>
  Promise.reject(new Error('an account that is not stored makes no payments'));
