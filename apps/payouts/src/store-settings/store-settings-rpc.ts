import type { PayoutsSettingsServiceDefinition } from '@pitanga/contracts';
import { cents, invalidArgument, isTaxId } from '@pitanga/core';
import type { RpcHandlers } from '@pitanga/rpc';
import type { Deps } from '../deps';
import { upsertStoreSettings } from './store-settings-repository';

export function storeSettingsHandlers(deps: Deps): RpcHandlers<PayoutsSettingsServiceDefinition> {
  return {
    configurePayouts: async ({ storeId, holderTaxId, payoutFeeCents }) => {
      if (storeId === '') throw invalidArgument("Property 'storeId' is missing");
      if (!isTaxId(holderTaxId)) throw invalidArgument("Property 'holderTaxId' should be a CPF or CNPJ");
      if (payoutFeeCents < 0) throw invalidArgument("Property 'payoutFeeCents' should not be negative");
      const settings = { storeId, holderTaxId, payoutFeeCents: cents(payoutFeeCents) };
      await upsertStoreSettings(deps.db, deps.sealer, settings, deps.clock.real());
      return {};
    },
  };
}
