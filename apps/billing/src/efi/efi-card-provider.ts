import { saoPauloDay, type AccountOwner, type Cents, type Clock } from '@pitanga/core';
import { createSharedAttempts } from '@pitanga/provider-account';
import { bacenPixName } from '../bacen-pix/bacen-pix-provider';
import { cardCannotVerify, cardNumberNotTaken } from '../provider/card-data';
import type {
  CardAttempt,
  CardDecline,
  CardFields,
  CardOrder,
  CardOrderPayer,
  CardOutcome,
  CardProvider,
} from '../provider/card-provider';
import { hasInterest, payerLacks, readEfiOutcome } from './efi-card-outcomes';
import { createEfiCardRefunds } from './efi-card-refunds';
import { readVaultReference, vaultEfiCard } from './efi-card-vault';
import type { EfiCharges } from './efi-charges';
import { efiUnavailable } from './efi-errors';

export interface EfiCardDeps {
  readonly charges: EfiCharges;
  /** Identifies the account. */
  readonly account: string;
  readonly owner: AccountOwner | undefined;
  readonly clock: Pick<Clock, 'real'>;
  /** What Efí calls after every change; absent: nothing. */
  readonly notificationUrl: string | undefined;
  readonly amountCentsMin: Cents;
  readonly fields: Extract<CardFields, { readonly kind: 'EFI' }>;
}

/**
 * Cards by Efí: its script makes a token in the payer's browser, which can be charged again. A charge is made without money
 * first, so that its id is stored before anything is charged.
 */
export function createEfiCardProvider(deps: EfiCardDeps): CardProvider {
  const { account, owner, amountCentsMin, fields } = deps;
  const share = createSharedAttempts<string | CardDecline>();
  return {
    name: bacenPixName,
    account,
    owner,
    installmentsMax: 12,
    amountCentsMin,
    fields,
    canRenew: true,
    canVerify: false,
    canConfirm: false,
    isOnePartADay: true,
    showsDisputes: true,
    isReconciled: false,
    needsContact: true,
    vaultCard: async (card) => {
      if (!('paymentMethod' in card)) throw cardNumberNotTaken();
      return Promise.resolve(vaultEfiCard(card));
    },
    verifyCard: () => Promise.reject(cardCannotVerify()),
    readVerification: () => Promise.reject(cardCannotVerify()),
    cancelVerification: () => Promise.reject(cardCannotVerify()),
    // Attempts at the same time are one: Efí would make a charge for each.
    prepareCharge: (order) => share(order.attemptId, () => prepare(deps, order)),
    chargeCard: (order) => chargeCard(deps, order),
    readCardCharge: (attempt) => readCharge(deps, attempt),
    cancelCardCharge: (attempt) => cancelCharge(deps, attempt),
    ...createEfiCardRefunds(deps),
  };
}

/** What is refused here is refused before anything is made at Efí. */
async function prepare(deps: EfiCardDeps, order: CardOrder): Promise<string | CardDecline> {
  const { charges, clock, notificationUrl } = deps;
  const { attemptId, amountCents, installments, vaultReference } = order;
  const { brand } = readVaultReference(vaultReference);
  const missing = findMissing(order.payer);
  if (missing) return payerLacks(missing);
  if (installments > 1 && (await charges.hasInterest({ brand, amountCents, installments }))) return hasInterest;
  const known = await charges.find(attemptId, 'card', saoPauloDay(clock.real()));
  if (known) return known.id;
  return charges.create({ customId: attemptId, itemName: 'Pagamento', amountCents, notificationUrl });
}

const asked = ['name', 'taxId', 'email', 'cellphone'] as const;

function findMissing(payer: CardOrderPayer | undefined): (typeof asked)[number] | undefined {
  return asked.find((property) => (payer?.[property] ?? '') === '');
}

async function chargeCard({ charges, owner }: EfiCardDeps, order: CardOrder): Promise<CardOutcome> {
  const { reference, attemptId, payer, installments, vaultReference } = order;
  if (reference === undefined || !payer) throw new Error(`attempt ${attemptId} was not prepared`);
  const { token } = readVaultReference(vaultReference);
  const paid = await charges.pay(reference, {
    credit_card: { customer: toCustomer(payer), installments, payment_token: token },
  });
  const outcome = readEfiOutcome(paid, owner);
  if (!outcome) throw efiUnavailable(new Error('a payment without an outcome'));
  return outcome;
}

function toCustomer({ name, taxId, email, cellphone = '' }: CardOrderPayer): object {
  // Efí takes the number as it is dialled in Brazil.
  const contact = { email, phone_number: cellphone.replace(/\D/g, '').replace(/^55(?=\d{10,11}$)/, '') };
  return taxId.length === 11
    ? { name, cpf: taxId, ...contact }
    : { juridical_person: { corporate_name: name, cnpj: taxId }, ...contact };
}

/** What others made with the same number is not ours. */
async function readCharge(
  { charges, owner }: EfiCardDeps,
  { attemptId, reference }: CardAttempt,
): Promise<CardOutcome | undefined> {
  const charge = reference === undefined ? undefined : await charges.read(reference);
  return charge?.customId === attemptId ? readEfiOutcome(charge, owner) : undefined;
}

/** What is new, or in review, is cancelled: nothing can charge it then. */
async function cancelCharge({ charges, owner }: EfiCardDeps, { reference }: CardAttempt): Promise<Ended | undefined> {
  if (reference === undefined) return undefined;
  let charge = await charges.read(reference);
  if (charge && openStatuses.has(charge.status)) {
    await charges.cancel(reference);
    charge = await charges.read(reference);
  }
  if (!charge || charge.status === 'canceled') return undefined;
  const outcome = readEfiOutcome(charge, owner);
  if (!outcome || outcome.status === 'REQUIRES_ACTION')
    throw efiUnavailable(new Error('a charge that was not cancelled'));
  return outcome;
}

type Ended = Exclude<CardOutcome, { readonly status: 'REQUIRES_ACTION' }>;

const openStatuses: ReadonlySet<string> = new Set(['new', 'link', 'waiting', 'identified']);
