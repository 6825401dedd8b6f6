import { testClock } from '@pitanga/testing';
import { daysLeft } from '../src/providers/provider';
import { firstPage, type Operation } from './operation';
import { caller, producer } from './whole-api';

const { tenant } = caller;
const { storeId } = producer.tenant;
const now = testClock().real();
const updatedAt = new Date('2026-11-20T12:00:00.000Z');

export const pixAccount = {
  baseUrl: 'https://pix.bank.example/api/v2',
  tokenUrl: 'https://pix.bank.example/oauth/token',
  clientIdEnds: 'tore',
  clientSecretEnds: '',
  pixKeyMasked: '7d9f0335-****-****-****-************',
  headerNames: ['x-of-this-bank'],
  registersWebhook: true,
  reportsPayerTaxId: false,
  takesAutomaticPix: false,
  callbackUrl: 'https://pitanga.example/callbacks/bacen-pix/x',
  certificateExpiresAt: new Date('2027-11-20T12:00:00.000Z'),
  updatedAt,
  owner: 'ACCOUNT_OWNER_MERCHANT' as const,
  methods: ['PIX'],
};
const settings = {
  baseUrl: pixAccount.baseUrl,
  tokenUrl: pixAccount.tokenUrl,
  clientId: 'client-of-the-store',
  clientSecret: 'hush',
  pixKey: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
  certificate: '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n',
  passphrase: ' of two words ',
};
const found = [
  { name: 'pixSetup.getPixAccount', request: { storeId } },
  { name: 'bankPayoutSetup.getBankPayouts', request: { storeId } },
];
const certificate = settings.certificate.trim();
const { baseUrl, tokenUrl, clientId, clientSecret, pixKey, passphrase } = settings;
const credentials = { baseUrl, tokenUrl, clientId, clientSecret, pixKey, certificate, passphrase };

const bankRequest = {
  storeId,
  settingsJson: JSON.stringify({ bank: 'EFI', ...credentials }),
  check: true,
  owner: 'ACCOUNT_OWNER_MERCHANT',
} as const;

const simulated = (method: string) => ({ method, available: true, provider: 'SIMULATOR', reason: null });

