import { bancoDoBrasil } from './banco-do-brasil';
import { bradesco } from './bradesco';
import { c6 } from './c6';
import { caixa } from './caixa';
import { efi } from './efi';
import { inter } from './inter';
import { itau } from './itau';
import { plainBank, type PixBank } from './pix-bank';
import { santander } from './santander';
import { sicoob } from './sicoob';
import { sicredi } from './sicredi';

export { efiCardScript } from './efi';
export { standardDialect, type BankMethod, type BankSetting, type PixBank, type PixDialect } from './pix-bank';

/** By the setting `bank` of a Pix account. */
const banks = {
  BANCO_DO_BRASIL: bancoDoBrasil,
  BRADESCO: bradesco,
  C6: c6,
  CAIXA: caixa,
  EFI: efi,
  INTER: inter,
  ITAU: itau,
  SANTANDER: santander,
  SICOOB: sicoob,
  SICREDI: sicredi,
  /** Any other that speaks the standard: its owner types everything. */
  OTHER: { ...plainBank, name: 'The bank', production: undefined },
} as const satisfies Readonly<Record<string, PixBank>>;

export type PixBankCode = keyof typeof banks;

export const pixBanks: Readonly<Record<PixBankCode, PixBank>> = banks;

export const pixBankCodes = Object.keys(banks) as readonly PixBankCode[];

export function isPixBankCode(code: unknown): code is PixBankCode {
  return pixBankCodes.some((known) => known === code);
}

/** What of an account's settings decides where it calls, as an owner may have typed it. */
export interface AddressSettings {
  readonly bank?: unknown;
  readonly sandbox?: unknown;
  readonly baseUrl?: unknown;
  readonly tokenUrl?: unknown;
  readonly automaticBaseUrl?: unknown;
  readonly chargesBaseUrl?: unknown;
  /** Only what is not Pix is taken at `chargesBaseUrl`. */
  readonly methods?: unknown;
  /** Only an account with it takes automatic Pix. */
  readonly conta?: unknown;
}

/** The settings that are addresses. */
export const pixAddressNames = ['baseUrl', 'tokenUrl', 'automaticBaseUrl', 'chargesBaseUrl'] as const;

/** The addresses that an account calls, as its settings give them or else its bank has them. */
export function pixAddresses(settings: AddressSettings): Readonly<Record<(typeof pixAddressNames)[number], unknown>> {
  const bank = isPixBankCode(settings.bank) ? pixBanks[settings.bank] : undefined;
  const known = settings.sandbox === true ? bank?.sandbox : bank?.production;
  return {
    baseUrl: settings.baseUrl ?? known?.baseUrl,
    tokenUrl: settings.tokenUrl ?? known?.tokenUrl,
    automaticBaseUrl: settings.automaticBaseUrl ?? (settings.conta === undefined ? undefined : known?.automaticBaseUrl),
    chargesBaseUrl: settings.chargesBaseUrl ?? (takesCharges(settings) ? known?.chargesBaseUrl : undefined),
  };
}

/** Whether the settings name a method that is not taken by the Pix API. */
function takesCharges({ methods }: AddressSettings): boolean {
  return Array.isArray(methods) && methods.some((method) => method !== 'PIX');
}
