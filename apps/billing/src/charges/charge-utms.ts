/** Where the buyer of a charge came from: texts of an address or of the store, at least one of them. */
export interface ChargeUtms {
  readonly source?: string | undefined;
  readonly medium?: string | undefined;
  readonly campaign?: string | undefined;
  readonly term?: string | undefined;
  readonly content?: string | undefined;
  /** Of affiliate platforms, like `sck`. */
  readonly src?: string | undefined;
  readonly sck?: string | undefined;
}

/** Those that say something; undefined where none does, so that such a charge stores nothing. */
export function givenUtms(utms: ChargeUtms = {}): ChargeUtms | undefined {
  const given = Object.entries(utms).filter(([, text]) => text !== undefined && text !== '');
  return given.length === 0 ? undefined : Object.fromEntries(given);
}
