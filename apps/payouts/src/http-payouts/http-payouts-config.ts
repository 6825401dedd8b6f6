import { createSettingsReader, HttpsUrl, Pem } from '@pitanga/provider-account';
import { Type, type Static, type TObject } from 'typebox';

/** How to reach one provider as one store. Everything but the addresses and the account's id is secret. */
const config = {
  /** With the API's prefix, e.g. https://payouts.example/v1, without a final slash. */
  baseUrl: HttpsUrl,
  /** The account at the provider: stored with what is sent, so that no other account is read about it. */
  accountId: Type.Optional(Type.String({ pattern: '^[!-~]{1,100}$' })),
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
};
export type HttpPayoutsConfig = Readonly<Static<TObject<typeof config>>>;

/** `force` is not stored: the operator asserts that open payouts may be read with these settings. */
const GivenConfig = Type.Object({ ...config, force: Type.Optional(Type.Boolean()) }, { additionalProperties: false });
export type GivenConfig = Readonly<Static<typeof GivenConfig>>;

/** Stored with each payout: the account that it was sent through, no secret. */
export function providerName({ baseUrl, accountId }: Pick<HttpPayoutsConfig, 'baseUrl' | 'accountId'>): string {
  return accountId === undefined ? baseUrl : `${baseUrl}#${accountId}`;
}

/** Whether only the credentials of an account changed, as far as the settings show. */
export function isSameAccount(stored: HttpPayoutsConfig, given: HttpPayoutsConfig): boolean {
  if (stored.baseUrl !== given.baseUrl) return false;
  return stored.token === given.token || (given.accountId !== undefined && stored.accountId === given.accountId);
}

const reader = createSettingsReader('INVALID_PAYOUT_ACCOUNT');

/** @throws AppError INVALID_ARGUMENT for settings that could never reach a provider; no value is shown */
export function checkedConfig(json: string, now: Date, providerRanges: readonly string[]): GivenConfig {
  const given = reader.read(GivenConfig, json);
  reader.checkAddress('baseUrl', given.baseUrl, providerRanges);
  checkCertificate(given, now);
  return given;
}

function checkCertificate({ certificate, privateKey, passphrase, ca }: HttpPayoutsConfig, now: Date): void {
  if (ca !== undefined) reader.checkAuthorities(ca);
  if ((certificate === undefined) !== (privateKey === undefined)) {
    throw reader.unusable("Properties 'certificate' and 'privateKey' should come together");
  }
  if (certificate === undefined || privateKey === undefined) return;
  reader.certificateExpiry({ certificate, privateKey, passphrase }, now);
}
