import { appendEvents, transact } from '@pitanga/database';
import type { Deps } from '../deps';
import { settingsChanged } from '../messages/store-settings-events';
import { checkedSettings, type SettingsChange } from '../store-settings/store-settings';
import { saveSettings } from '../store-settings/store-settings-repository';

/** Idempotent: the newest version wins, whichever call comes last. */
export async function configureBilling(deps: Deps, storeId: string, settings: SettingsChange): Promise<void> {
  const now = deps.clock.real();
  await transact(deps, async (tx) => {
    const saved = await saveSettings(tx.db, { storeId }, checkedSettings(settings), now);
    if (saved) await appendEvents(tx.db, [settingsChanged(tx.ids, storeId, saved, now)], now);
  });
  deps.settings.forget(storeId);
}
