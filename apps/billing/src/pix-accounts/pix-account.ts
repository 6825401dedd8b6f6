import type { AccountOwner } from '@pitanga/core';
import { pixAddresses, type PixBank } from '@pitanga/core/pix-banks';
import { HttpsUrl } from '@pitanga/provider-account';
import { completeAccess, findBank, identitySchema } from '@pitanga/provider-account/bank';
import { Type } from 'typebox';
import { positionsSchema, type Positions } from '../provider/positions';
import { bacenConfigSchema, pixAccountReader, type BacenPixConfig } from '../bacen-pix/bacen-config';

const TypedSettings = Type.Object(
  {
    ...bacenConfigSchema,
    ...identitySchema,
    /** Base address of the callback routes for the bank, if not the public address. No final slash. */
    callbackBaseUrl: Type.Optional(HttpsUrl),
    ...positionsSchema,
    /** False if the callback address is registered at the bank by hand; absent: as the bank wants it. */
    registerWebhook: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

/** What is configured for the production Pix of a store, with what the bank's own data fill in. */
export type PixAccountSettings = BacenPixConfig & {
  readonly callbackBaseUrl?: string | undefined;
  readonly registerWebhook: boolean;
  readonly positions?: Positions | undefined;
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

/** @throws AppError INVALID_ARGUMENT for settings that cannot reach a bank; its message shows no value */
export function checkedAccount(
  json: string,
  now: Date,
  providerRanges: readonly string[],
): { readonly settings: PixAccountSettings; readonly certificateExpiresAt: Date } {
  const typed = pixAccountReader.read(TypedSettings, json);
  const bank = findBank(typed);
  const { automaticBaseUrl, chargesBaseUrl } = pixAddresses(typed);
  if ((typed.conta === undefined) !== (typed.tipoConta === undefined)) {
    throw pixAccountReader.unusable("Properties 'conta' and 'tipoConta' go together");
  }
  if (typed.conta !== undefined && automaticBaseUrl === undefined && bank.withoutAutomatic !== undefined) {
    throw pixAccountReader.unusable(
      `Property 'conta' should be absent: ${bank.name} takes no automatic Pix here, because ${bank.withoutAutomatic}`,
    );
  }
  checkMethods(typed, bank, chargesBaseUrl);
  const { access, certificateExpiresAt } = completeAccess(pixAccountReader, typed, { now, providerRanges });
  return {
    settings: {
      ...access,
      ...(typeof automaticBaseUrl === 'string' && { automaticBaseUrl }),
      ...(typeof chargesBaseUrl === 'string' && { chargesBaseUrl }),
      ...(typed.positions && { positions: typed.positions }),
      registerWebhook: typed.registerWebhook ?? bank.dialect.webhook.isRegistered,
    },
    certificateExpiresAt,
  };
}

const boletoSettings = ['boletoAmountMin', 'boletoConfirmationDays', 'boletoPixListed'] as const;
/** What is not confirmed of Efí alone. */
const efiSettings: readonly string[] = ['boletoConfirmationDays', 'boletoPixListed'];
const cardSettings = ['payeeCode', 'cardAmountMin'] as const;

function checkMethods(
  typed: Pick<BacenPixConfig, 'bank' | 'methods' | (typeof boletoSettings | typeof cardSettings)[number]>,
  bank: PixBank,
  chargesBaseUrl: unknown,
): void {
  const { methods = ['PIX'] } = typed;
  const other = methods.find((method) => !bank.methods.includes(method));
  if (other !== undefined) {
    const taken = bank.methods.join(', ');
    throw pixAccountReader.unusable(`Property 'methods' should be without ${other}: ${bank.name} takes ${taken} here`);
  }
  const takesMore = methods.some((method) => method !== 'PIX');
  if (takesMore && chargesBaseUrl === undefined)
    throw pixAccountReader.unusable("Property 'chargesBaseUrl' is missing");
  for (const name of boletoSettings) {
    if (typed[name] === undefined) continue;
    const isOfOthers = typed.bank !== 'EFI' && efiSettings.includes(name);
    if (isOfOthers) throw pixAccountReader.unusable(`Property '${name}' should be absent: it is of boletos at Efí`);
    if (methods.includes('BOLETO')) continue;
    throw pixAccountReader.unusable(`Property '${name}' should be absent: 'methods' has no BOLETO`);
  }
  checkCards(typed, methods);
}

function checkCards(
  typed: Pick<BacenPixConfig, (typeof cardSettings)[number]>,
  methods: NonNullable<BacenPixConfig['methods']>,
): void {
  if (methods.includes('CARD')) {
    if (typed.payeeCode === undefined) throw pixAccountReader.unusable("Property 'payeeCode' is missing");
    return;
  }
  const other = cardSettings.find((name) => typed[name] !== undefined);
  if (other === undefined) return;
  throw pixAccountReader.unusable(`Property '${other}' should be absent: 'methods' has no CARD`);
}

/**
 * What Efí calls after every change of a charge; undefined where it cannot: it calls no address without TLS. It has no
 * certificate to show, which the gateway's address for banks may ask for: that is used only where there is no other.
 */
export function efiCallbackUrl({ settings, segment }: CalledBack, publicUrl: string): string | undefined {
  const base = [publicUrl, settings.callbackBaseUrl].find((url) => url?.startsWith('https://'));
  return base === undefined ? undefined : `${base}/callbacks/efi/${segment}`;
}

/** The callback address to register, without what this bank wants at its end; most banks append `/pix`. */
export function callbackUrl({ settings, segment }: CalledBack, publicUrl: string): string {
  return `${settings.callbackBaseUrl ?? publicUrl}/callbacks/bacen-pix/${segment}`;
}

type CalledBack = Pick<PixAccount, 'segment'> & { readonly settings: Pick<PixAccountSettings, 'callbackBaseUrl'> };
