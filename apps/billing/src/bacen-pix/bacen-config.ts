import { createPrivateKey, X509Certificate } from 'node:crypto';
import { invalidArgument, type AppError } from '@pitanga/core';
import { Type, type Static, type TObject, type TSchema } from 'typebox';
import { Value } from 'typebox/value';

const HttpsUrl = Type.String({ pattern: '^https://[^/?#\\s]+[^?#\\s]*[^/?#\\s]$' });
const Text = Type.String({ minLength: 1 });
const Pem = Type.String({ pattern: '-----BEGIN [A-Z0-9 ]+-----' });

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

type Fault = ReturnType<typeof Value.Errors>[number];

export type BacenPixConfig = Readonly<Static<TObject<typeof bacenConfigSchema>>>;

/**
 * Settings read from one JSON text by their schema, defaults filled in.
 * INVALID_ARGUMENT that names the property and never shows a value.
 */
export function readSettings<S extends TSchema>(schema: S, json: string): Static<S> {
  const settings = Value.Default(schema, parsed(json));
  const fault = Value.Errors(schema, settings)[0];
  if (fault === undefined) return settings as Static<S>;
  throw unusable(sentenceOf(fault));
}

/** When the client certificate ends. INVALID_ARGUMENT unless it is valid now and the private key is its own. */
export function certificateExpiry(config: BacenPixConfig, now: Date): Date {
  const certificate = usable('certificate', () => new X509Certificate(config.certificate));
  const key = usable('privateKey', () => createPrivateKey({ key: config.privateKey, passphrase: config.passphrase }));
  if (config.ca !== undefined) usable('ca', () => new X509Certificate(config.ca ?? ''));
  if (!certificate.checkPrivateKey(key)) throw unusable("Property 'privateKey' should be the key of the certificate");
  const expiresAt = new Date(certificate.validTo);
  if (expiresAt <= now) throw unusable(`The certificate ended at ${expiresAt.toISOString()}`);
  return expiresAt;
}

function sentenceOf({ keyword, instancePath, message, params }: Fault): string {
  const missing = (params as { readonly requiredProperties?: readonly string[] }).requiredProperties?.[0];
  if (missing !== undefined) return `Property '${missing}' is missing`;
  const name = instancePath.split('/')[1];
  if (name === undefined) return `The settings ${message}`;
  return `Property '${name}' ${keyword === 'boolean' ? 'is not known' : message}`;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw unusable('The settings should be one JSON object');
  }
}

/** The parser's own message may quote what it was given, so it goes nowhere. */
function usable<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch {
    throw unusable(`Property '${name}' cannot be read: it should be PEM, with its passphrase if it is encrypted`);
  }
}

function unusable(message: string): AppError {
  return invalidArgument(message, 'INVALID_PIX_ACCOUNT');
}
