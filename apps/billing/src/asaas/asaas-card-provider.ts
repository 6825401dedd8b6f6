import { isAppError, saoPauloDay, type AccountOwner, type Clock } from '@pitanga/core';
import { asaasUnavailable, createSharedAttempts, toReais, type AsaasClient } from '@pitanga/provider-account';
import { cardCannotVerify, cardNotInVault } from '../provider/card-data';
import type {
  CardApproval,
  CardAttempt,
  CardDecline,
  CardOrder,
  CardOutcome,
  CardProvider,
  VaultedCard,
} from '../provider/card-provider';
import { createAsaasCardRefunds } from './asaas-card-refunds';
import { asaasCentsMin, type AsaasPayment } from './asaas-payment';
import type { AsaasPaymentOrder, AsaasPayments } from './asaas-payments';
import { asaasName } from './asaas-pix-provider';

export interface AsaasCardDeps {
  readonly client: AsaasClient;
  readonly payments: AsaasPayments;
  /** Identifies the account. */
  readonly account: string;
  readonly owner: AccountOwner | undefined;
  readonly clock: Pick<Clock, 'real'>;
  /** Whether Asaas lets the account keep cards, so that it can charge them again. */
  readonly keepsCards: boolean;
}

/** Stands for a card in the vault that is typed on Asaas's page, and for one that Asaas did not keep. */
const typedReference = 'page';
/** Before the id of a payment that its payer makes on Asaas's page. */
const pagePrefix = 'page:';
/** Events tell of a payment within seconds, and a list within ten minutes. */
const readAgainMs = 10 * 60_000;

/** Asaas gives one sentence for the payer and no reason. */
const declined: CardDecline = {
  status: 'DECLINED',
  code: 'card_declined',
  declineClass: 'REVERSIBLE',
  message: 'O banco não aprovou o pagamento.',
};
const notKept: CardDecline = { ...declined, code: 'authentication_required', message: 'O cartão não foi guardado.' };

/**
 * Cards by Asaas: typed on the page of a payment that is made first, or charged again by their token. The reference of an
 * attempt is the id of that payment, the first one of a sale in installments.
 */
export function createAsaasCardProvider(deps: AsaasCardDeps): CardProvider {
  const { client, payments, account, owner, keepsCards } = deps;
  // Not every account has our site in its data; Asaas then refuses the way back, and the payment with it.
  let sendsBack = true;
  const share = createSharedAttempts<AsaasPayment>();
  const findOrPrepare = async (order: CardOrder): Promise<AsaasPayment> => {
    // Also one that was deleted: an attempt is made once.
    const [known] = await payments.find(order.attemptId, undefined);
    return known ?? prepare(deps, order, sendsBack, () => (sendsBack = false));
  };
  return {
    name: asaasName,
    account,
    owner,
    // It has 21 on Visa and Mastercard alone, and the brand is not known before the page.
    installmentsMax: 12,
    amountCentsMin: asaasCentsMin,
    fields: { kind: 'HOSTED' },
    canRenew: keepsCards,
    isKept: (vaultReference) => vaultReference !== typedReference,
    canVerify: false,
    canConfirm: undefined,
    isOnePartADay: false,
    showsDisputes: true,
    // Asaas credits installment by installment, months after the payment: explained, and compared with nothing.
    isReconciled: false,
    vaultCard: () => Promise.resolve(untyped),
    verifyCard: () => Promise.reject(cardCannotVerify()),
    readVerification: () => Promise.reject(cardCannotVerify()),
    cancelVerification: () => Promise.reject(cardCannotVerify()),
    prepareCharge: async (order) => {
      const isTyped = order.vaultReference === typedReference;
      if (isTyped && order.isOffSession) return notKept;
      if (!isTyped && readToken(order.vaultReference)[1] === undefined) throw cardNotInVault();
      // Looking for it and making it are one: else a call that looked before another made it would make a second.
      const prepared = await share(order.attemptId, () => findOrPrepare(order));
      return `${isTyped ? pagePrefix : ''}${prepared.id}`;
    },
    chargeCard: (order) => chargeCard(deps, order),
    readCardCharge: (attempt) => readCharge(deps, attempt),
    cancelCardCharge: (attempt) => cancelCharge(deps, attempt),
    ...createAsaasCardRefunds(client, payments),
  };
}

const untyped: VaultedCard = {
  vaultReference: typedReference,
  brand: 'UNKNOWN',
  lastFour: '',
  expMonth: undefined,
  expYear: undefined,
  holderName: '',
  fingerprint: undefined,
};

