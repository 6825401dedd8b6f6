import { createHash, timingSafeEqual } from 'node:crypto';
import type { AccountOwner } from '@pitanga/core';
import { asaasAccountReader, asaasConfigSchema, checkAsaasConfig, HttpsUrl } from '@pitanga/provider-account';
import { Type, type Static } from 'typebox';
import { positionsSchema } from '../provider/positions';
import { asaasMethods, type AsaasMethod } from '../asaas/asaas-adapter';

const AsaasAccountSettings = Type.Object(
  {
    ...asaasConfigSchema,
    /** What the store takes by this account. */
    methods: Type.Array(Type.Unsafe<AsaasMethod>(Type.String({ pattern: `^(${asaasMethods.join('|')})$` })), {
      minItems: 1,
      uniqueItems: true,
      default: [...asaasMethods],
    }),
    ...positionsSchema,
    /** True where Asaas lets the account keep cards, so that subscriptions can be renewed by card. */
    keepsCards: Type.Optional(Type.Boolean()),
    /** Base address of the callback route, if not the public address. No final slash. */
    callbackBaseUrl: Type.Optional(HttpsUrl),
    /** False where Asaas cannot reach this installation: then what was paid is found by reading alone. */
    registerWebhook: Type.Boolean({ default: true }),
    /** True to leave the account so far although it has open payments; not stored. */
    replaceAccount: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

/** What is configured for the production Pix and boletos of a store at Asaas. */
export type AsaasAccountSettings = Readonly<Static<typeof AsaasAccountSettings>>;

export interface AsaasAccount {
  readonly settings: AsaasAccountSettings;
  /** The last part of the callback address. */
  readonly segment: string;
  readonly webhook: AsaasWebhookState;
  /** Of its wallet. */
  readonly accountId: string;
  readonly owner: AccountOwner;
  readonly updatedAt: Date;
}

/** How Asaas's events reach us. */
export interface AsaasWebhookState {
  /** Made by us: every call carries it. */
  readonly token: string;
  /** Of the webhook at Asaas; undefined until it is registered. */
  readonly id?: string | undefined;
}

/** @throws AppError INVALID_ARGUMENT for settings that cannot be used; its message shows no value */
export function checkedAsaasSettings(
  json: string,
  allowed: { readonly canUseSandbox: boolean; readonly providerRanges: readonly string[] },
): AsaasAccountSettings {
  const settings = asaasAccountReader.read(AsaasAccountSettings, json);
  checkAsaasConfig(settings, allowed);
  return settings;
}

export function asaasCallbackUrl(
  { segment, settings }: Pick<AsaasAccount, 'segment' | 'settings'>,
  publicUrl: string,
): string {
  return `${settings.callbackBaseUrl ?? publicUrl}/callbacks/asaas/${segment}`;
}

/** How the account is watched for Pix that no charge asked for: an account at Asaas is one login. */
export function asaasInbox({ accountId, updatedAt }: Pick<AsaasAccount, 'accountId' | 'updatedAt'>) {
  return { provider: 'asaas', account: accountId, login: accountId, settingsAt: updatedAt } as const;
}

/** Compares digests, in constant time: the token is all that a call proves itself by. */
export function isAsaasToken({ token }: AsaasWebhookState, given: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(token), digest(given));
}
