import {
  CreateCheckoutResponse,
  DeleteCheckoutResponse,
  fromWire,
  pageFromWire,
  pageToWire,
  SimulateCheckoutPaymentResponse,
  toWire,
  UpdatePaymentLinkResponse,
  type CheckoutFrequency as CheckoutFrequencyName,
  type CheckoutServiceDefinition,
  type CreateCheckoutRequest,
  type ListCheckoutsRequest,
  type SimulateCheckoutPaymentRequest,
  type ResolveCheckoutRequest,
  type ResolveCheckoutResponse,
  type Upsell,
} from '@pitanga/contracts';
import { cents, everyTenant } from '@pitanga/core';
import { sealedResponse, writeOnce } from '@pitanga/database';
import type { RpcHandlers } from '@pitanga/rpc';
import { listCheckouts, listReturnHosts, type CheckoutFilter } from '../checkouts/checkout-queries';
import { checkoutFrequencies, checkoutStatuses, type CheckoutFrequency } from '../checkouts/checkout-status';
import { givenUtms } from '../charges/charge-utms';
import { checkOwners } from '../charging/check-splits';
import { cardPrices } from '../checking-out/card-prices';
import type { CheckoutInput } from '../checking-out/checkout-input';
import {
  findCheckoutCustomers,
  getCheckout,
  listCheckoutPayments,
  resolveCheckoutForPage,
  type CheckoutForPage,
} from '../checking-out/checkout-service';
import { createCheckout } from '../checking-out/create-checkout';
import { deleteCheckout } from '../checking-out/delete-checkout';
import { countBackFreed } from '../checking-out/reserve-coupons';
import { simulateCheckoutPayment, type CheckoutSimulation } from '../simulating/simulate-payment';
import { updateLink } from '../checking-out/update-link';
import type { ShownUpsell } from '../checking-out/upsell-offer';
import type { Deps } from '../deps';
import { findSetup } from '../managing/store-setup';
import { imageAddress } from '../files/file';
import { chargeToWire, failureToWire } from '../messages/charge-wire';
import { checkoutToWire, itemsToWire, paymentToWire } from '../messages/checkout-wire';
import { paymentMethods } from '../money/fees';
import { walletNames } from '../money/wallets';
import { fieldsToWire } from './card-rpc';
import { fineFromWire, splitsFromWire } from './charge-input';
import { customerInputFromWire } from './customer-rpc';
import { payCheckoutHandlers } from './pay-checkout-rpc';
import { startToWire } from './subscribe-rpc';
import { simulateOnce } from '../simulating/simulate-once';

export function checkoutHandlers(deps: Deps): RpcHandlers<CheckoutServiceDefinition> {
  return {
    ...writeHandlers(deps),
    ...readHandlers(deps),
    ...payCheckoutHandlers(deps),
    simulateCheckoutPayment: simulateHandler(deps),
    listReturnHosts: async (_request, { tenant }) => ({ hosts: await listReturnHosts(deps.db, tenant) }),
  };
}

function writeHandlers(
  deps: Deps,
): Pick<RpcHandlers<CheckoutServiceDefinition>, 'createCheckout' | 'updatePaymentLink' | 'deleteCheckout'> {
  const { clock, publicUrl } = deps;
  return {
    createCheckout: async (request, call) => {
      const { tenant, idempotency } = call;
      const codec = sealedResponse(deps.sealer, tenant, idempotency, CreateCheckoutResponse);
      const setup = await findSetup(deps, tenant);
      const input = inputFromWire(request);
      await checkOwners(deps, tenant, input.splits);
      return writeOnce(deps, call, codec, async (tx) => {
        const { checkout, customer } = await createCheckout(tx, tenant, setup, input);
        return { checkout: checkoutToWire(checkout, publicUrl, clock.now(tenant)), customer };
      });
    },

    updatePaymentLink: async (request, call) => {
      const { id, returnUrl, completionUrl, metadataJson, coupons } = request;
      const methods = request.methods.map((method) => fromWire('PAYMENT_METHOD', paymentMethods, method));
      const changes = { methods, returnUrl, completionUrl, metadataJson, coupons: coupons?.codes };
      const setup = await findSetup(deps, call.tenant);
      return writeOnce(deps, call, UpdatePaymentLinkResponse, async (tx) => {
        const link = await updateLink(tx, call.tenant, setup, id, changes);
        return { checkout: checkoutToWire(link, publicUrl, clock.now(call.tenant)) };
      });
    },

    deleteCheckout: async (request, call) => {
      const outcome = { isDeleted: false };
      const response = await writeOnce(deps, call, DeleteCheckoutResponse, async (tx) => {
        const frequency = frequencyFromWire(request.frequency);
        const checkout = await deleteCheckout(tx, call.tenant, request.id, frequency);
        outcome.isDeleted = true;
        return { checkout: checkoutToWire(checkout, publicUrl, clock.now(call.tenant)) };
      });
      // After the commit, and not for a repeat: its coupons can be used again when this returns.
      if (outcome.isDeleted) await countBackFreed(deps, everyTenant);
      return response;
    },
  };
}

