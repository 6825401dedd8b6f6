import { required, type BankPayouts } from '@pitanga/contracts';
import { failedPrecondition, invalidArgument, orAbsent } from '@pitanga/core';
import { isPixBankCode, pixBanks } from '@pitanga/core/pix-banks';
import type { Clients } from '../clients';
import type { ProviderAccounts } from './provider';
import type { Owner } from './asaas-payouts';
import { pick, withPayouts } from './with-payouts';

type PayoutsClient = Clients['bankPayoutSetup'];

/** The switch: whether the account at a bank sends what leaves the store, too. */
const sends = 'sendsPayouts';
const ofBoth: ReadonlySet<string> = new Set([
  'bank',
  'sandbox',
  'baseUrl',
  'tokenUrl',
  'clientId',
  'clientSecret',
  'appKey',
  'contaCorrente',
  'pixKey',
  'ca',
  'certificate',
  'privateKey',
  'pkcs12',
  'passphrase',
  'tokenAuth',
  'tokenBody',
  'scope',
  'headers',
  'query',
]);

export interface BankSettings {
  readonly moneyIn: object;
  /** Undefined: it sends nothing. */
  readonly payouts: object | undefined;
}

/**
 * What of the settings of BACEN_PIX is of which service.
 * @throws AppError INVALID_ARGUMENT for a bank through which the platform does not send
 */
export function splitBankSettings(given: ReadonlyMap<string, unknown>): BankSettings {
  const moneyIn = pick(given, (name) => name !== sends);
  const wanted = given.get(sends);
  if (wanted === undefined || wanted === false) return { moneyIn, payouts: undefined };
  if (wanted !== true) throw invalidArgument(`Property '${sends}' should be true or false`, 'INVALID_PIX_ACCOUNT');
  const bank = given.get('bank');
  if (isPixBankCode(bank) && pixBanks[bank].sends) return { moneyIn, payouts: pick(given, (name) => ofBoth.has(name)) };
  const which = isPixBankCode(bank) ? pixBanks[bank].name : 'a bank that is not named';
  throw invalidArgument(
    `Property '${sends}' should be absent: the platform does not send Pix through ${which}`,
    'INVALID_PIX_ACCOUNT',
  );
}

/** The accounts of stores at banks in both services: the same credentials take Pix and, with `sendsPayouts`, send it. */
export function withBankPayouts(moneyIn: ProviderAccounts, client: PayoutsClient, owner: Owner): ProviderAccounts {
  return withPayouts<BankPayouts>(moneyIn, {
    split: splitBankSettings,
    find: async (storeId, context) => {
      const found = await orAbsent(client.getBankPayouts({ storeId }, context));
      return found && required(found.account, 'account');
    },
    stillOpen: ({ hasOpenPayouts }) => (hasOpenPayouts ? payoutsOpen() : undefined),
    configure: async (storeId, settingsJson, context) => {
      const account = await moneyIn.find(storeId, context);
      // Where the owner registers by hand, the platform registers nothing for what is sent either.
      const callbackUrl = account?.settings['registerWebhook'] === true ? account.callbackUrl : undefined;
      await client.configureBankPayouts({ storeId, settingsJson, owner, check: true, callbackUrl }, context);
    },
    test: async (storeId, context) => (await client.testBankPayouts({ storeId }, context)).problems,
    remove: async (storeId, unlessOpen, context) =>
      void (await client.removeBankPayouts({ storeId, unlessOpen }, context)),
    add: (account) =>
      account && {
        ...account,
        settings: { ...account.settings, [sends]: true },
        methods: [...account.methods, 'PAYOUT'],
      },
  });
}

function payoutsOpen() {
  return failedPrecondition(
    "Settings without 'sendsPayouts' end the payouts of this account, and some are still open: give it, or wait until they have ended",
    'PAYOUTS_STILL_OPEN',
  );
}
