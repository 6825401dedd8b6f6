import {
  BillingSettingsServiceDefinition,
  MailServiceDefinition,
  PayoutsSettingsServiceDefinition,
  type ConfigureBillingRequest,
  type ConfigureMailRequest,
  type ConfigurePayoutsRequest,
} from '@pitanga/contracts';
import { unavailable } from '@pitanga/core';
import { createRpcServer, type RpcServer } from '@pitanga/rpc';
import { createMetrics } from '@pitanga/runtime';
import { silentLog } from '@pitanga/testing';

/** Billing, payouts and webhooks as far as stores call them; they remember what they were sent. */
export interface SettingsServices {
  readonly server: RpcServer;
  readonly billingCalls: ConfigureBillingRequest[];
  readonly payoutsCalls: ConfigurePayoutsRequest[];
  readonly mailCalls: ConfigureMailRequest[];
  arePayoutsDown: boolean;
  /** Billing is of before stores had a beneficiary. */
  isBillingOld: boolean;
  /** Billing's calls wait for it. */
  billingGate: Promise<void>;
  /** As they were at the start. */
  reset(): void;
}

/** All of them at one address. */
export const settingsAddresses = (address: string) => ({
  BILLING_ADDRESS: address,
  PAYOUTS_ADDRESS: address,
  WEBHOOKS_ADDRESS: address,
});

export function settingsServices(): SettingsServices {
  const server = createRpcServer({ log: silentLog, metrics: createMetrics(), domain: 'settings' });
  const services: SettingsServices = {
    server,
    billingCalls: [],
    payoutsCalls: [],
    mailCalls: [],
    arePayoutsDown: false,
    isBillingOld: false,
    billingGate: Promise.resolve(),
    reset() {
      services.billingCalls.length = 0;
      services.payoutsCalls.length = 0;
      services.mailCalls.length = 0;
      services.arePayoutsDown = false;
      services.isBillingOld = false;
      services.billingGate = Promise.resolve();
    },
  };
  server.add(BillingSettingsServiceDefinition, {
    // Of a fee that is a fixed amount.
    getSmallestAmounts: ({ pixFeeCents, cardFees }) =>
      Promise.resolve({ pixCents: pixFeeCents + 1, cardCents: (cardFees?.fixedCents ?? 0) + 1 }),
    configureBilling: async (request) => {
      services.billingCalls.push(request);
      await services.billingGate;
      return { keepsBeneficiary: !services.isBillingOld };
    },
  });
  server.add(PayoutsSettingsServiceDefinition, {
    configurePayouts: (request) => {
      if (services.arePayoutsDown) return Promise.reject(unavailable('down'));
      services.payoutsCalls.push(request);
      return Promise.resolve({});
    },
  });
  const unasked = () => Promise.reject(unavailable('stores do not ask this'));
  server.add(MailServiceDefinition, {
    configureMail: (request) => {
      services.mailCalls.push(request);
      return Promise.resolve({});
    },
    offerSubscription: unasked,
    sendAccountMail: unasked,
    getMailLink: unasked,
    getMailState: unasked,
    optOutOfMail: unasked,
  });
  return services;
}