function simulateHandler(deps: Deps): RpcHandlers<CheckoutServiceDefinition>['simulateCheckoutPayment'] {
  const { clock, publicUrl } = deps;
  return async (request, call) => {
    const { tenant } = call;
    const setup = await findSetup(deps, tenant);
    return simulateOnce(deps, call, SimulateCheckoutPaymentResponse, async (tx) => {
      const paid = await simulateCheckoutPayment(tx, tenant, setup, simulationFromWire(request));
      const now = clock.now(tenant);
      return {
        checkout: checkoutToWire(paid.checkout, publicUrl, now),
        payments: paid.payments.map((payment) => paymentToWire(payment, now)),
        failure: paid.failure && failureToWire('CARD', paid.failure),
        subscriptionId: paid.subscriptionId,
      };
    });
  };
}

function readHandlers(
  deps: Deps,
): Pick<
  RpcHandlers<CheckoutServiceDefinition>,
  'getCheckout' | 'listCheckouts' | 'listCheckoutPayments' | 'resolveCheckout' | 'getCardPrices'
> {
  const { clock, publicUrl } = deps;
  return {
    getCheckout: async (request, { tenant }) => {
      const { id, externalId, customerId } = request;
      const keys = { id, externalId, customerId };
      const { checkout, payments } = await getCheckout(deps, tenant, keys, frequencyFromWire(request.frequency));
      const now = clock.now(tenant);
      return {
        checkout: checkoutToWire(checkout, publicUrl, now),
        payments: payments.map((payment) => paymentToWire(payment, now)),
      };
    },

    listCheckouts: async (request, { tenant }) => {
      const now = clock.now(tenant);
      const page = pageFromWire(request.page);
      const checkouts = await listCheckouts(deps.db, tenant, deps.sealer, page, filterFromWire(request), now);
      const customers = await findCheckoutCustomers(deps, tenant, checkouts.items);
      return {
        checkouts: checkouts.items.map((checkout) => checkoutToWire(checkout, publicUrl, now)),
        page: pageToWire(checkouts),
        customers: [...customers.values()],
      };
    },

    listCheckoutPayments: async (request, { tenant }) => {
      const frequency = frequencyFromWire(request.frequency);
      const page = pageFromWire(request.page);
      const payments = await listCheckoutPayments(deps, tenant, request.checkoutId, frequency, page);
      const now = clock.now(tenant);
      return { payments: payments.items.map((payment) => paymentToWire(payment, now)), page: pageToWire(payments) };
    },

    getCardPrices: async ({ amountCents, maxInstallments }, { tenant }) => {
      const asked = { passesFees: true, amountCents: cents(amountCents), methods: ['CARD'], maxInstallments } as const;
      return { cardPrices: [...cardPrices(await findSetup(deps, tenant), asked)] };
    },

    resolveCheckout: (request) => resolveCheckout(deps, request),
  };
}

async function resolveCheckout(deps: Deps, request: ResolveCheckoutRequest): Promise<ResolveCheckoutResponse> {
  const { clock, publicUrl } = deps;
  const page = await resolveCheckoutForPage(deps, everyTenant, request);
  const { tenant, checkout, merchantName, knowsPayer, needsAddress } = page;
  const now = clock.now(tenant);
  return {
    tenant,
    checkout: checkoutToWire(checkout, publicUrl, now),
    merchantName,
    payment: page.payment && chargeToWire(page.payment, { publicUrl }, now),
    knowsPayer,
    needsAddress,
    subscription: page.subscription && startToWire(page.subscription, publicUrl, now),
    openPix: page.openPix && chargeToWire(page.openPix, { publicUrl }, now),
    unavailableMethods: page.unavailableMethods.map((method) => toWire('PAYMENT_METHOD', method)),
    cardFields: fieldsToWire(page.card?.fields),
    cardInstallmentsMax: page.card?.installmentsMax ?? 0,
    cardPrices: [...page.cardPrices],
    upsell: page.upsell && upsellToWire(page.upsell, publicUrl, now),
    wallets: page.wallets.map((wallet) => toWire('WALLET', wallet)),
    ...soldToWire(page, publicUrl, now),
  };
}