/** Made with a way back to us where Asaas takes it: the payer else stays on its page, and comes back by themselves. */
async function prepare(
  { payments, clock }: AsaasCardDeps,
  order: CardOrder,
  sendsBack: boolean,
  refuse: () => void,
): Promise<AsaasPayment> {
  const [customer, token] = readToken(order.vaultReference);
  const { installments, returnUrl } = order;
  const value = toReais(order.amountCents);
  const sale: AsaasPaymentOrder = {
    externalReference: order.attemptId,
    isNew: true,
    debtor: order.payer,
    customer,
    body: {
      billingType: 'CREDIT_CARD',
      ...(installments === 1 ? { value } : { installmentCount: installments, totalValue: value }),
      dueDate: saoPauloDay(clock.real()),
      description: undefined,
    },
  };
  if (token !== undefined || !sendsBack) return payments.findOrCreate(sale);
  const callback = { successUrl: returnUrl, autoRedirect: true } as const;
  try {
    return await payments.findOrCreate({ ...sale, body: { ...sale.body, callback } });
  } catch (error) {
    if (!isAppError(error) || error.reason !== 'ASAAS_REFUSED') throw error;
    const made = await payments.findOrCreate(sale);
    refuse();
    return made;
  }
}

/** The customer whom a kept card belongs to, and what charges it. */
function readToken(vaultReference: string): [string | undefined, string | undefined] {
  const [customer, token] = vaultReference.split('/');
  return token === undefined ? [undefined, undefined] : [customer, token];
}

async function chargeCard(deps: AsaasCardDeps, order: CardOrder): Promise<CardOutcome> {
  const { reference, attemptId, vaultReference } = order;
  if (reference === undefined) throw new Error(`attempt ${attemptId} was not prepared`);
  const known = await readCharge(deps, order);
  if (known) return known;
  const [, creditCardToken] = readToken(vaultReference);
  if (creditCardToken === undefined) return notKept;
  const path = `${toPath(reference)}/payWithCreditCard`;
  const call = { operation: 'pay_by_card', method: 'POST', path, isRepeatable: false } as const;
  try {
    await deps.client.accepted({ ...call, body: { creditCardToken } });
  } catch (error) {
    const code = isAppError(error) ? error.metadata['providerCode'] : undefined;
    if (code !== 'invalid_action' && code !== 'invalid_creditCard') throw error;
    // Deleted, so that a repeat reads the same decline; or another call has paid it since.
    return (await cancelCharge(deps, order)) ?? declined;
  }
  const outcome = await readCharge(deps, order);
  if (!outcome) throw asaasUnavailable(new Error('a payment that was made and is not'));
  return outcome;
}

async function readCharge(
  deps: AsaasCardDeps,
  { attemptId, reference }: CardAttempt,
): Promise<CardOutcome | undefined> {
  if (reference === undefined) {
    const [made] = await deps.payments.find(attemptId, undefined);
    return made?.state === 'PAID' ? approve(deps, made, true) : undefined;
  }
  const payment = await deps.payments.read(toId(reference));
  // It is of another account, perhaps.
  if (!payment) throw asaasUnavailable(new Error('a payment that is not there'));
  const isTyped = reference.startsWith(pagePrefix);
  switch (payment.state) {
    case 'PAID':
      return approve(deps, payment, isTyped);
    case 'GONE':
      return declined;
    case 'BLOCKED':
    case 'OPEN':
      if (isTyped) return toAction(payment);
      // The bank has not answered yet.
      if (payment.state === 'BLOCKED') throw asaasUnavailable();
      return undefined;
  }
}

function toAction({ invoiceUrl: actionUrl }: AsaasPayment): CardOutcome {
  if (actionUrl === undefined) throw asaasUnavailable(new Error('a payment without a page'));
  return { status: 'REQUIRES_ACTION', actionUrl, readAgainMs };
}

function approve({ owner, keepsCards }: AsaasCardDeps, payment: AsaasPayment, isTyped: boolean): CardApproval {
  const { id: authorizationId, customer, card } = payment;
  if (!isTyped || !card) return { status: 'APPROVED', authorizationId, owner };
  const { brand, lastFour, token } = card;
  const isKept = keepsCards && token !== undefined && customer !== undefined;
  const vaultReference = isKept ? `${customer}/${token}` : typedReference;
  return { status: 'APPROVED', authorizationId, owner, card: { ...untyped, vaultReference, brand, lastFour } };
}

/** Deletes what can still be paid, each installment; a card that is reviewed is waited for. */
async function cancelCharge(
  deps: AsaasCardDeps,
  { attemptId, reference }: CardAttempt,
): Promise<CardApproval | undefined> {
  const isTyped = reference?.startsWith(pagePrefix) ?? true;
  const id = reference === undefined ? undefined : toId(reference);
  const before = await deps.payments.find(attemptId, id);
  await deps.payments.close(before);
  // A payer may have been faster.
  const isOpen = before.some(({ state }) => state === 'OPEN');
  const found = isOpen ? await deps.payments.find(attemptId, id) : before;
  const paid = found.find(({ state }) => state === 'PAID');
  if (paid) return approve(deps, found.find((payment) => payment.id === id) ?? paid, isTyped);
  if (found.some(({ state }) => state === 'BLOCKED')) throw asaasUnavailable(new Error('a card that is reviewed'));
  return undefined;
}

function toId(reference: string): string {
  return reference.startsWith(pagePrefix) ? reference.slice(pagePrefix.length) : reference;
}

function toPath(reference: string): string {
  return `/payments/${encodeURIComponent(toId(reference))}`;
}
