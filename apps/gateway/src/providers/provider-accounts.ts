import {
  accountOwnerFromWire,
  required,
  type PayoutAccount,
  type AsaasAccount,
  type PixAccount,
  type StripeAccount,
} from '@pitanga/contracts';
import { orAbsent } from '@pitanga/core';
import type { Clients } from '../clients';
import { paymentMethods, type PaymentMethod } from '../stores/store';
import { withAsaasPayouts, type Owner } from './asaas-payouts';
import { withBankPayouts } from './bank-payouts';
import {
  masked,
  type ProviderAccount,
  type ProviderAccounts,
  type ProviderKind,
  type ProviderMethod,
} from './provider';

export type ProviderClients = Pick<
  Clients,
  'pixSetup' | 'stripeSetup' | 'payoutSetup' | 'asaasSetup' | 'asaasPayoutSetup' | 'bankPayoutSetup'
>;

/** Accounts that people and keys of a store connect are the store's own. */
const owner = 'ACCOUNT_OWNER_MERCHANT';

export function providerAccounts(clients: ProviderClients): Readonly<Record<ProviderKind, ProviderAccounts>> {
  const { pixSetup: pix, stripeSetup: stripe, payoutSetup: payouts } = clients;
  return {
    BACEN_PIX: withBankPayouts(bankMoneyIn(pix), clients.bankPayoutSetup, owner),
    STRIPE: {
      find: (storeId, context) =>
        orNone(stripe.getStripeAccount({ storeId }, context), ({ account }) =>
          stripeAccount(required(account, 'account')),
        ),
      // Billing reads the account at Stripe whatever is asked: its id is not in the settings.
      configure: async (storeId, settingsJson, context) =>
        void (await stripe.configureStripeAccount({ storeId, settingsJson, owner }, context)),
      test: async (storeId, context) => (await stripe.testStripeAccount({ storeId }, context)).problems,
      remove: async (storeId, context) => void (await stripe.removeStripeAccount({ storeId }, context)),
    },
    HTTP_PAYOUTS: {
      find: (storeId, context) =>
        orNone(payouts.getPayoutAccount({ storeId }, context), ({ account }) =>
          payoutAccount(required(account, 'account')),
        ),
      configure: async (storeId, settingsJson, context) =>
        void (await payouts.configurePayoutAccount({ storeId, settingsJson, check: true, owner }, context)),
      test: async (storeId, context) => (await payouts.testPayoutAccount({ storeId }, context)).problems,
      remove: async (storeId, context) => void (await payouts.removePayoutAccount({ storeId }, context)),
    },
    ASAAS: asaasAccounts(clients, owner),
  };
}

function bankMoneyIn(pix: ProviderClients['pixSetup']): ProviderAccounts {
  return {
    find: (storeId, context) =>
      orNone(pix.getPixAccount({ storeId }, context), ({ account }) => pixAccount(required(account, 'account'))),
    configure: async (storeId, settingsJson, context) =>
      void (await pix.configurePixAccount({ storeId, settingsJson, check: true, owner }, context)),
    test: async (storeId, context) => (await pix.testPixAccount({ storeId }, context)).problems,
    remove: async (storeId, context) => void (await pix.removePixAccount({ storeId }, context)),
  };
}

/** @param whose of accounts that are configured here */
export function asaasAccounts(
  { asaasSetup, asaasPayoutSetup }: Pick<ProviderClients, 'asaasSetup' | 'asaasPayoutSetup'>,
  whose: Owner,
): ProviderAccounts {
  return withAsaasPayouts(asaasMoneyIn(asaasSetup, whose), asaasPayoutSetup, whose);
}

