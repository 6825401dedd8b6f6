import { accountOwnerFromWire, required, type AsaasPayouts } from '@pitanga/contracts';
import { failedPrecondition, orAbsent } from '@pitanga/core';
import type { CallContext } from '@pitanga/rpc';
import type { Clients } from '../clients';
import { masked, type ProviderAccount, type ProviderAccounts } from './provider';

type PayoutsClient = Clients['asaasPayoutSetup'];

/** Of payouts alone, and of both services. */
const ofPayouts = ['validationToken', 'ownTransfers', 'phoneKeys'] as const;
const ofBoth = ['apiKey', 'environment', 'apiBaseUrl', 'ca'] as const;

/**
 * The accounts of stores at Asaas in both services that use them: one key takes money in and, with a `validationToken`, sends it
 * out. Settings without one leave payouts out, as everything that settings leave out, unless some are open.
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
      const sendsPayouts = ofPayouts.some((name) => given.has(name));
      // Before money in has the new settings: a refusal then changes nothing.
      if (!sendsPayouts && (await find(storeId, context))?.account?.hasOpenPayouts === true) throw payoutsOpen();
      await moneyIn.configure(storeId, JSON.stringify(pick(given, (name) => !isOfPayouts(name))), context);
      if (sendsPayouts) {
        const own = pick(given, (name) => isOfPayouts(name) || (ofBoth as readonly string[]).includes(name));
        await client.configureAsaasPayouts({ storeId, settingsJson: JSON.stringify(own), owner }, context);
      } else await orAbsent(client.removeAsaasPayouts({ storeId, unlessOpen: true }, context));
    },
    test: async (storeId, context) => {
      const tested = await orAbsent(client.testAsaasPayouts({ storeId }, context));
      if (!tested) return moneyIn.test(storeId, context);
      const problems = (await orAbsent(moneyIn.test(storeId, context))) ?? [];
      return [...new Set([...problems, ...tested.problems])];
    },
    remove: async (storeId, context) => {
      const removed = await orAbsent(client.removeAsaasPayouts({ storeId, unlessOpen: false }, context));
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
    faults: moneyIn && isOtherKey(moneyIn, payouts) ? { PAYOUT: otherKey } : {},
  };
}

const otherKey =
  'Payouts leave by another key or account at Asaas than money comes in by: connect ASAAS again, with its validationToken';

/** What remains where only half of new settings was taken. */
function isOtherKey({ settings }: ProviderAccount, { name, apiKeyEnds }: AsaasPayouts): boolean {
  // An earlier version of payouts says no key.
  const isKey = apiKeyEnds === '' || settings['apiKey'] === masked(apiKeyEnds);
  return !isKey || name !== `asaas:${String(settings['accountId'])}`;
}

function payoutsOpen() {
  return failedPrecondition(
    'Settings without validationToken end the payouts of this account, and some are still open: give it, or wait until they have ended',
    'PAYOUTS_STILL_OPEN',
  );
}
