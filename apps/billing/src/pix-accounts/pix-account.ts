import type { AccountOwner, AppError } from '@pitanga/core';
import { pixAddresses, type PixBank } from '@pitanga/core/pix-banks';
import { HttpsUrl } from '@pitanga/provider-account';
import { Type, type Static } from 'typebox';
import {
  bacenConfigSchema,
  findBank,
  identitySchema,
  pixAccountReader,
  type BacenPixConfig,
} from '../bacen-pix/bacen-config';
import { readPkcs12 } from './pkcs12';

const TypedSettings = Type.Object(
  {
    ...bacenConfigSchema,
    ...identitySchema,
    /** Base address of the callback routes for the bank, if not the public address. No final slash. */
    callbackBaseUrl: Type.Optional(HttpsUrl),
    /** False if the callback address is registered at the bank by hand; absent: as the bank wants it. */
    registerWebhook: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

type TypedSettings = Readonly<Static<typeof TypedSettings>>;

/** What is configured for the production Pix of a store, with what the bank's own data fill in. */
export type PixAccountSettings = BacenPixConfig & {
  readonly callbackBaseUrl?: string | undefined;
  readonly registerWebhook: boolean;
};

/** The bank account that receives a store's production Pix. */
export interface PixAccount {
  readonly settings: PixAccountSettings;
  /** The last part of the callback address. It is a secret, but only lets its holder trigger polls. */
  readonly segment: string;
  readonly certificateExpiresAt: Date;
  /** Undefined until it is known of an account of an earlier release. */
  readonly owner?: AccountOwner | undefined;
  readonly updatedAt: Date;
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

/** @throws AppError INVALID_ARGUMENT for settings that cannot reach a bank; its message shows no value */
export function checkedAccount(
  json: string,
  now: Date,
  providerRanges: readonly string[],
): { readonly settings: PixAccountSettings; readonly certificateExpiresAt: Date } {
  const settings = completed(pixAccountReader.read(TypedSettings, json));
  if ((settings.conta === undefined) !== (settings.tipoConta === undefined)) {
    throw pixAccountReader.unusable("Properties 'conta' and 'tipoConta' go together");
  }
  for (const [name, url] of Object.entries(pixAddresses(settings))) {
    if (typeof url === 'string') pixAccountReader.checkAddress(name, url, providerRanges);
  }
  const own = Object.keys(settings.headers).find((name) => ownHeaders.has(name.toLowerCase()));
  if (own !== undefined) throw pixAccountReader.unusable(`Property 'headers' may not set ${own}`);
  return { settings, certificateExpiresAt: pixAccountReader.certificateExpiry(settings, now) };
}

/**
 * Fills in what the bank's data say. It is stored so: an account stays at its address when those data change, and the
 * release before finds what it needs.
 */
function completed(typed: TypedSettings): PixAccountSettings {
  const bank = findBank(typed);
  const { baseUrl, tokenUrl, automaticBaseUrl } = pixAddresses(typed);
  if (typeof baseUrl !== 'string') throw missing('baseUrl', bank, typed);
  if (typeof tokenUrl !== 'string') throw missing('tokenUrl', bank, typed);
  const hasSecret = bank.dialect.tokenAuth !== 'BODY_WITHOUT_SECRET';
  if (hasSecret && typed.clientSecret === undefined) throw missing('clientSecret', bank, typed);
  for (const { name, isRequired } of bank.asks) {
    if (isRequired && typed[name] === undefined) throw missing(name, bank, typed);
  }
  for (const name of ['appKey', 'contaCorrente'] as const) {
    if (typed[name] === undefined || bank.asks.some((asked) => asked.name === name)) continue;
    throw pixAccountReader.unusable(`Property '${name}' should be absent: ${bank.name} does not ask for it`);
  }
  if (typed.conta !== undefined && automaticBaseUrl === undefined && bank.withoutAutomatic !== undefined) {
    throw pixAccountReader.unusable(
      `Property 'conta' should be absent: ${bank.name} takes no automatic Pix here, because ${bank.withoutAutomatic}`,
    );
  }
  const { certificate, privateKey, pkcs12, passphrase, ...others } = typed;
  return {
    ...others,
    ...readIdentity({ certificate, privateKey, pkcs12, passphrase }),
    baseUrl,
    tokenUrl,
    ...(typeof automaticBaseUrl === 'string' && { automaticBaseUrl }),
    clientSecret: typed.clientSecret ?? '',
    registerWebhook: typed.registerWebhook ?? bank.dialect.webhook.isRegistered,
  };
}

/** PEM, also of what was given as PKCS#12: that is stored as PEM, without its password. */
function readIdentity({
  certificate,
  privateKey,
  pkcs12,
  passphrase,
}: Record<'certificate' | 'privateKey' | 'pkcs12' | 'passphrase', string | undefined>): Pick<
  PixAccountSettings,
  'certificate' | 'privateKey' | 'passphrase'
> {
  if (pkcs12 === undefined) {
    if (certificate === undefined) throw pixAccountReader.unusable("Property 'certificate' is missing");
    if (privateKey === undefined) throw pixAccountReader.unusable("Property 'privateKey' is missing");
    return { certificate, privateKey, ...(passphrase !== undefined && { passphrase }) };
  }
  if (certificate !== undefined || privateKey !== undefined) {
    throw pixAccountReader.unusable("Properties 'certificate' and 'privateKey' should be absent beside 'pkcs12'");
  }
  try {
    return readPkcs12(Buffer.from(pkcs12, 'base64'), passphrase ?? '');
  } catch {
    // What a parser says may quote what it was given.
    throw pixAccountReader.unusable(
      "Property 'pkcs12' cannot be read: it should be the base64 of a .p12 or .pfx file, with its password as 'passphrase'",
    );
  }
}

function missing(name: string, { name: bank }: PixBank, typed: TypedSettings): AppError {
  const isAddress = name === 'baseUrl' || name === 'tokenUrl';
  if ((typed.bank ?? 'OTHER') === 'OTHER') return pixAccountReader.unusable(`Property '${name}' is missing`);
  if (!isAddress) return pixAccountReader.unusable(`Property '${name}' is missing: ${bank} asks for it`);
  const whose = typed.sandbox === true ? `the sandbox of ${bank}` : bank;
  return pixAccountReader.unusable(
    `Property '${name}' is missing: the address of ${whose} is not known here, ask the bank`,
  );
}

/** The callback address to register, without what this bank wants at its end; most banks append `/pix`. */
export function callbackUrl(account: Pick<PixAccount, 'settings' | 'segment'>, publicUrl: string): string {
  return `${account.settings.callbackBaseUrl ?? publicUrl}/callbacks/bacen-pix/${account.segment}`;
}
