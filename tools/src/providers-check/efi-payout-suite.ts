import { createIdSource, systemClock } from '@pitanga/core';
import { createPayoutMetrics, checkedBankSettings, createSendingClient, efiSender } from '@pitanga/payouts/conformance';
import { bankAccessSchema, identitySchema } from '@pitanga/provider-account/bank';
import { createLog, createMetrics, randomBytes } from '@pitanga/runtime';
import { payoutSuite } from './payout-suite';
import type { Suites } from './sandbox';

/** The one key to which the sandbox sends. It confirms up to R$ 10,00, and lets up to R$ 20,00 fail. */
const pixKey = 'efipay@sejaefi.com.br';
const amounts = { COMPLETE: 300, FAILED: 1_500 };

const cannot = {
  KNOWN_OWNERS: 'the sandbox sends to one key, whose owner is not known',
  FAILURES: undefined,
  LOST_ANSWERS: 'only the stand-in of the tests loses answers on purpose',
  EVERY_ORDER: 'the sandbox sends to one key, and at most R$ 20,00',
};

/** @param settings of the account; those that are not about access are another port's */
export function efiPayoutSuite(
  settings: Readonly<Record<string, unknown>>,
  providerRanges: readonly string[],
): { readonly suite: Suites['payout']; readonly close: () => void } {
  const names = new Set(Object.keys({ ...bankAccessSchema, ...identitySchema }));
  const access = Object.fromEntries(Object.entries(settings).filter(([name]) => names.has(name)));
  const account = checkedBankSettings(JSON.stringify(access), { now: systemClock.real(), providerRanges });
  const client = createSendingClient(
    {
      clock: systemClock,
      ids: createIdSource(randomBytes),
      log: createLog({ service: 'providers-check', level: 'fatal' }),
      metrics: createPayoutMetrics(createMetrics()),
      providerRanges,
    },
    'of the check',
    account,
  );
  const provider = efiSender.create({
    name: 'bank:efi:check',
    owner: 'MERCHANT',
    client,
    pixKey: account.settings.pixKey,
    orders: noOrders,
  });
  const refusal = async () => {
    const problems = await efiSender.check(client, systemClock, account.settings.pixKey);
    return problems.length === 0 ? undefined : `${problems.join('. ')}.`;
  };
  return {
    suite: { ...payoutSuite({ provider, pixKey, amounts }, cannot), refusal },
    close: () => {
      client.close();
    },
  };
}

/** Efí knows orders by our ids. */
const unused = () => Promise.reject(new Error('Efí gives orders no ids of its own'));
const noOrders = { begin: unused, find: unused, bind: unused };
