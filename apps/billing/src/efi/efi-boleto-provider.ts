import {
  cents,
  daysBetween,
  isAppError,
  parseDigitableLine,
  saoPauloDay,
  type AccountOwner,
  type Cents,
  type Clock,
} from '@pitanga/core';
import { createSharedAttempts } from '@pitanga/provider-account';
import { bacenPixName } from '../bacen-pix/bacen-pix-provider';
import { lastPayableDay } from '../money/late-fees';
import type {
  BoletoHandle,
  BoletoOrder,
  BoletoPayer,
  BoletoProvider,
  BoletoReading,
  BoletoRegistration,
  BoletoRules,
} from '../provider/boleto-provider';
import type { NoteBegun } from '../provider/note-begun';
import { paidOnDay } from '../provider/paid-on-day';
import type { EfiCharge, EfiStatus } from './efi-charge';
import type { EfiCharges } from './efi-charges';
import { efiUnavailable } from './efi-errors';

export interface EfiBoletoDeps {
  readonly charges: EfiCharges;
  readonly owner: AccountOwner | undefined;
  readonly clock: Pick<Clock, 'real'>;
  /** What Efí calls after every change; absent: nothing. */
  readonly notificationUrl: string | undefined;
  readonly amountCentsMin: Cents;
  readonly confirmationDays: number;
  readonly noteBegun: NoteBegun;
}

/** Boletos of a store at its Efí account, each with a Pix code where the account has "bolix". */
export function createEfiBoletoProvider(deps: EfiBoletoDeps): BoletoProvider {
  const { charges, amountCentsMin, confirmationDays } = deps;
  const share = createSharedAttempts<BoletoRegistration>();
  return {
    name: bacenPixName,
    // What its Pix code is paid with may be disputed (MED), which shows at Efí alone.
    showsDisputes: false,
    isReconciled: false,
    rules: { ...efiBoletoRules, amountCentsMin, confirmationDays },
    // Calls at the same time are one: Efí would make a boleto for each.
    registerBoleto: (order) => share(order.chargeId, () => register(deps, order)),
    readBoleto: async (boleto) => {
      const charge = await find(deps, boleto);
      return charge && toReading(deps, charge);
    },
    cancelBoleto: async (boleto) => {
      const charge = await find(deps, boleto);
      if (charge && toState(charge.status) === 'OPEN') await charges.cancel(charge.id);
    },
  };
}

/** Days ahead: no limit is published, and Efí refuses what is too far for it. The form of a bar code limits the amount. */
const efiBoletoRules: Omit<BoletoRules, 'amountCentsMin' | 'confirmationDays'> = {
  canChargeLateFees: true,
  takesFixedFines: false,
  needsAddress: false,
  amountCentsMax: cents(9_999_999_999),
  daysAheadMax: 365,
  paidAfterCancelDays: 15,
};

/** In two steps: the second is the registration, and what became of it is read by the id of the first. */
async function register(deps: EfiBoletoDeps, order: BoletoOrder): Promise<BoletoRegistration> {
  const { charges, notificationUrl, noteBegun } = deps;
  const known = order.isNew === true ? undefined : await charges.find(order.chargeId, 'billet', order.today);
  if (known?.boleto) return toRegistration(known.id, known);
  const { chargeId: customId, merchantName: itemName, amountCents, givesWay } = order;
  await noteBegun(customId);
  const id = await charges.create({ customId, itemName, amountCents, notificationUrl, givesWay });
  return toRegistration(id, await charges.pay(id, { banking_billet: toBillet(order) }));
}

function toBillet({ dueDate, interestBasisPoints, fine, payer }: BoletoOrder): object {
  const hasLateFees = interestBasisPoints !== undefined || fine !== undefined;
  return {
    customer: toEfiCustomer(payer),
    expire_at: dueDate,
    configurations: {
      // Afterwards no bank takes it.
      days_to_write_off: daysBetween(dueDate, lastPayableDay(dueDate, hasLateFees)),
      // Both in hundredths of a percent.
      ...(fine && { fine: fine.value }),
      ...(interestBasisPoints !== undefined && { interest: { value: interestBasisPoints, type: 'monthly' } }),
    },
  };
}

/** No more than name and tax id, so that Efí writes to no payer. */
function toEfiCustomer({ name, taxId }: Pick<BoletoPayer, 'name' | 'taxId'>): object {
  return taxId.length === 11 ? { name, cpf: taxId } : { juridical_person: { corporate_name: name, cnpj: taxId } };
}

/** The numbers are shown to the payer, so they are checked as if the payer had typed them. */
function toRegistration(reference: string, { boleto }: EfiCharge): BoletoRegistration {
  if (!boleto) throw efiUnavailable(new Error('a boleto without its line'));
  const digitableLine = boleto.line.replace(/\D/g, '');
  const { brCode, pdfUrl } = boleto;
  return {
    barCode: toBarCode(digitableLine),
    digitableLine,
    brCode,
    reference,
    ...(pdfUrl !== undefined && { pdfUrl }),
  };
}

/** Efí gives the line alone. */
function toBarCode(line: string): string {
  try {
    return parseDigitableLine(line).barCode;
  } catch (error) {
    if (!isAppError(error)) throw error;
    throw efiUnavailable(error);
  }
}

/** What others made with the same number is not ours. */
async function find(
  { charges, clock }: EfiBoletoDeps,
  { chargeId, reference }: BoletoHandle,
): Promise<EfiCharge | undefined> {
  if (reference === undefined) return charges.find(chargeId, 'billet', saoPauloDay(clock.real()));
  // Of an account at another bank, before this one.
  if (!/^\d+$/.test(reference)) return undefined;
  const charge = await charges.read(reference);
  return charge?.customId === chargeId ? charge : undefined;
}

/** One that its owner marks as paid elsewhere (`settled`) has brought no money here. */
function toState(status: EfiStatus): BoletoReading['status'] {
  if (status === 'paid' || status === 'refunded' || status === 'contested') return 'PAID';
  return status === 'canceled' || status === 'expired' || status === 'settled' ? 'CANCELLED' : 'OPEN';
}

/** Whether its bar code or its Pix code was paid is not said: both are the payment of the boleto, by the id of its charge. */
function toReading({ clock, owner }: EfiBoletoDeps, charge: EfiCharge): BoletoReading {
  const status = toState(charge.status);
  const { id: reference } = charge;
  if (status !== 'PAID') return { status, reference, payment: undefined };
  const { id, totalCents, paidCents, paidDay } = charge;
  const paidAt = paidOnDay(paidDay, clock.real());
  // A number alone might be another bank's, too.
  const payment = {
    rail: 'BOLETO',
    reference: `efi-${id}`,
    amountCents: paidCents ?? totalCents,
    paidAt,
    owner,
  } as const;
  return { status, reference, payment: { ...payment, ...(paidCents === undefined && { isFaceValue: true }) } };
}
