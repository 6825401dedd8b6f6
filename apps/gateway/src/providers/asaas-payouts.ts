import { accountOwnerFromWire, required, type AsaasPayouts } from '@pitanga/contracts';
import { orAbsent } from '@pitanga/core';
import type { CallContext } from '@pitanga/rpc';
import type { Clients } from '../clients';
import { masked, type ProviderAccount, type ProviderAccounts } from './provider';

type PayoutsClient = Clients['asaasPayoutSetup'];

/** Of payouts alone, and of both services. */
const ofPayouts = ['validationToken', 'ownTransfers', 'phoneKeys'] as const;
const ofBoth = ['apiKey', 'environment', 'apiBaseUrl', 'ca'] as const;

/**
 * The accounts of stores at Asaas in both services that use them: one key takes money in and, with a `validationToken`, sends it
 * out. Settings without one leave payouts out, as everything that settings leave out.
 */
export function withAsaasPayouts(moneyIn: ProviderAccounts, client: PayoutsClient, owner: Owner): ProviderAccounts {
  const find = (storeId: string, context: CallContext) => orAbsent(client.getAsaasPayouts({ storeId }, context));
  return {
    find: async (storeId, context) => {
      const [account, found] = await Promise.all([moneyIn.find(storeId, context), find(storeId, context)]);
      return found ? addPayouts(account, required(found.account, 'account')) : account;
    },
    configure: async (storeId, settingsJson, context) => {
      const settings = JSON.parse(settingsJson) as Readonly<Record<string, unknown>>;
      const given = new Map(Object.entries(settings));
      await moneyIn.configure(storeId, JSON.stringify(pick(given, (name) => !isOfPayouts(name))), context);
      if (ofPayouts.some((name) => given.has(name))) {
        const own = pick(given, (name) => isOfPayouts(name) || (ofBoth as readonly string[]).includes(name));
        await client.configureAsaasPayouts({ storeId, settingsJson: JSON.stringify(own), owner }, context);
      } else await orAbsent(client.removeAsaasPayouts({ storeId }, context));
    },
    test: async (storeId, context) => {
      const tested = await orAbsent(client.testAsaasPayouts({ storeId }, context));
      if (!tested) return moneyIn.test(storeId, context);
      const problems = (await orAbsent(moneyIn.test(storeId, context))) ?? [];
      return [...new Set([...problems, ...tested.problems])];
    },
    remove: async (storeId, context) => {
      const removed = await orAbsent(client.removeAsaasPayouts({ storeId }, context));
      const removal = moneyIn.remove(storeId, context).then(() => true);
      await (removed ? orAbsent(removal) : removal);
    },
  };
}

export type Owner = Parameters<PayoutsClient['configureAsaasPayouts']>[0]['owner'];

function isOfPayouts(name: string): boolean {
  return (ofPayouts as readonly string[]).includes(name);
}

function pick(settings: ReadonlyMap<string, unknown>, isWanted: (name: string) => boolean): object {
  return Object.fromEntries([...settings].filter(([name]) => isWanted(name)));
}

/** @param moneyIn undefined where the operator has it send alone */
function addPayouts(moneyIn: ProviderAccount | undefined, payouts: AsaasPayouts): ProviderAccount {
  const { validationUrl, askedAt, stoppedAt } = payouts;
  return {
    host: 'api.asaas.com',
    owner: accountOwnerFromWire(payouts.owner),
    callbackUrl: validationUrl,
    certificateExpiresAt: undefined,
    updatedAt: required(payouts.updatedAt, 'updatedAt'),
    ...moneyIn,
    settings: {
      ...moneyIn?.settings,
      validationToken: masked(payouts.validationTokenEnds),
      ownTransfers: payouts.allowsOwnTransfers ? 'ALLOW' : 'REFUSE',
    },
    methods: [...(moneyIn?.methods ?? []), 'PAYOUT'],
    validation: { url: validationUrl, askedAt, stoppedAt },
  };
}
