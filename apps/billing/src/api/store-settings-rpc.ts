import {
  fromWire,
  required,
  type BillingSettingsServiceDefinition,
  type CardFees,
  type StoreTerms as TermsMessage,
} from '@pitanga/contracts';
import { cents, invalidArgument } from '@pitanga/core';
import type { RpcHandlers } from '@pitanga/rpc';
import type { Deps } from '../deps';
import { smallestCollectable } from '../charging/collectable';
import { findSetup } from '../managing/store-setup';
import { configureBilling } from '../managing/store-settings-service';
import type { FeeSchedule, PaymentMethod } from '../money/fees';
import type { StoreTerms } from '../store-settings/store-settings';

export function billingSettingsHandlers(deps: Deps): RpcHandlers<BillingSettingsServiceDefinition> {
  return {
    getSmallestAmounts: async ({ pixFeeCents, cardFees }, { tenant }) => {
      const { settings, providers } = await findSetup(deps, tenant);
      const fees = { ...settings.fees, pixCents: cents(pixFeeCents), card: cardFeesFromWire(cardFees) };
      const setup = { settings: { ...settings, fees }, providers };
      return { pixCents: smallestCollectable(setup, 'PIX'), cardCents: smallestCollectable(setup, 'CARD') };
    },

    configureBilling: async (request) => {
      if (request.storeId === '') throw invalidArgument("Property 'storeId' should not be empty");
      await configureBilling(deps, request.storeId, {
        merchantName: request.merchantName,
        merchantCity: request.merchantCity,
        fees: {
          pixCents: cents(request.pixFeeCents),
          boletoCents: cents(request.boletoFeeCents),
          card: cardFeesFromWire(request.cardFees),
        },
        hasAutomaticPixDev: request.automaticPixDev,
        hasAutomaticPixProd: request.automaticPixProd,
        terms: request.terms && termsFromWire(request.terms),
      });
      return {};
    },
  };
}

function cardFeesFromWire(fees: CardFees | undefined): FeeSchedule['card'] {
  const { fixedCents, ...basisPoints } = required(fees, 'card_fees');
  return { ...basisPoints, fixedCents: cents(fixedCents) };
}

const methods = ['PIX', 'BOLETO', 'CARD'] as const satisfies readonly PaymentMethod[];

function termsFromWire(terms: TermsMessage): StoreTerms {
  const toMethod = (value: TermsMessage['methodsDev'][number]) => fromWire('PAYMENT_METHOD', methods, value);
  return {
    ...terms,
    methodsDev: terms.methodsDev.map(toMethod),
    methodsProd: terms.methodsProd.map(toMethod),
    refundOverdraftCents: cents(terms.refundOverdraftCents ?? 0),
  };
}
