import { accountOwnerFromWire, required, type AsaasPayouts } from '@pitanga/contracts';
import { failedPrecondition, orAbsent } from '@pitanga/core';
import type { Clients } from '../clients';
import { masked, type ProviderAccount, type ProviderAccounts } from './provider';
import { pick, withPayouts } from './with-payouts';

type PayoutsClient = Clients['asaasPayoutSetup'];

/** Of payouts alone, and of both services. */
const ofPayouts = ['validationToken', 'ownTransfers', 'phoneKeys'] as const;
const ofBoth = ['apiKey', 'environment', 'apiBaseUrl', 'ca'] as const;

/** The accounts of stores at Asaas in both services: one key takes money in and, with a `validationToken`, sends it out. */
export function withAsaasPayouts(moneyIn: ProviderAccounts, client: PayoutsClient, owner: Owner): ProviderAccounts {
  return withPayouts<AsaasPayouts>(moneyIn, {
    split: (given) => ({
      moneyIn: pick(given, (name) => !isOfPayouts(name)),
      payouts: ofPayouts.some((name) => given.has(name))
        ? pick(given, (name) => isOfPayouts(name) || (ofBoth as readonly string[]).includes(name))
        : undefined,
    }),
    find: async (storeId, context) => {
      const found = await orAbsent(client.getAsaasPayouts({ storeId }, context));
      return found && required(found.account, 'account');
    },
    stillOpen: ({ hasOpenPayouts }) => (hasOpenPayouts ? payoutsOpen() : undefined),
    configure: async (storeId, settingsJson, context) =>
      void (await client.configureAsaasPayouts({ storeId, settingsJson, owner }, context)),
    test: async (storeId, context) => (await client.testAsaasPayouts({ storeId }, context)).problems,
    remove: async (storeId, unlessOpen, context) => {
      await client.removeAsaasPayouts({ storeId, unlessOpen }, context);
    },
    add: addPayouts,
  });
}

export type Owner = Parameters<PayoutsClient['configureAsaasPayouts']>[0]['owner'];

function isOfPayouts(name: string): boolean {
  return (ofPayouts as readonly string[]).includes(name);
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
