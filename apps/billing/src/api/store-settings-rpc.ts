import { required, type BillingSettingsServiceDefinition } from '@pitanga/contracts';
import { cents, invalidArgument } from '@pitanga/core';
import type { RpcHandlers } from '@pitanga/rpc';
import type { Deps } from '../deps';
import { configureBilling } from '../managing/store-settings-service';

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
      });
      return {};
    },
  };
}
