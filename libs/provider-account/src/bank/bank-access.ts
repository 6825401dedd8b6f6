import type { AppError } from '@pitanga/core';
import { pixAddresses, pixBankCodes, pixBanks, type PixBank } from '@pitanga/core/pix-banks';
import { Type, type Static, type TObject } from 'typebox';
import { HttpsUrl, Pem, type SettingsReader } from '../account-settings';
import { readPkcs12 } from './pkcs12';

const Text = Type.String({ minLength: 1 });
const literals = <T extends string>(values: readonly T[]) => Type.Unsafe<T>(Type.Enum([...values]));
const Constants = (name: string) =>
  Type.Record(Type.String({ pattern: name }), Type.String({ pattern: '^[ -~]{0,1024}$' }), {
    default: {},
    additionalProperties: false,
  });

/** The access of one customer to one bank, as its owner types it. Everything but the addresses is secret. */
export const bankAccessSchema = {
  /** Whose dialect it speaks and whose addresses it has; absent of accounts of before: OTHER. */
  bank: Type.Optional(literals(pixBankCodes)),
  /** Whether the addresses are those of the bank's sandbox. */
  sandbox: Type.Optional(Type.Boolean()),
  /** With the prefix of the Pix API, e.g. https://pix.bank.example/api/v2, without a final slash. */
  baseUrl: Type.Optional(HttpsUrl),
  tokenUrl: Type.Optional(HttpsUrl),
  clientId: Text,
  clientSecret: Type.Optional(Text),
  /** What Banco do Brasil calls gw-dev-app-key. */
  appKey: Type.Optional(Text),
  /** Which of several accounts of one application at Inter. */
  contaCorrente: Type.Optional(Type.String({ pattern: '^[0-9A-Za-z-]{1,20}$' })),
  /** The Pix key of the account, in DICT form. */
  pixKey: Type.String({ minLength: 1, maxLength: 77 }),
  /** PEM of the authorities for the certificate of the bank; default: those of the system. */
  ca: Type.Optional(Pem),
  /** What of the bank's dialect is not confirmed can be set: see PixDialect. */
  tokenAuth: Type.Optional(literals(['BASIC', 'BODY', 'BODY_WITHOUT_SECRET'] as const)),
  tokenBody: Type.Optional(literals(['FORM', 'JSON', 'QUERY'] as const)),
  /** The scopes that a token is asked for; empty: none. */
  scope: Type.Optional(Type.String({ pattern: '^[ -~]{0,1024}$' })),
  /** Headers that this bank requires beyond the standard. */
  headers: Constants('^[A-Za-z0-9-]{1,64}$'),
  /** Parameters that this bank requires in the address of every call. */
  query: Constants('^[A-Za-z0-9._-]{1,64}$'),
};

/** As it is typed: certificate and key apart, or both in a file of the bank. */
export const identitySchema = {
  /** PEM, the customer's own certificate first. */
  certificate: Type.Optional(Pem),
  privateKey: Type.Optional(Pem),
  /** The content of a PKCS#12 file (.p12, .pfx), in base64. */
  pkcs12: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9+/]+={0,2}$', maxLength: 87_384 })),
  /** Of an encrypted private key, or of the PKCS#12 file. */
  passphrase: Type.Optional(Text),
};

type Typed = Static<TObject<typeof bankAccessSchema>>;
type Identity = Static<TObject<typeof identitySchema>>;

/** What the bank's own data and the PKCS#12 file fill in. */
interface Completed {
  readonly baseUrl: string;
  readonly tokenUrl: string;
  /** Empty for a bank that gives none. */
  readonly clientSecret: string;
  /** PEM. */
  readonly certificate: string;
  readonly privateKey: string;
  /** Of an encrypted private key. */
  readonly passphrase?: string | undefined;
}

/** An access that is complete. `query` is absent of accounts of before. */
export type BankAccess = Readonly<Omit<Typed, keyof Completed | 'query'>> &
  Completed & {
    readonly query?: Typed['query'];
    /** Of authorisations and automatic charges, where it is another. */
    readonly automaticBaseUrl?: string | undefined;
  };

/** The bank of an account, with its settings in the dialect. */
export function findBank(access: Pick<BankAccess, 'bank' | 'tokenAuth' | 'tokenBody' | 'scope'>): PixBank {
  const bank = pixBanks[access.bank ?? 'OTHER'];
  const { tokenAuth = bank.dialect.tokenAuth, tokenBody = bank.dialect.tokenBody, scope } = access;
  const asksScopes = scope === undefined ? bank.dialect.asksScopes : scope !== '';
  return { ...bank, dialect: { ...bank.dialect, tokenAuth, tokenBody, asksScopes } };
}

