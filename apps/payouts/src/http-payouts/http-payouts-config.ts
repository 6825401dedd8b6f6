import { createSettingsReader, HttpsUrl, Pem } from '@pitanga/provider-account';
import { Type, type Static } from 'typebox';

/** How to reach one provider in the name of one store. Everything but the addresses is secret. */
export const HttpPayoutsConfig = Type.Object(
  {
    /** With the API's prefix, e.g. https://payouts.example/v1, without a final slash. */
    baseUrl: HttpsUrl,
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
    callbackBaseUrl: Type.Optional(HttpsUrl),
  },
  { additionalProperties: false },
);

export type HttpPayoutsConfig = Readonly<Static<typeof HttpPayoutsConfig>>;

const reader = createSettingsReader('INVALID_PAYOUT_ACCOUNT');

/** @throws AppError INVALID_ARGUMENT for settings that could never reach a provider; no value is shown */
export function checkedConfig(json: string, now: Date): HttpPayoutsConfig {
  const config = reader.read(HttpPayoutsConfig, json);
  checkCertificate(config, now);
  return config;
}

function checkCertificate({ certificate, privateKey, passphrase, ca }: HttpPayoutsConfig, now: Date): void {
  if (ca !== undefined) reader.checkAuthorities(ca);
  if ((certificate === undefined) !== (privateKey === undefined)) {
    throw reader.unusable("Properties 'certificate' and 'privateKey' should come together");
  }
  if (certificate === undefined || privateKey === undefined) return;
  reader.certificateExpiry({ certificate, privateKey, passphrase }, now);
}
