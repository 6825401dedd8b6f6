import type { Clock, IdSource } from '@pitanga/core';
import { appendEvents, inTransaction, type Db } from '@pitanga/database';
import { settingsChanged } from '../messages/store-settings-events';
import type { SettingsCache } from '../store-settings/settings-cache';
import { checkedSettings, type SettingsChange } from '../store-settings/store-settings';
import { saveSettings } from '../store-settings/store-settings-repository';

/** Idempotent: the newest version wins, whichever call comes last. */
export async function configureBilling(
  deps: { readonly db: Db; readonly clock: Clock; readonly settings: SettingsCache; readonly ids: IdSource },
  storeId: string,
  settings: SettingsChange,
): Promise<void> {
  const now = deps.clock.real();
  await inTransaction(deps.db, async (tx) => {
    const saved = await saveSettings(tx, { storeId }, checkedSettings(settings), now);
    if (saved) await appendEvents(tx, [settingsChanged(deps.ids, storeId, saved, now)], now);
  });
  deps.settings.forget(storeId);
}
