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
  /** Headers that this bank requires beyond the standard. */
  headers: Type.Record(Type.String({ pattern: '^[A-Za-z0-9-]{1,64}$' }), Type.String({ pattern: '^[ -~]{0,1024}$' }), {
    default: {},
    additionalProperties: false,
  }),
};

export type BacenPixConfig = Readonly<Static<TObject<typeof bacenConfigSchema>>>;

/** Throws INVALID_PIX_ACCOUNT. */
export const pixAccountReader = createSettingsReader('INVALID_PIX_ACCOUNT');
