import type { AccountOwner } from '@pitanga/core';
import { HttpsUrl } from '@pitanga/provider-account';
import { Type, type Static } from 'typebox';
import { bacenConfigSchema, pixAccountReader } from '../bacen-pix/bacen-config';

const PixAccountSettings = Type.Object(
  {
    ...bacenConfigSchema,
    /** Base address of the callback routes for the bank, if not the public address. No final slash. */
    callbackBaseUrl: Type.Optional(HttpsUrl),
    /** False if the callback address is registered at the bank by hand. */
    registerWebhook: Type.Boolean({ default: true }),
  },
  { additionalProperties: false },
);

/** What an operator configures for the production Pix of a store. */
export type PixAccountSettings = Readonly<Static<typeof PixAccountSettings>>;

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
  const settings = pixAccountReader.read(PixAccountSettings, json);
  if ((settings.conta === undefined) !== (settings.tipoConta === undefined)) {
    throw pixAccountReader.unusable("Properties 'conta' and 'tipoConta' go together");
  }
  for (const name of ['baseUrl', 'tokenUrl'] as const) {
    pixAccountReader.checkAddress(name, settings[name], providerRanges);
  }
  const own = Object.keys(settings.headers).find((name) => ownHeaders.has(name.toLowerCase()));
  if (own !== undefined) throw pixAccountReader.unusable(`Property 'headers' may not set ${own}`);
  return { settings, certificateExpiresAt: pixAccountReader.certificateExpiry(settings, now) };
}

/** The callback address to register; the bank appends `/pix`. */
export function callbackUrl(account: Pick<PixAccount, 'settings' | 'segment'>, publicUrl: string): string {
  return `${account.settings.callbackBaseUrl ?? publicUrl}/callbacks/bacen-pix/${account.segment}`;
}
