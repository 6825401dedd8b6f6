import { pixBankCodes, pixBanks, type PixBank } from '@pitanga/core/pix-banks';
import { createSettingsReader, HttpsUrl, Pem } from '@pitanga/provider-account';
import { Type, type Static, type TObject } from 'typebox';

const Text = Type.String({ minLength: 1 });
const literals = <T extends string>(values: readonly T[]) => Type.Unsafe<T>(Type.Enum([...values]));
const Constants = (name: string) =>
  Type.Record(Type.String({ pattern: name }), Type.String({ pattern: '^[ -~]{0,1024}$' }), {
    default: {},
    additionalProperties: false,
  });

/** The access of one receiver to one bank. Everything but the addresses is secret. */
export const bacenConfigSchema = {
  /** Whose dialect it speaks and whose addresses it has; absent of accounts of before: OTHER. */
  bank: Type.Optional(literals(pixBankCodes)),
  /** Whether the addresses are those of the bank's sandbox. */
  sandbox: Type.Optional(Type.Boolean()),
  /** With the prefix of the API, e.g. https://pix.bank.example/api/v2, without a final slash. */
  baseUrl: Type.Optional(HttpsUrl),
  tokenUrl: Type.Optional(HttpsUrl),
  /** Of authorisations and automatic charges, where it is another. */
  automaticBaseUrl: Type.Optional(HttpsUrl),
  clientId: Text,
  clientSecret: Type.Optional(Text),
  /** What Banco do Brasil calls gw-dev-app-key. */
  appKey: Type.Optional(Text),
  /** Which of several accounts of one application at Inter. */
  contaCorrente: Type.Optional(Type.String({ pattern: '^[0-9A-Za-z-]{1,20}$' })),
  /** The Pix key of the receiver, in DICT form. */
  pixKey: Type.String({ minLength: 1, maxLength: 77 }),
  /** PEM of the authorities for the certificate of the bank; default: those of the system. */
  ca: Type.Optional(Pem),
  /** Whether each payment at this bank names its payer's whole tax id, so that another payer can be refused. */
  reportsPayerTaxId: Type.Optional(Type.Boolean()),
  /** The receiver's own account, where automatic Pix goes to; without it this account takes none. */
  conta: Type.Optional(Type.String({ pattern: '^[0-9A-Za-z]{1,20}$' })),
  tipoConta: Type.Optional(Type.Union([Type.Literal('CORRENTE'), Type.Literal('POUPANCA'), Type.Literal('PAGAMENTO')])),
  /** Branch; not every account has one. */
  agencia: Type.Optional(Type.String({ pattern: '^[0-9]{1,4}$' })),
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
  /** PEM, the receiver's own certificate first. */
  certificate: Type.Optional(Pem),
  privateKey: Type.Optional(Pem),
  /** The content of a PKCS#12 file (.p12, .pfx), in base64. */
  pkcs12: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9+/]+={0,2}$', maxLength: 87_384 })),
  /** Of an encrypted private key, or of the PKCS#12 file. */
  passphrase: Type.Optional(Text),
};

type TypedConfig = Static<TObject<typeof bacenConfigSchema>>;

/** With what the bank's own data fill in. `query` is absent of accounts of before. */
export type BacenPixConfig = Readonly<
  Omit<TypedConfig, 'baseUrl' | 'tokenUrl' | 'clientSecret' | 'query'> & {
    baseUrl: string;
    tokenUrl: string;
    /** Empty for a bank that gives none. */
    clientSecret: string;
    /** PEM. */
    certificate: string;
    privateKey: string;
    /** Of an encrypted private key. */
    passphrase?: string | undefined;
    query?: TypedConfig['query'];
  }
>;

/** The bank of an account, with its settings in the dialect. */
export function findBank(config: Pick<BacenPixConfig, 'bank' | 'tokenAuth' | 'tokenBody' | 'scope'>): PixBank {
  const bank = pixBanks[config.bank ?? 'OTHER'];
  const { tokenAuth = bank.dialect.tokenAuth, tokenBody = bank.dialect.tokenBody, scope } = config;
  const asksScopes = scope === undefined ? bank.dialect.asksScopes : scope !== '';
  return { ...bank, dialect: { ...bank.dialect, tokenAuth, tokenBody, asksScopes } };
}

/** The account that automatic Pix names as its receiver. */
export interface ReceiverAccount {
  readonly conta: string;
  readonly tipoConta: 'CORRENTE' | 'POUPANCA' | 'PAGAMENTO';
  readonly agencia?: string;
}

/** Undefined for an account that takes no automatic Pix. */
export function receiverAccount({ conta, tipoConta, agencia }: Partial<ReceiverAccount>): ReceiverAccount | undefined {
  if (conta === undefined || tipoConta === undefined) return undefined;
  return { conta, tipoConta, ...(agencia !== undefined && { agencia }) };
}

/** Throws INVALID_PIX_ACCOUNT. */
export const pixAccountReader = createSettingsReader('INVALID_PIX_ACCOUNT');
