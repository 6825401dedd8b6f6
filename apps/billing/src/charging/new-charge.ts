import { isAppError, saoPauloDay, zeroCents, type Cents, type Tenant } from '@pitanga/core';
import { neverExpires, noCode, type BoletoDetails, type CardDetails, type Charge } from '../charges/charge';
import type { Deps, ReadDeps, Tools } from '../deps';
import { feeWithinAmount } from '../money/fees';
import { confirmableUntil } from '../money/late-fees';
import type { BoletoPayer, BoletoProvider } from '../provider/boleto-provider';
import { pixAmountRefused } from '../charges/charge-errors';
import type { PixProvider, PixRules } from '../provider/pix-provider';
import type { StoreSettings } from '../store-settings/store-settings';
import { tryAccounts, type Takers } from './try-accounts';
import { checkBoletoPayer, checkBoletoTerms } from './boleto-terms';
import { checkBoletoMinimum } from './collectable';

/** What the caller of a new charge sets, for every method. */
export type ChargeTerms = Pick<
  Charge,
  | 'amountCents'
  | 'checkoutId'
  | 'coupons'
  | 'customerId'
  | 'description'
  | 'ensureSameTaxId'
  | 'expiresAt'
  | 'externalId'
  | 'metadataJson'
  | 'origin'
  | 'subscriptionId'
  | 'surchargeCents'
  | 'visitor'
  | 'skipCustomer'
  | 'splits'
  | 'utms'
  | 'upsellItem'
>;

interface Payer {
  readonly name: string;
  readonly taxId: string;
}

/**
 * Letters and digits only, and longer than any static txid, so that the two never collide
 * (docs/behaviour/brazil.md#txid).
 */
const txidLength = 32;

/**
 * Registers a Pix charge with the provider; the caller stores it. FAILED_PRECONDITION when the store's fee reaches the
 * amount; a top-up has none.
 */
export async function newPixCharge(
  deps: ReadDeps,
  tenant: Tenant,
  takers: Takers<PixProvider>,
  settings: StoreSettings,
  terms: ChargeTerms,
  debtor?: Payer,
  /** Of an order that may be a repeat; default: new ones. */
  given?: ChargeNames,
): Promise<Charge> {
  const [{ port: first }] = takers;
  checkPixAmount(first.rules, terms.amountCents);
  const isTopUp = terms.origin === 'TOP_UP';
  const platformFeeCents = isTopUp ? zeroCents : feeWithinAmount(settings.fees, 'PIX', terms.amountCents);
  const now = deps.clock.now(tenant);
  const order = {
    isNew: given === undefined,
    amountCents: terms.amountCents,
    merchantName: settings.merchantName,
    merchantCity: settings.merchantCity,
    now,
    expiresAt: terms.expiresAt,
    description: terms.description,
    debtor,
    // The provider refuses other payers; not applied in dev mode.
    ensureSameTaxId: terms.ensureSameTaxId && !tenant.devMode,
  };
  const fitting = onlyFitting(takers, ({ rules, canEnsureSameTaxId }) => {
    return rules.amountCentsMin <= terms.amountCents && (canEnsureSameTaxId || !order.ensureSameTaxId);
  });
  const { port, names, made } = await tryAccounts(deps, tenant, fitting, {
    method: 'PIX',
    amountCents: terms.amountCents,
    names: (before: ChargeNames | undefined) =>
      before ? { id: before.id, txid: deps.ids.token(txidLength) } : (given ?? newPixNames(deps, tenant)),
    reference: ({ txid }) => txid,
    chargeId: ({ id }) => id,
    make: (provider, { txid }, givesWay) => provider.createPix({ ...order, txid, givesWay }),
  });
  const { brCode, reference } = made;
  return {
    ...pending(tenant, terms, now),
    id: names.id,
    method: 'PIX',
    platformFeeCents,
    provider: port.name,
    providerReference: reference,
    pix: { brCode, txid: names.txid, endToEndId: undefined },
  };
}

/** The first, and of the others those that could make the payment. */
function onlyFitting<Port>([first, ...others]: Takers<Port>, fits: (port: Port) => boolean): Takers<Port> {
  return [first, ...others.filter(({ port }) => fits(port))];
}

/** INVALID_ARGUMENT for an amount that the provider does not take (docs/behaviour/charges.md#pix-provider). */
function checkPixAmount({ amountCentsMin }: PixRules, amountCents: Cents): void {
  if (amountCents < amountCentsMin) throw pixAmountRefused(amountCentsMin);
}

/** What a Pix charge is called: by us, and by its bank. */
export interface ChargeNames {
  readonly id: string;
  readonly txid: string;
}

export function newPixNames({ ids, clock }: Pick<Deps, 'ids' | 'clock'>, tenant: Tenant): ChargeNames {
  return { id: ids.next('pixCharge', clock.now(tenant)), txid: ids.token(txidLength) };
}

