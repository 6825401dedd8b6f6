import { HttpsUrl } from '@pitanga/provider-account';
import { Type, type Static } from 'typebox';
import { bacenConfigSchema, pixAccountReader } from '../bacen-pix/bacen-config';

const PixAccountSettings = Type.Object(
  {
    ...bacenConfigSchema,
    /** Where the bank reaches our callback routes, when that is not the public address. No final slash. */
    callbackBaseUrl: Type.Optional(HttpsUrl),
    /** False where the callback address is registered by hand at the bank. */
    registerWebhook: Type.Boolean({ default: true }),
  },
  { additionalProperties: false },
);

/** What an operator gives to make a store's production Pix work. */
export type PixAccountSettings = Readonly<Static<typeof PixAccountSettings>>;

/** The bank account that receives a store's production Pix. */
export interface PixAccount {
  readonly settings: PixAccountSettings;
  /** Last part of the address that the bank calls: whoever knows it can make us ask the bank, nothing more. */
  readonly segment: string;
  readonly certificateExpiresAt: Date;
  readonly updatedAt: Date;
}

/** 256 bits in base 62. */
const segmentLength = 43;

export function newSegment(ids: { token(length: number): string }): string {
  return ids.token(segmentLength);
}

/** @throws AppError INVALID_ARGUMENT for settings that could never reach a bank; no value is shown */
export function checkedAccount(
  json: string,
  now: Date,
): { readonly settings: PixAccountSettings; readonly certificateExpiresAt: Date } {
  const settings = pixAccountReader.read(PixAccountSettings, json);
  return { settings, certificateExpiresAt: pixAccountReader.certificateExpiry(settings, now) };
}

/** What the bank is told to call; it adds `/pix`. */
export function callbackUrl(account: Pick<PixAccount, 'settings' | 'segment'>, publicUrl: string): string {
  return `${account.settings.callbackBaseUrl ?? publicUrl}/callbacks/bacen-pix/${account.segment}`;
}