/** Headers that belong to the connection or to our requests. */
const ownHeaders: ReadonlySet<string> = new Set([
  'accept',
  'authorization',
  'connection',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Fills in what the bank's data say. It is stored so: an account stays at its address when those data change, and the
 * release before finds what it needs.
 *
 * @throws AppError INVALID_ARGUMENT for an access that cannot reach a bank; its message shows no value
 */
export function completeAccess<T extends Typed & Identity>(
  reader: SettingsReader,
  typed: T,
  { now, providerRanges }: { readonly now: Date; readonly providerRanges: readonly string[] },
): {
  readonly access: Omit<T, 'certificate' | 'privateKey' | 'pkcs12' | 'passphrase'> & Completed;
  readonly certificateExpiresAt: Date;
} {
  const bank = findBank(typed);
  const { baseUrl, tokenUrl } = pixAddresses(typed);
  if (typeof baseUrl !== 'string') throw missing(reader, 'baseUrl', bank, typed);
  if (typeof tokenUrl !== 'string') throw missing(reader, 'tokenUrl', bank, typed);
  checkAsked(reader, bank, typed);
  for (const [name, url] of Object.entries(pixAddresses(typed))) {
    if (typeof url === 'string') reader.checkAddress(name, url, providerRanges);
  }
  const own = Object.keys(typed.headers).find((name) => ownHeaders.has(name.toLowerCase()));
  if (own !== undefined) throw reader.unusable(`Property 'headers' may not set ${own}`);
  const { certificate, privateKey, pkcs12, passphrase, ...others } = typed;
  const identity = readIdentity(reader, { certificate, privateKey, pkcs12, passphrase });
  const access = { ...others, ...identity, baseUrl, tokenUrl, clientSecret: typed.clientSecret ?? '' };
  return { access, certificateExpiresAt: reader.certificateExpiry({ ...identity, ca: typed.ca }, now) };
}

/** What each bank asks for, and nothing that it does not. */
function checkAsked(reader: SettingsReader, bank: PixBank, typed: Typed): void {
  const hasSecret = bank.dialect.tokenAuth !== 'BODY_WITHOUT_SECRET';
  if (hasSecret && typed.clientSecret === undefined) throw missing(reader, 'clientSecret', bank, typed);
  for (const { name, isRequired } of bank.asks) {
    if (isRequired && typed[name] === undefined) throw missing(reader, name, bank, typed);
  }
  for (const name of ['appKey', 'contaCorrente'] as const) {
    if (typed[name] === undefined || bank.asks.some((asked) => asked.name === name)) continue;
    throw reader.unusable(`Property '${name}' should be absent: ${bank.name} does not ask for it`);
  }
}

/** PEM, also of what was given as PKCS#12: that is stored as PEM, without its password. */
function readIdentity(
  reader: SettingsReader,
  { certificate, privateKey, pkcs12, passphrase }: Record<keyof Identity, string | undefined>,
): Pick<Completed, 'certificate' | 'privateKey' | 'passphrase'> {
  if (pkcs12 === undefined) {
    if (certificate === undefined) throw reader.unusable("Property 'certificate' is missing");
    if (privateKey === undefined) throw reader.unusable("Property 'privateKey' is missing");
    return { certificate, privateKey, ...(passphrase !== undefined && { passphrase }) };
  }
  if (certificate !== undefined || privateKey !== undefined) {
    throw reader.unusable("Properties 'certificate' and 'privateKey' should be absent beside 'pkcs12'");
  }
  try {
    return readPkcs12(Buffer.from(pkcs12, 'base64'), passphrase ?? '');
  } catch {
    // What a parser says may quote what it was given.
    throw reader.unusable(
      "Property 'pkcs12' cannot be read: it should be the base64 of a .p12 or .pfx file, with its password as 'passphrase'",
    );
  }
}

function missing(reader: SettingsReader, name: string, { name: bank }: PixBank, typed: Typed): AppError {
  const isAddress = name === 'baseUrl' || name === 'tokenUrl';
  if ((typed.bank ?? 'OTHER') === 'OTHER') return reader.unusable(`Property '${name}' is missing`);
  if (!isAddress) return reader.unusable(`Property '${name}' is missing: ${bank} asks for it`);
  const whose = typed.sandbox === true ? `the sandbox of ${bank}` : bank;
  return reader.unusable(`Property '${name}' is missing: the address of ${whose} is not known here, ask the bank`);
}
