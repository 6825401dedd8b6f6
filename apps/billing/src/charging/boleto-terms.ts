import { addDays, invalidArgument, type Cents } from '@pitanga/core';
import {
  boletoAmountRefused,
  boletoDueTooLate,
  boletoFixedFineRefused,
  boletoLateFeesRefused,
  boletoNeedsAddress,
} from '../charges/charge-errors';
import type { Customer } from '../customers/customer';
import type { BoletoFine } from '../money/late-fees';
import type { BoletoPayer, BoletoRules } from '../provider/boleto-provider';

/** What a boleto is to be, before its payer is known. */
export interface BoletoTerms {
  /** Undefined for a checkout whose amount is still open. */
  readonly amountCents: Cents | undefined;
  /** YYYY-MM-DD; undefined for the default. */
  readonly dueDate: string | undefined;
  readonly today: string;
  readonly interestBasisPoints: number | undefined;
  readonly fine: BoletoFine | undefined;
}

/** INVALID_ARGUMENT for what the provider cannot register (docs/behaviour/charges.md#boleto-provider). */
export function checkBoletoTerms(rules: BoletoRules, terms: BoletoTerms): void {
  const { amountCents, dueDate, today, interestBasisPoints, fine } = terms;
  if (!rules.canChargeLateFees && (interestBasisPoints !== undefined || fine !== undefined)) {
    throw boletoLateFeesRefused();
  }
  if (rules.takesFixedFines === false && fine?.kind === 'FIXED') throw boletoFixedFineRefused();
  if (amountCents !== undefined && !isAmountOfBoleto(rules, amountCents)) throw boletoAmountRefused(rules);
  if (dueDate !== undefined && dueDate > addDays(today, rules.daysAheadMax)) throw boletoDueTooLate(rules.daysAheadMax);
}

export function isAmountOfBoleto({ amountCentsMin, amountCentsMax }: BoletoRules, amountCents: Cents): boolean {
  return amountCents >= amountCentsMin && amountCents <= amountCentsMax;
}

const addressFields = ['email', 'address', 'city', 'state', 'zipCode'] as const;

/** Whether a customer has all that a boleto needs of its payer. */
export function hasPayerData(customer: Customer | undefined, rules: BoletoRules | undefined): boolean {
  if (customer?.name === undefined || customer.taxId === undefined) return false;
  return rules?.needsAddress !== true || addressFields.every((field) => customer[field] !== undefined);
}

/** INVALID_ARGUMENT that names the first field which the provider needs and the payer lacks. */
export function checkBoletoPayer(rules: BoletoRules, payer: BoletoPayer): void {
  if (!rules.needsAddress) return;
  const missing = addressFields.find((field) => payer[field] === undefined);
  if (missing) throw boletoNeedsAddress(missing);
  if (!/^[A-Z]{2}$/.test(payer.state ?? '')) throw invalidArgument("Property 'state' should be two letters, e.g. SP");
}