function asaasMoneyIn(asaas: ProviderClients['asaasSetup'], whose: Owner): ProviderAccounts {
  return {
    find: (storeId, context) =>
      orNone(asaas.getAsaasAccount({ storeId }, context), ({ account }) => asaasAccount(required(account, 'account'))),
    // Billing reads the account at Asaas whatever is asked: its id is not in the settings.
    configure: async (storeId, settingsJson, context) =>
      void (await asaas.configureAsaasAccount({ storeId, settingsJson, owner: whose }, context)),
    test: async (storeId, context) => (await asaas.testAsaasAccount({ storeId }, context)).problems,
    remove: async (storeId, context) => void (await asaas.removeAsaasAccount({ storeId }, context)),
  };
}

async function orNone<T>(
  asked: Promise<T>,
  read: (answer: T) => ProviderAccount,
): Promise<ProviderAccount | undefined> {
  const answer = await orAbsent(asked);
  return answer && read(answer);
}

function pixAccount(account: PixAccount): ProviderAccount {
  const methods = account.methods.filter((name): name is PaymentMethod => paymentMethods.some((one) => one === name));
  return {
    settings: {
      bank: account.bank ?? 'OTHER',
      sandbox: account.sandbox ?? false,
      baseUrl: account.baseUrl,
      tokenUrl: account.tokenUrl,
      clientId: masked(account.clientIdEnds),
      clientSecret: masked(account.clientSecretEnds),
      pixKey: account.pixKeyMasked,
      headers: account.headerNames,
      registerWebhook: account.registersWebhook,
      reportsPayerTaxId: account.reportsPayerTaxId,
      watchesKey: account.watchesKey ?? true,
      automaticPix: account.takesAutomaticPix,
      methods,
    },
    host: new URL(account.baseUrl).host,
    methods: methods.length === 0 ? ['PIX'] : methods,
    callbackUrl: account.callbackUrl,
    owner: accountOwnerFromWire(account.owner),
    certificateExpiresAt: account.certificateExpiresAt,
    updatedAt: required(account.updatedAt, 'updatedAt'),
  };
}

function stripeAccount(account: StripeAccount): ProviderAccount {
  const { webhookSecretEnds } = account;
  const methods = account.methods.filter((name): name is ProviderMethod => name === 'CARD' || name === 'BOLETO');
  return {
    settings: {
      accountId: account.accountId,
      liveMode: account.liveMode,
      secretKey: masked(account.secretKeyEnds),
      publishableKey: masked(account.publishableKeyEnds),
      webhookSecret: webhookSecretEnds === undefined ? null : masked(webhookSecretEnds),
      methods,
    },
    host: 'api.stripe.com',
    methods,
    callbackUrl: account.callbackUrl,
    owner: accountOwnerFromWire(account.owner),
    certificateExpiresAt: undefined,
    updatedAt: required(account.updatedAt, 'updatedAt'),
  };
}

function payoutAccount(account: PayoutAccount): ProviderAccount {
  return {
    settings: {
      baseUrl: account.baseUrl,
      accountId: account.accountId ?? null,
      token: masked(account.tokenEnds),
      callbackSecret: masked(account.callbackSecretEnds),
    },
    host: new URL(account.baseUrl).host,
    methods: ['PAYOUT'],
    callbackUrl: account.callbackUrl,
    owner: accountOwnerFromWire(account.owner),
    certificateExpiresAt: account.certificateExpiresAt,
    updatedAt: required(account.updatedAt, 'updatedAt'),
  };
}

function asaasAccount(account: AsaasAccount): ProviderAccount {
  const methods = account.methods.filter((name): name is ProviderMethod => /^(?:PIX|BOLETO|CARD)$/.test(name));
  return {
    settings: {
      accountId: account.accountId,
      environment: account.environment,
      keepsCards: account.keepsCards,
      apiKey: masked(account.apiKeyEnds),
      methods,
    },
    host: account.host,
    methods,
    callbackUrl: account.callbackUrl,
    owner: accountOwnerFromWire(account.owner),
    certificateExpiresAt: undefined,
    updatedAt: required(account.updatedAt, 'updatedAt'),
  };
}
