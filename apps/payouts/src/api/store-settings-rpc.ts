import type { PayoutsSettingsServiceDefinition } from '@pitanga/contracts';
import { cents, invalidArgument, isTaxId } from '@pitanga/core';
import { appendEvents, transact } from '@pitanga/database';
import { saveAllowListKey } from '@pitanga/provider-account';
import type { RpcHandlers } from '@pitanga/rpc';
import type { Deps } from '../deps';
import { upsertStoreSettings } from '../store-settings/store-settings-repository';

export function storeSettingsHandlers(deps: Deps): RpcHandlers<PayoutsSettingsServiceDefinition> {
  return {
    configurePayouts: async ({ storeId, holderTaxId, payoutFeeCents, approvalLimit, allowListKey, ...told }) => {
      if (storeId === '') throw invalidArgument("Property 'storeId' is missing");
      if (!isTaxId(holderTaxId)) throw invalidArgument("Property 'holderTaxId' should be a CPF or CNPJ");
      if (payoutFeeCents < 0) throw invalidArgument("Property 'payoutFeeCents' should not be negative");
      const above = approvalLimit?.aboveCents;
      if (above !== undefined && above < 0) {
        throw invalidArgument("Property 'approvalLimit' should not be negative");
      }
      const settings = {
        holderTaxId,
        payoutFeeCents: cents(payoutFeeCents),
        approvalAboveCents: above === undefined ? undefined : cents(above),
        isFeeIncluded: told.isFeeIncluded,
        version: told.version,
        keepsLimit: approvalLimit === undefined,
      };
      const now = deps.clock.real();
      await transact(deps, async (tx) => {
        const isNew = await upsertStoreSettings(tx.db, { storeId }, tx.sealer, settings, now);
        if (allowListKey) await saveAllowListKey(tx.db, { storeId }, tx.sealer, allowListKey);
        if (!isNew) return;
        const data = { storeId, payoutFeeCents, changedAt: now };
        const head = { id: tx.ids.next('event', now), key: storeId, occurredAt: now };
        await appendEvents(tx.db, [{ ...head, type: 'payouts_settings.changed', data }], now);
      });
      return {};
    },
  };
}
