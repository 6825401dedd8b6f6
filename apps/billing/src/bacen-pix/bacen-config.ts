import { createSettingsReader, HttpsUrl, Pem } from '@pitanga/provider-account';
import { Type, type Static, type TObject } from 'typebox';

const Text = Type.String({ minLength: 1 });

/** How to reach one bank in the name of one receiver. Everything but the addresses is secret. */
export const bacenConfigSchema = {
  /** With the API's prefix, e.g. https://pix.bank.example/api/v2, without a final slash. */
  baseUrl: HttpsUrl,
  tokenUrl: HttpsUrl,
  clientId: Text,
  clientSecret: Text,
  /** The key that receives, in the form of the DICT. */
  pixKey: Type.String({ minLength: 1, maxLength: 77 }),
  /** PEM, the receiver's own certificate first. */
  certificate: Pem,
  privateKey: Pem,
  /** Of an encrypted private key. */
  passphrase: Type.Optional(Text),
  /** PEM of the authorities that may sign the bank's certificate; the system's when absent. */
  ca: Type.Optional(Pem),
  /** Headers this bank wants on every call besides the standard's. */
  headers: Type.Record(Type.String({ pattern: '^[A-Za-z0-9-]{1,64}$' }), Type.String({ pattern: '^[ -~]{0,1024}$' }), {
    default: {},
    additionalProperties: false,
  }),
};

export type BacenPixConfig = Readonly<Static<TObject<typeof bacenConfigSchema>>>;

/** Refuses as INVALID_PIX_ACCOUNT. */
export const pixAccountReader = createSettingsReader('INVALID_PIX_ACCOUNT');