/** Accounts at banks and payment providers, and the checklist. */
export const providerOperations: readonly Operation[] = [
  {
    call: 'GET /v2/providers/list',
    answers: {},
    request: {},
    calls: [],
    data: [],
    pagination: { hasMore: false, next: null, before: null },
  },
  {
    call: 'GET /v2/providers/methods',
    answers: {},
    request: {},
    calls: [],
    data: { methods: ['PIX', 'BOLETO', 'CARD', 'PAYOUT'].map(simulated) },
  },
  {
    call: 'POST /v2/providers/connect',
    key: 'production',
    body: { provider: 'BACEN_PIX', settings: { bank: 'EFI', ...settings, sendsPayouts: true } },
    answers: {
      'pixSetup.getPixAccount': { account: { ...pixAccount, bank: 'EFI' } },
      'pixSetup.configurePixAccount': {},
      'bankPayoutSetup.getBankPayouts': { account: { bank: 'EFI', name: 'bank:efi:1', updatedAt } },
      'bankPayoutSetup.configureBankPayouts': {},
    },
    request: {},
    calls: [
      ...found,
      { name: 'pixSetup.configurePixAccount', request: bankRequest },
      { name: 'pixSetup.getPixAccount', request: { storeId } },
      {
        name: 'bankPayoutSetup.configureBankPayouts',
        request: { ...bankRequest, callbackUrl: pixAccount.callbackUrl },
      },
      ...found,
    ],
    data: {
      provider: 'BACEN_PIX',
      connected: true,
      methods: ['PIX', 'PAYOUT'],
      capabilities: null,
      payoutCapabilities: null,
      settings: {
        bank: 'EFI',
        sandbox: false,
        baseUrl: pixAccount.baseUrl,
        tokenUrl: pixAccount.tokenUrl,
        clientId: '…tore',
        clientSecret: '***',
        pixKey: pixAccount.pixKeyMasked,
        headers: ['x-of-this-bank'],
        registerWebhook: true,
        reportsPayerTaxId: false,
        watchesKey: true,
        automaticPix: false,
        methods: ['PIX'],
        sendsPayouts: true,
      },
      owner: 'MERCHANT',
      callbackUrl: pixAccount.callbackUrl,
      certificateExpiresAt: '2027-11-20T12:00:00.000Z',
      certificateDaysLeft: daysLeft(pixAccount.certificateExpiresAt, now),
      updatedAt: updatedAt.toISOString(),
      lastTest: null,
      validation: null,
    },
  },
  {
    call: 'POST /v2/providers/order',
    key: 'production',
    body: { method: 'PIX', providers: ['ASAAS', 'BACEN_PIX'] },
    answers: {
      'capabilities.getCapabilities': {
        methods: [
          { method: 'PAYMENT_METHOD_PIX', provider: 'asaas', position: 2 },
          { method: 'PAYMENT_METHOD_PIX', provider: 'bacen-pix', position: 1 },
          { method: 'PAYMENT_METHOD_BOLETO', provider: 'asaas', position: 1 },
        ],
      },
      'capabilities.orderAccounts': {},
    },
    request: {},
    calls: [
      { name: 'capabilities.getCapabilities', request: { tenant: producer.tenant } },
      {
        name: 'capabilities.orderAccounts',
        request: {
          tenant: producer.tenant,
          method: 'PAYMENT_METHOD_PIX',
          providers: ['asaas', 'bacen-pix'],
        },
      },
    ],
    data: { method: 'PIX', providers: ['ASAAS', 'BACEN_PIX'] },
  },
  {
    call: 'POST /v2/providers/test',
    key: 'production',
    body: { provider: 'HTTP_PAYOUTS' },
    answers: { 'payoutSetup.testPayoutAccount': { problems: ["The provider refused 'token'"] } },
    request: {},
    calls: [{ name: 'payoutSetup.testPayoutAccount', request: { storeId } }],
    data: { at: now.toISOString(), works: false, problems: ["The provider refused 'token'"] },
  },
  {
    call: 'POST /v2/providers/remove',
    key: 'production',
    body: { provider: 'STRIPE' },
    answers: {
      'stripeSetup.getStripeAccount': {
        account: {
          accountId: 'acct_1',
          liveMode: true,
          secretKeyEnds: 'cret',
          publishableKeyEnds: 'able',
          methods: ['CARD'],
          callbackUrl: 'https://pitanga.example/callbacks/stripe/x',
          updatedAt,
        },
      },
      'stripeSetup.removeStripeAccount': {},
    },
    request: {},
    calls: [
      { name: 'stripeSetup.getStripeAccount', request: { storeId } },
      { name: 'stripeSetup.removeStripeAccount', request: { storeId } },
    ],
    data: { provider: 'STRIPE' },
  },
  {
    call: 'GET /v2/store/readiness',
    answers: { 'webhooks.listWebhooks': { webhooks: [] }, 'deliveries.listDeliveries': { deliveries: [] } },
    request: {},
    calls: [
      { name: 'webhooks.listWebhooks', request: { tenant, page: firstPage } },
      {
        name: 'deliveries.listDeliveries',
        request: { tenant, page: firstPage, status: 'DELIVERY_STATUS_DELIVERED' },
      },
    ],
    data: {
      ready: false,
      devMode: true,
      items: [
        {
          item: 'WEBSITE',
          status: 'OK',
          sentence: 'The store has a website that customers can open.',
          action: null,
        },
        {
          item: 'BRANDING',
          status: 'WARNING',
          sentence: 'Payment pages and receipts name no address for questions of customers.',
          action: 'Set supportEmail in the branding of the store.',
        },
        { item: 'API_KEY', status: 'OK', sentence: 'The store has a secret key of this environment.', action: null },
        {
          item: 'WEBHOOK',
          status: 'MISSING',
          sentence: 'No webhook is active: your systems do not hear of payments.',
          action: 'Create a webhook, and send it a test event.',
        },
        ...['PIX', 'BOLETO', 'CARD', 'PAYOUT'].map((method) => ({
          item: `METHOD_${method}`,
          status: 'OK',
          sentence: `${method} is simulated in dev mode.`,
          action: null,
        })),
      ].map((item) => ({ ...item, limits: [] })),
    },
  },
];