/** A charge that the payer's bank collects without showing a code. */
export function newDebitCharge(
  deps: Tools,
  tenant: Tenant,
  provider: PixProvider,
  settings: StoreSettings,
  terms: ChargeTerms,
): Charge {
  const { id, txid } = newPixNames(deps, tenant);
  return {
    ...pending(tenant, terms, deps.clock.now(tenant)),
    id,
    method: 'PIX',
    platformFeeCents: feeWithinAmount(settings.fees, 'PIX', terms.amountCents),
    provider: provider.name,
    pix: { brCode: noCode, txid, endToEndId: undefined },
  };
}

/** The same for a boleto. */
export async function newBoletoCharge(
  deps: ReadDeps,
  tenant: Tenant,
  takers: Takers<BoletoProvider>,
  settings: StoreSettings,
  terms: ChargeTerms,
  boleto: Pick<BoletoDetails, 'dueDate' | 'interestBasisPoints' | 'fine'> & { readonly payer: BoletoPayer },
): Promise<Charge> {
  // A page was checked when it was made: its buyer, who may have a coupon, finds boleto offered and pays by it.
  if (terms.checkoutId === undefined) checkBoletoMinimum(settings, terms.amountCents);
  const platformFeeCents = feeWithinAmount(settings.fees, 'BOLETO', terms.amountCents);
  const now = deps.clock.now(tenant);
  const today = saoPauloDay(now);
  const check = ({ rules }: BoletoProvider): void => {
    checkBoletoTerms(rules, { ...boleto, amountCents: terms.amountCents, today });
    checkBoletoPayer(rules, boleto.payer);
  };
  check(takers[0].port);
  const { payer, ...conditions } = boleto;
  const order = {
    ...conditions,
    isNew: true,
    amountCents: terms.amountCents,
    today,
    merchantName: settings.merchantName,
    merchantCity: settings.merchantCity,
    payer,
  };
  const { port, names, made } = await tryAccounts(deps, tenant, onlyFitting(takers, isWithout(check)), {
    method: 'BOLETO',
    amountCents: terms.amountCents,
    names: () => ({ id: deps.ids.next('boletoCharge', now), txid: deps.ids.token(txidLength) }),
    reference: ({ id }) => id,
    chargeId: ({ id }) => id,
    make: (provider, { id, txid }, givesWay) => provider.registerBoleto({ ...order, chargeId: id, txid, givesWay }),
  });
  const { id, txid } = names;
  const { barCode, digitableLine, brCode, reference, pdfUrl } = made;
  const hasLateFees = conditions.interestBasisPoints !== undefined || conditions.fine !== undefined;
  return {
    ...pending(tenant, terms, now),
    id,
    method: 'BOLETO',
    platformFeeCents,
    settlementDays: settings.terms.boletoSettlementDays,
    provider: port.name,
    payableUntil: confirmableUntil(conditions.dueDate, hasLateFees, port.rules.confirmationDays),
    pix: brCode === undefined ? undefined : { brCode, txid: made.txid ?? txid, endToEndId: undefined },
    boleto: { barCode, digitableLine, reference, pdfUrl, ...conditions },
  };
}

/** Whether a check of ours lets it pass. */
function isWithout<Port>(check: (port: Port) => void): (port: Port) => boolean {
  return (port) => {
    try {
      check(port);
      return true;
    } catch (error) {
      if (!isAppError(error)) throw error;
      return false;
    }
  };
}

/** A card charge that is not sent yet. FAILED_PRECONDITION when the store's fee reaches the amount. */
export function newCardCharge(
  deps: Tools,
  tenant: Tenant,
  provider: string,
  settings: StoreSettings,
  terms: Omit<ChargeTerms, 'expiresAt'>,
  card: CardDetails,
): Charge {
  const now = deps.clock.now(tenant);
  return {
    ...pending(tenant, { ...terms, expiresAt: neverExpires }, now),
    id: deps.ids.next('cardCharge', now),
    method: 'CARD',
    platformFeeCents: feeWithinAmount(settings.fees, 'CARD', terms.amountCents, card.installmentCount),
    settlementDays: settings.terms.cardSettlementDays,
    provider,
    card,
  };
}

/** The charge of an order that coupons leave nothing to pay of: PAID, by nothing. */
export function newFreeCharge(
  { ids, clock }: Tools,
  tenant: Tenant,
  terms: Omit<ChargeTerms, 'amountCents' | 'expiresAt'>,
): Charge & { readonly method: 'FREE' } {
  const now = clock.now(tenant);
  return {
    ...pending(tenant, { ...terms, amountCents: zeroCents, expiresAt: neverExpires }, now),
    id: ids.next('freeCharge', now),
    method: 'FREE',
    platformFeeCents: zeroCents,
    provider: 'none',
    status: 'PAID',
    paidAmountCents: zeroCents,
    paidAt: now,
  };
}

type Unpaid = Omit<Charge, 'id' | 'method' | 'platformFeeCents' | 'provider'>;

function pending(tenant: Tenant, terms: ChargeTerms, now: Date): Unpaid {
  return {
    ...terms,
    devMode: tenant.devMode,
    paidAmountCents: undefined,
    refundedCents: zeroCents,
    status: 'PENDING',
    payableUntil: undefined,
    paidAt: undefined,
    pix: undefined,
    boleto: undefined,
    card: undefined,
    failure: undefined,
    paymentReference: undefined,
    payer: undefined,
    createdAt: now,
    updatedAt: now,
  };
}