/** What was sold, and what became of its payment. */
function soldToWire(
  { settled, imageKeys }: CheckoutForPage,
  publicUrl: string,
  now: Date,
): Pick<ResolveCheckoutResponse, 'settled' | 'pictures'> {
  return {
    settled: settled && chargeToWire(settled, { publicUrl }, now),
    pictures: [...imageKeys].map(([productId, key]) => ({ productId, url: imageAddress(publicUrl, key) })),
  };
}

function upsellToWire(
  { item, imageKey, method, cardLastFour, charge }: ShownUpsell,
  publicUrl: string,
  now: Date,
): Upsell {
  const [shown] = itemsToWire([item]);
  return {
    item: shown,
    imageUrl: imageKey === undefined ? undefined : imageAddress(publicUrl, imageKey),
    method: toWire('PAYMENT_METHOD', method),
    cardLastFour,
    charge: charge && chargeToWire(charge, { publicUrl }, now),
  };
}

function frequencyFromWire(frequency: CheckoutFrequencyName | undefined): CheckoutFrequency | undefined {
  return frequency && fromWire('CHECKOUT_FREQUENCY', checkoutFrequencies, frequency);
}

function inputFromWire(request: CreateCheckoutRequest): CheckoutInput {
  return {
    items: request.items.map(({ product, quantity, line }) => ({
      product,
      quantity,
      line: line && { ...line, unitPriceCents: cents(line.unitPriceCents) },
    })),
    methods: request.methods.map((method) => fromWire('PAYMENT_METHOD', paymentMethods, method)),
    wallets: request.wallets.map((wallet) => fromWire('WALLET', walletNames, wallet)),
    frequency: fromWire('CHECKOUT_FREQUENCY', checkoutFrequencies, request.frequency),
    externalId: request.externalId,
    isExternalIdLabel: request.externalIdIsLabel,
    customerId: request.customerId,
    customer: request.customer && customerInputFromWire(request.customer),
    returnUrl: request.returnUrl,
    completionUrl: request.completionUrl,
    dueDate: request.dueDate,
    interestBasisPoints: request.interestBasisPoints,
    fine: fineFromWire(request.fine),
    coupons: request.coupons,
    allowCoupons: request.allowCoupons,
    maxRetry: request.maxRetry,
    retryEveryDays: request.retryEveryDays,
    isAuthorizationOptional: request.isAuthorizationOptional === true,
    maxInstallments: request.maxInstallments === 0 ? 1 : request.maxInstallments,
    passesFees: request.passesFees,
    splits: splitsFromWire(request.splits),
    upsellProduct: request.upsellProduct,
    skipCustomer: request.skipCustomer,
    skipReview: request.skipReview,
    metadataJson: request.metadataJson || '{}',
  };
}

function simulationFromWire(request: SimulateCheckoutPaymentRequest): CheckoutSimulation {
  const { id, payer, coupons, cardNumber, late, visitor, chargeId } = request;
  return {
    id,
    frequency: frequencyFromWire(request.frequency),
    method: request.method && fromWire('PAYMENT_METHOD', paymentMethods, request.method),
    wallet: request.wallet && fromWire('WALLET', walletNames, request.wallet),
    payer,
    coupons,
    cardNumber,
    installmentCount: request.installmentCount === 0 ? 1 : request.installmentCount,
    amountCents: request.amountCents === undefined ? undefined : cents(request.amountCents),
    late,
    visitor,
    chargeId,
    utms: givenUtms(request.utms),
  };
}

function filterFromWire(request: ListCheckoutsRequest): CheckoutFilter {
  const { id, externalId, customerId, email, taxId, search } = request;
  return {
    id,
    externalId,
    customerId,
    email,
    taxId,
    search,
    frequencies: request.frequencies.map((name) => fromWire('CHECKOUT_FREQUENCY', checkoutFrequencies, name)),
    status: request.status && fromWire('CHECKOUT_STATUS', checkoutStatuses, request.status),
    method: request.method && fromWire('PAYMENT_METHOD', paymentMethods, request.method),
  };
}
