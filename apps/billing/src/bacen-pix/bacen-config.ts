import { createSettingsReader, HttpsUrl, Pem } from '@pitanga/provider-account';
import { Type, type Static, type TObject } from 'typebox';

const Text = Type.String({ minLength: 1 });

/** The access of one receiver to one bank. Everything but the addresses is secret. */
export const bacenConfigSchema = {
  /** With the prefix of the API, e.g. https://pix.bank.example/api/v2, without a final slash. */
  baseUrl: HttpsUrl,
  tokenUrl: HttpsUrl,
  clientId: Text,
  clientSecret: Text,
  /** The Pix key of the receiver, in DICT form. */
  pixKey: Type.String({ minLength: 1, maxLength: 77 }),
  /** PEM, the receiver's own certificate first. */
  certificate: Pem,
  privateKey: Pem,
  /** Of an encrypted private key. */
  passphrase: Type.Optional(Text),
  /** PEM of the authorities for the certificate of the bank; default: those of the system. */
  ca: Type.Optional(Pem),
  /** Whether each payment at this bank names its payer's whole tax id, so that another payer can be refused. */
  reportsPayerTaxId: Type.Optional(Type.Boolean()),
  /** The receiver's own account, where automatic Pix goes to; without it this account takes none. */
  conta: Type.Optional(Type.String({ pattern: '^[0-9A-Za-z]{1,20}$' })),
  tipoConta: Type.Optional(Type.Union([Type.Literal('CORRENTE'), Type.Literal('POUPANCA'), Type.Literal('PAGAMENTO')])),
  /** Branch; not every account has one. */
  agencia: Type.Optional(Type.String({ pattern: '^[0-9]{1,4}$' })),
  /** Headers that this bank requires beyond the standard. */
  headers: Type.Record(Type.String({ pattern: '^[A-Za-z0-9-]{1,64}$' }), Type.String({ pattern: '^[ -~]{0,1024}$' }), {
    default: {},
    additionalProperties: false,
  }),
};

export type BacenPixConfig = Readonly<Static<TObject<typeof bacenConfigSchema>>>;

/** The account that automatic Pix names as its receiver. */
export interface ReceiverAccount {
  readonly conta: string;
  readonly tipoConta: 'CORRENTE' | 'POUPANCA' | 'PAGAMENTO';
  readonly agencia?: string;
}

/** Undefined for an account that takes no automatic Pix. */
export function receiverAccount({ conta, tipoConta, agencia }: BacenPixConfig): ReceiverAccount | undefined {
  if (conta === undefined || tipoConta === undefined) return undefined;
  return { conta, tipoConta, ...(agencia !== undefined && { agencia }) };
}

/** Throws INVALID_PIX_ACCOUNT. */
export const pixAccountReader = createSettingsReader('INVALID_PIX_ACCOUNT');
