import type { Clock, IdSource } from '@pitanga/core';
import { appendEvents, inTransaction, type Db } from '@pitanga/database';
import { settingsChanged } from '../messages/store-settings-events';
import type { SettingsCache } from '../store-settings/settings-cache';
import { checkedSettings, type StoreSettings } from '../store-settings/store-settings';
import { saveSettings } from '../store-settings/store-settings-repository';

/** Idempotent: the newest version wins, whichever call comes last. */
export async function configureBilling(
  deps: { readonly db: Db; readonly clock: Clock; readonly settings: SettingsCache; readonly ids: IdSource },
  storeId: string,
  settings: StoreSettings,
): Promise<void> {
  const now = deps.clock.real();
  await inTransaction(deps.db, async (tx) => {
    const isNew = await saveSettings(tx, { storeId }, checkedSettings(settings), now);
    if (isNew) await appendEvents(tx, [settingsChanged(deps.ids, storeId, settings, now)], now);
  });
  deps.settings.forget(storeId);
}
