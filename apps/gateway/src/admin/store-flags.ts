import { compatibilities, type Compatibility } from '@pitanga/records';
import { InvalidArgumentError, Option, type Command } from 'commander';
import {
  paymentMethods,
  payoutFeeModes,
  type PaymentMethod,
  type PayoutFeeMode,
  type StoreChange,
} from '../stores/store';

/** What the flags of `stores create` and `stores update` give. */
export interface StoreFlags {
  readonly name?: string;
  readonly website?: string;
  readonly legalName?: string;
  readonly city?: string;
  readonly feePix?: number;
  readonly feeBoleto?: number;
  readonly feeCardFixed?: number;
  readonly feeCardSingle?: number;
  readonly feeCardShort?: number;
  readonly feeCardLong?: number;
  readonly feePayout?: number;
  readonly payoutFeeMode?: PayoutFeeMode;
  readonly methodsDev?: readonly PaymentMethod[];
  readonly methodsProd?: readonly PaymentMethod[];
  readonly automaticPixDev?: 'on' | 'off';
  readonly automaticPixProd?: 'on' | 'off';
  readonly subAccountsDev?: 'on' | 'off';
  readonly subAccountsProd?: 'on' | 'off';
  readonly boletoDays?: number;
  readonly cardDays?: number;
  readonly refundOverdraft?: number;
  readonly rateLimit?: number | null;
  readonly displayName?: string;
  readonly logoUrl?: string;
  readonly color?: string;
  readonly supportEmail?: string;
  readonly compatibility?: Compatibility;
}

/** Adds the flags that both commands have, beside `--name` and `--website`. */
export function addStoreFlags(command: Command): Command {
  const onOff = (flag: string, what: string) => new Option(flag, what).choices(['on', 'off']);
  const list = 'comma list of PIX, BOLETO and CARD, or none';
  return command
    .option('--legal-name <text>', 'as registered; none takes it away')
    .option('--city <text>', "receiver's city; Pix codes have 15 letters of it, without accents")
    .option('--fee-pix <centavos>', 'fee of a Pix', parseWhole)
    .option('--fee-boleto <centavos>', 'fee of a boleto', parseWhole)
    .option('--fee-card-fixed <centavos>', 'fixed part of the fee of a card', parseWhole)
    .option('--fee-card-single <basis points>', 'of the amount, in one installment', parseWhole)
    .option('--fee-card-short <basis points>', 'in 2 to 6 installments', parseWhole)
    .option('--fee-card-long <basis points>', 'in 7 to 12 installments', parseWhole)
    .option('--fee-payout <centavos>', 'fee of a payout', parseWhole)
    .addOption(
      new Option('--payout-fee-mode <mode>', 'INCLUDED: in the amount that is asked for; ADDED: besides it').choices(
        payoutFeeModes,
      ),
    )
    .option('--methods-dev <list>', `offered in dev mode: ${list}`, parseMethods)
    .option('--methods-prod <list>', `offered in production: ${list}`, parseMethods)
    .addOption(onOff('--automatic-pix-dev <on|off>', 'Pix subscriptions in dev mode'))
    .addOption(onOff('--automatic-pix-prod <on|off>', 'Pix subscriptions in production'))
    .addOption(onOff('--sub-accounts-dev <on|off>', 'sub-accounts and splits in dev mode'))
    .addOption(onOff('--sub-accounts-prod <on|off>', 'sub-accounts and splits in production'))
    .option('--boleto-days <days>', "business days until a boleto's money is available", parseWhole)
    .option('--card-days <days>', "days for each installment until a card's money is available", parseWhole)
    .option('--refund-overdraft <centavos>', 'below zero to which refunds may draw the available balance', parseWhole)
    .option('--rate-limit <requests>', 'a second of each key; 0 = no limit, default = that of the gateway', parseLimit)
    .option('--display-name <text>', 'on payment pages instead of the name; none takes it away')
    .option('--logo-url <https address>', 'on payment pages; none takes it away')
    .option('--color <#rrggbb>', 'of payment pages, behind white text; none takes it away')
    .option('--support-email <address>', 'on payment pages; none takes it away')
    .addOption(
      new Option('--compatibility <day>', 'what some words of answers and events mean').choices(compatibilities),
    );
}

export function changeFromFlags(flags: StoreFlags): StoreChange {
  const isOn = (value: 'on' | 'off' | undefined) => value && value === 'on';
  return {
    name: flags.name,
    website: flags.website,
    legalName: orNone(flags.legalName),
    city: flags.city,
    fees: {
      pixCents: flags.feePix,
      boletoCents: flags.feeBoleto,
      cardFixedCents: flags.feeCardFixed,
      cardSingleBasisPoints: flags.feeCardSingle,
      cardShortBasisPoints: flags.feeCardShort,
      cardLongBasisPoints: flags.feeCardLong,
      payoutCents: flags.feePayout,
    },
    payoutFeeMode: flags.payoutFeeMode,
    methods: { dev: flags.methodsDev, prod: flags.methodsProd },
    automaticPix: { dev: isOn(flags.automaticPixDev), prod: isOn(flags.automaticPixProd) },
    subAccounts: { dev: isOn(flags.subAccountsDev), prod: isOn(flags.subAccountsProd) },
    settlement: { boletoDays: flags.boletoDays, cardDays: flags.cardDays },
    refundOverdraft: flags.refundOverdraft,
    rateLimitPerSecond: flags.rateLimit,
    compatibility: flags.compatibility,
    branding: {
      displayName: orNone(flags.displayName),
      logoUrl: orNone(flags.logoUrl),
      color: orNone(flags.color),
      supportEmail: orNone(flags.supportEmail),
    },
  };
}

function orNone(text: string | undefined): string | null | undefined {
  return text === 'none' ? null : text;
}

function parseWhole(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It should be a whole number.');
  return Number(text);
}

function parseLimit(text: string): number | null {
  return text === 'default' ? null : parseWhole(text);
}

function parseMethods(text: string): readonly PaymentMethod[] {
  if (text === 'none') return [];
  return text.split(',').map((item) => {
    const known = paymentMethods.find((method) => method === item.trim().toUpperCase());
    if (!known) throw new InvalidArgumentError(`It should be none, or a comma list of ${paymentMethods.join(', ')}.`);
    return known;
  });
}
