/**
 * Every kind of identifier and its public prefix (docs/behaviour/http.md#identifiers). Some kinds share a prefix; the
 * record says which it is.
 */
export const idPrefixes = {
  store: 'store',
  sandbox: 'sbox',
  /** A store of its own, of which each reset of a sandbox makes another; see {@link isSandboxStore}. */
  sandboxStore: 'store_sbox',
  apiKey: 'key',
  customer: 'cust',
  product: 'prod',
  /** Internal: the API identifies a coupon by its code. */
  coupon: 'coup',
  checkout: 'bill',
  pixCharge: 'pix_char',
  boletoCharge: 'char',
  cardCharge: 'card',
  /** Of an order that coupons leave nothing to pay of. */
  freeCharge: 'free',
  subscription: 'subs',
  planChange: 'subu',
  usageRecord: 'usgr',
  subAccount: 'sacc',
  subTransfer: 'stra',
  payout: 'tran',
  statementEntry: 'tran',
  /** A Pix that no charge asked for. */
  keyPayment: 'tran',
  refund: 'ref',
  /** A customer asks for it. */
  refundRequest: 'rreq',
  /** A customer's page of what was paid at a checkout. */
  portal: 'cpl',
  dispute: 'disp',
  disputeAnswer: 'dans',
  disputeFile: 'dfil',
  /** Of people of the store on one of its records. */
  note: 'note',
  advance: 'adva',
  redemption: 'redm',
  savedCard: 'crd',
  /** Internal: the replacement of a subscription's card that its holder confirms. */
  cardReplacement: 'crep',
  webhook: 'webh',
  delivery: 'log',
  event: 'evt',
  journal: 'jour',
  request: 'req',
  requestLog: 'rlog',
  auditEntry: 'aud',
  user: 'user',
  session: 'sess',
  invitation: 'invi',
  accountMessage: 'msg',
  limitChange: 'plim',
  /** An assistant that asks for access by OAuth, and what a person has granted it. */
  oauthClient: 'client',
  oauthGrant: 'grant',
} as const;

export type IdKind = keyof typeof idPrefixes;

/** The prefix of a text that has the form of an identifier: a prefix and 24 letters or digits. */
export function readIdPrefix(text: string): string | undefined {
  return /^([a-z]+(?:_[a-z]+)*)_[0-9A-Za-z]{24}$/.exec(text)?.[1];
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const timeLength = 9;
const randomLength = 15;

/** Fills a buffer with random bytes (`crypto.randomFillSync` in production). */
export type RandomBytes = (length: number) => Uint8Array;

/** `length` characters of `[0-9A-Za-z]`, each equally likely. */
export function randomBase62(random: RandomBytes, length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of random(length)) {
      // 248 = 4 × 62: larger bytes would bias towards the first characters.
      if (byte < 248 && text.length < length) text += alphabet.charAt(byte % 62);
    }
  }
  return text;
}

/** `value` in base 62, padded with zeros to `length`. */
export function toBase62(value: number, length: number): string {
  let rest = value;
  let text = '';
  for (let index = 0; index < length; index += 1) {
    text = alphabet.charAt(rest % 62) + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}

/** The characters after the prefix with which ids of an instant begin; those of 1970 for one before it. */
export function idTime(atMs: number): string {
  return toBase62(Math.max(0, atMs), timeLength);
}

/** The lower bound of the ids of a kind that are made at an instant. */
export function lowestIdAt(kind: IdKind, at: Date): string {
  return `${idPrefixes[kind]}_${idTime(at.getTime())}`;
}

/** Generates ids of a prefix, 9 characters of milliseconds and 15 random ones: they sort by creation. */
export interface IdSource {
  next(kind: IdKind, at: Date): string;
  /** Random base-62 text for secrets and transaction ids. */
  token(length: number): string;
}

export function createIdSource(random: RandomBytes): IdSource {
  return {
    next: (kind, at) =>
      `${idPrefixes[kind]}_${toBase62(at.getTime(), timeLength)}${randomBase62(random, randomLength)}`,
    token: (length) => randomBase62(random, length),
  };
}

/** True when `text` has the exact shape of an id of this kind. */
export function isId(kind: IdKind, text: string): boolean {
  const prefix = `${idPrefixes[kind]}_`;
  return text.startsWith(prefix) && /^[0-9A-Za-z]{24}$/.test(text.slice(prefix.length));
}
