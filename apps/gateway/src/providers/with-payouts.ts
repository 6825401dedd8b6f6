import { orAbsent, type AppError } from '@pitanga/core';
import type { CallContext } from '@pitanga/rpc';
import type { ProviderAccount, ProviderAccounts } from './provider';

type Settings = ReadonlyMap<string, unknown>;

/** The part of an account that payouts keeps: the same credentials take money in and send. */
export interface PayoutsPart<Found> {
  /** Which of the settings are each service's; `payouts` undefined: it sends none. @throws AppError for what cannot send */
  split(given: Settings): { readonly moneyIn: object; readonly payouts: object | undefined };
  /** Undefined when the store has none. */
  find(storeId: string, context: CallContext): Promise<Found | undefined>;
  /** Why it may not be left out now: payouts that were sent have not ended. */
  stillOpen(found: Found): AppError | undefined;
  configure(storeId: string, settingsJson: string, context: CallContext): Promise<void>;
  /** What is wrong, one sentence each. @throws AppError NOT_FOUND when the store has none */
  test(storeId: string, context: CallContext): Promise<readonly string[]>;
  /**
   * @param unlessOpen refuses while payouts that were sent have not ended
   * @throws AppError NOT_FOUND when the store has none
   */
  remove(storeId: string, unlessOpen: boolean, context: CallContext): Promise<void>;
  /** @param moneyIn undefined where the operator has it send alone */
  add(moneyIn: ProviderAccount | undefined, found: Found): ProviderAccount | undefined;
}

/**
 * Accounts that one connect sets in both services that use them, money in first. Settings that leave payouts out remove them, as
 * everything that settings leave out, unless payouts are open.
 */
export function withPayouts<Found>(moneyIn: ProviderAccounts, part: PayoutsPart<Found>): ProviderAccounts {
  return {
    find: async (storeId, context) => {
      const [account, found] = await Promise.all([moneyIn.find(storeId, context), part.find(storeId, context)]);
      return found ? part.add(account, found) : account;
    },
    configure: async (storeId, settingsJson, context) => {
      const given = new Map(Object.entries(JSON.parse(settingsJson) as Readonly<Record<string, unknown>>));
      const { moneyIn: own, payouts } = part.split(given);
      const before = payouts ? undefined : await part.find(storeId, context);
      const open = before && part.stillOpen(before);
      // Before money in has the new settings: a refusal then changes nothing.
      if (open) throw open;
      await moneyIn.configure(storeId, JSON.stringify(own), context);
      if (payouts) await part.configure(storeId, JSON.stringify(payouts), context);
      else await orAbsent(part.remove(storeId, true, context).then(() => true));
    },
    test: async (storeId, context) => {
      const tested = await orAbsent(part.test(storeId, context));
      if (!tested) return moneyIn.test(storeId, context);
      const problems = (await orAbsent(moneyIn.test(storeId, context))) ?? [];
      return [...new Set([...problems, ...tested])];
    },
    remove: async (storeId, context) => {
      const removed = await orAbsent(part.remove(storeId, false, context).then(() => true));
      const removal = moneyIn.remove(storeId, context).then(() => true);
      await (removed ? orAbsent(removal) : removal);
    },
  };
}

export function pick(settings: Settings, isWanted: (name: string) => boolean): object {
  return Object.fromEntries([...settings].filter(([name]) => isWanted(name)));
}
