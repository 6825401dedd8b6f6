import {
  fromWire,
  required,
  type BillingSettingsServiceDefinition,
  type StoreTerms as TermsMessage,
} from '@pitanga/contracts';
import { cents, invalidArgument } from '@pitanga/core';
import type { RpcHandlers } from '@pitanga/rpc';
import type { Deps } from '../deps';
import { configureBilling } from '../managing/store-settings-service';
import type { PaymentMethod } from '../money/fees';
import type { StoreTerms } from '../store-settings/store-settings';

export function billingSettingsHandlers(deps: Deps): RpcHandlers<BillingSettingsServiceDefinition> {
  return {
    configureBilling: async (request) => {
      if (request.storeId === '') throw invalidArgument("Property 'storeId' should not be empty");
      const card = required(request.cardFees, 'card_fees');
      await configureBilling(deps, request.storeId, {
        merchantName: request.merchantName,
        merchantCity: request.merchantCity,
        fees: {
          pixCents: cents(request.pixFeeCents),
          boletoCents: cents(request.boletoFeeCents),
          card: {
            singleBasisPoints: card.singleBasisPoints,
            shortBasisPoints: card.shortBasisPoints,
            longBasisPoints: card.longBasisPoints,
            fixedCents: cents(card.fixedCents),
          },
        },
        hasAutomaticPixDev: request.automaticPixDev,
        hasAutomaticPixProd: request.automaticPixProd,
        terms: request.terms && termsFromWire(request.terms),
      });
      return {};
    },
  };
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
