import { createPrivateKey, X509Certificate } from 'node:crypto';
import { invalidArgument, type AppError } from '@pitanga/core';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';

const Pem = Type.String({ pattern: '-----BEGIN [A-Z0-9 ]+-----' });

/** How to reach one provider in the name of one store. Everything but the addresses is secret. */
export const HttpPayoutsConfig = Type.Object(
  {
    /** With the API's prefix, e.g. https://payouts.example/v1, without a final slash. */
    baseUrl: Type.String({ pattern: '^https://[^/?#\\s]+[^?#\\s]*[^/?#\\s]$' }),
    /** Bearer. */
    token: Type.String({ pattern: '^[!-~]{8,4096}$' }),
    /** Key of the HMAC over callbacks. */
    callbackSecret: Type.String({ minLength: 32, maxLength: 1024 }),
    /** PEM, the store's own certificate first; for providers that want mTLS. */
    certificate: Type.Optional(Pem),
    privateKey: Type.Optional(Pem),
    /** Of an encrypted private key. */
    passphrase: Type.Optional(Type.String({ minLength: 1 })),
    /** PEM of the authorities that may sign the provider's certificate; the system's when absent. */
    ca: Type.Optional(Pem),
    /** Where the provider reaches our callback routes, when that is not the public address. No final slash. */
    callbackBaseUrl: Type.Optional(Type.String({ pattern: '^https://[^/?#\\s]+[^?#\\s]*[^/?#\\s]$' })),
  },
  { additionalProperties: false },
);

export type HttpPayoutsConfig = Readonly<Static<typeof HttpPayoutsConfig>>;

/** @throws AppError INVALID_ARGUMENT for settings that could never reach a provider; no value is shown */
export function checkedConfig(json: string, now: Date): HttpPayoutsConfig {
  const settings = parsed(json);
  const fault = Value.Errors(HttpPayoutsConfig, settings)[0];
  if (fault !== undefined) throw unusable(sentenceOf(fault));
  const config = settings as HttpPayoutsConfig;
  checkCertificate(config, now);
  return config;
}

function checkCertificate({ certificate, privateKey, passphrase, ca }: HttpPayoutsConfig, now: Date): void {
  if (ca !== undefined) usable('ca', () => new X509Certificate(ca));
  if ((certificate === undefined) !== (privateKey === undefined)) {
    throw unusable("Properties 'certificate' and 'privateKey' should come together");
  }
  if (certificate === undefined || privateKey === undefined) return;
  const own = usable('certificate', () => new X509Certificate(certificate));
  const key = usable('privateKey', () => createPrivateKey({ key: privateKey, passphrase }));
  if (!own.checkPrivateKey(key)) throw unusable("Property 'privateKey' should be the key of the certificate");
  const expiresAt = new Date(own.validTo);
  if (expiresAt <= now) throw unusable(`The certificate ended at ${expiresAt.toISOString()}`);
}

function sentenceOf({ keyword, instancePath, message, params }: ReturnType<typeof Value.Errors>[number]): string {
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
  return invalidArgument(message, 'INVALID_PAYOUT_ACCOUNT');
}
