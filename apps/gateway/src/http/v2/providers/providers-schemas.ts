import { accountOwners } from '@pitanga/core';
import { pixBankCodes } from '@pitanga/core/pix-banks';
import { Named, NamedObject, Nullable, OneOf, Timestamp, Method } from '@pitanga/records';
import { Type } from 'typebox';
import { accountFailures, disputeAnswers, ownerChecks } from '../../../providers/capabilities';
import { limitCodes } from '../../../providers/limits';
import { providerKinds, providerMethods } from '../../../providers/provider';
import { listQuery } from '../lists';

const AccountMethod = OneOf('ProviderMethodName', providerMethods);

const Kind = OneOf('ProviderName', providerKinds, {
  description:
    'BACEN_PIX: a bank that speaks the Pix API of the Central Bank. STRIPE: cards and boletos. HTTP_PAYOUTS: a ' +
    'provider of payouts. ASAAS: Pix, boletos, cards and payouts.',
});

const text = (description: string) => Type.Optional(Type.String({ description }));

/** By the names of the settings, of each provider its own; of a secret its last four characters. */
const ShownSettings = NamedObject('ProviderSettings', {
  bank: Type.Optional(
    OneOf('PixBank', pixBankCodes, { description: 'BACEN_PIX: OTHER where the owner typed everything.' }),
  ),
  sandbox: Type.Optional(Type.Boolean({ description: 'BACEN_PIX: whether it is at the bank’s sandbox.' })),
  baseUrl: text('BACEN_PIX, HTTP_PAYOUTS.'),
  tokenUrl: text('BACEN_PIX.'),
  clientId: text('BACEN_PIX: its end.'),
  clientSecret: text('BACEN_PIX: its end.'),
  pixKey: text('BACEN_PIX: masked.'),
  headers: Type.Optional(Type.Array(Type.String(), { description: 'BACEN_PIX: the names.' })),
  registerWebhook: Type.Optional(Type.Boolean()),
  reportsPayerTaxId: Type.Optional(Type.Boolean()),
  watchesKey: Type.Optional(Type.Boolean({ description: 'BACEN_PIX: whether Pix without a charge are looked for.' })),
  sendsPayouts: Type.Optional(
    Type.Boolean({ description: 'BACEN_PIX: true where the account sends payouts, too; absent elsewhere.' }),
  ),
  automaticPix: Type.Optional(Type.Boolean({ description: 'BACEN_PIX: whether it names an account for it.' })),
  accountId: Type.Optional(Nullable(Type.String({ description: 'STRIPE, HTTP_PAYOUTS, ASAAS.' }))),
  liveMode: Type.Optional(Type.Boolean({ description: 'STRIPE: false in its test mode.' })),
  secretKey: text('STRIPE: its end.'),
  publishableKey: text('STRIPE: its end.'),
  webhookSecret: Type.Optional(Nullable(Type.String({ description: 'STRIPE: its end; null without one.' }))),
  methods: Type.Optional(Type.Array(Type.String(), { description: 'BACEN_PIX, STRIPE, ASAAS.' })),
  environment: text('ASAAS: PRODUCTION or SANDBOX.'),
  keepsCards: Type.Optional(
    Type.Boolean({ description: 'ASAAS: whether it lets the account keep cards, as subscriptions by card need it.' }),
  ),
  apiKey: text('ASAAS: its end.'),
  validationToken: text('ASAAS: its end; absent where it sends no payouts.'),
  ownTransfers: text('ASAAS: REFUSE or ALLOW.'),
  token: text('HTTP_PAYOUTS: its end.'),
  callbackSecret: text('HTTP_PAYOUTS: its end.'),
});

export const ProviderTestRecord = NamedObject('ProviderTest', {
  at: Timestamp,
  works: Type.Boolean(),
  problems: Type.Array(Type.String(), { description: 'One sentence each.' }),
});

/** What names one limit of an account. */
export const limitFields = {
  code: OneOf('ProviderLimitCode', limitCodes),
  sentence: Type.String({ description: 'The same for people, in English.' }),
};
const LimitRecord = NamedObject('ProviderLimit', limitFields);

const CapabilitiesRecord = NamedObject('ProviderCapabilities', {
  method: Method,
  position: Type.Integer({ description: 'Of the accounts of the store that take the method: 1 is asked first.' }),
  resting: Type.Boolean({
    description:
      'New payments go to the other accounts first: this one failed several times in a row a moment ago (five, and 30 seconds, unless ' +
      'the operator has set others).',
  }),
  restingSince: Nullable(Timestamp),
  restingUntil: Nullable(Timestamp),
  failedAt: Nullable(
    Type.String({
      format: 'date-time',
      description: 'When it last failed to make a payment; null where it has made one since.',
    }),
  ),
  failure: Nullable(
    OneOf('ProviderFailure', accountFailures, {
      description:
        'How it failed. SLOW: no answer in its time. NO_ANSWER: none that could be read. DENIED: it does not accept the ' +
        'credentials. REFUSED: it did not take the payment, for a reason that is not the payer or the amount.',
    }),
  ),
  asked: Type.Integer({
    description: 'New payments that it was asked for in the last five to ten minutes; of cards and in dev mode 0.',
  }),
  failed: Type.Integer({ description: 'How many of them it did not make.' }),
  averageMs: Nullable(
    Type.Integer({ description: 'How long they took on average; null where it was asked for none.' }),
  ),
  refunds: Type.Boolean({ description: 'Whether a payment can go back, in part too.' }),
  refundNeedsKey: Type.Boolean({ description: 'A refund goes to a Pix key of the payer.' }),
  installmentsMax: Nullable(Type.Integer({ description: 'Of a card; null for others.' })),
  renews: Nullable(
    Type.Boolean({
      description: 'Whether a card is charged again without its holder, as subscriptions need it; null for others.',
    }),
  ),
  verifies: Nullable(
    Type.Boolean({
      description: 'Whether a card is verified without a charge, as trials need it; null for others.',
    }),
  ),
  confirms: Nullable(
    Type.Boolean({
      description:
        "Whether the payer's bank may ask to confirm a payment by card (3-D Secure); null for others, and where the provider's page sees to it.",
    }),
  ),
  typedAtProvider: Nullable(
    Type.Boolean({ description: "The payer types the card on the provider's page; null for others." }),
  ),
  disputeAnswers: OneOf('ProviderDisputeAnswers', disputeAnswers, {
    description:
      'By what it takes answers to disputes; NONE: they are answered on its own site. FILES: texts go as a PDF.',
  }),
  disputeDrafts: Type.Boolean({ description: 'Whether it keeps an answer until it is submitted.' }),
  limits: Type.Array(LimitRecord, {
    description:
      'What it cannot do with payments of the method, or does otherwise than expected, before anybody tries.',
  }),
});

const PayoutCapabilitiesRecord = NamedObject('ProviderPayoutCapabilities', {
  ownerCheck: OneOf('ProviderOwnerCheck', ownerChecks, {
    description:
      'How the key of a withdrawal is known to be the holder’s. LOOKUP: before anything is held. AT_SENDING: the provider refuses ' +
      'another’s as it sends. TAX_ID_KEYS: not at all, so that withdrawals go to a key that is the holder’s CPF or CNPJ.',
  }),
  paysCodes: Type.Boolean({ description: 'Whether it pays the BR Code of one charge.' }),
  paysBankAccounts: Type.Boolean({ description: 'Whether it sends a TED to a bank account.' }),
  showsReturns: Type.Boolean({ description: 'Whether it tells what came back of a payout after its end.' }),
  limits: Type.Array(LimitRecord, { description: 'What it does not do with what leaves, before anybody tries.' }),
});

export const ProviderRecord = NamedObject('ProviderAccount', {
  provider: Kind,
  connected: Type.Boolean(),
  methods: Type.Array(AccountMethod, { description: 'What it takes; what it could while not connected.' }),
  capabilities: Nullable(
    Type.Array(CapabilitiesRecord, {
      description:
        'What it can do with payments, by method; null while it is not connected, and right after connecting.',
    }),
  ),
  payoutCapabilities: Nullable(PayoutCapabilitiesRecord),
  settings: Nullable(ShownSettings),
  owner: Nullable(
    OneOf('ProviderOwner', accountOwners, {
      description:
        'Whose the account is: MERCHANT where people or keys of the store connected it, OPERATOR where the operator of ' +
        'the installation did. Null while it is not connected, and where it is not known yet.',
    }),
  ),
  callbackUrl: Nullable(Type.String({ description: 'What the provider calls; keep it to yourself.' })),
  validation: Nullable(
    NamedObject('ProviderValidation', {
      url: Type.String({
        description:
          'What its owner types in at Asaas, with the `validationToken`, as the validation of withdrawals; keep it to yourself.',
      }),
      firstAskedAt: Nullable(
        Type.String({
          format: 'date-time',
          description: 'When Asaas first asked whether money may leave; null: never.',
        }),
      ),
      stoppedAt: Nullable(
        Type.String({
          format: 'date-time',
          description: 'Since when payouts are stopped, because money left that Asaas had not asked about.',
        }),
      ),
    }),
  ),
  certificateExpiresAt: Nullable(Timestamp),
  certificateDaysLeft: Nullable(Type.Integer()),
  updatedAt: Nullable(Timestamp),
  lastTest: Nullable(ProviderTestRecord),
});

const MethodRecord = NamedObject('ProviderMethod', {
  method: { ...AccountMethod, description: 'PAYOUT: withdrawals and Pix that is sent.' },
  available: Type.Boolean(),
  provider: OneOf('PaymentProvider', [...providerKinds, 'SIMULATOR'] as const),
  reason: Nullable(Type.String({ description: 'Why the store cannot take it, in one sentence.' })),
});

export const ProviderMethodsRecord = NamedObject('ProviderMethods', { methods: Type.Array(MethodRecord) });

export const ProviderList = Type.Object(listQuery);

export const ConnectBody = Named(
  'ConnectProvider',
  Type.Object({
    provider: Kind,
    settings: Type.Object(
      {},
      {
        additionalProperties: true,
        description:
          'As in the guides of each provider: BACEN_PIX `bank`, `clientId`, `clientSecret`, `pixKey`, `certificate`, ' +
          '`privateKey` and so on, `methods` at a bank that takes more than Pix, and with the bank OTHER its `baseUrl` and `tokenUrl`; STRIPE `secretKey`, `publishableKey`, `webhookSecret`, `methods`; ' +
          'HTTP_PAYOUTS `baseUrl`, `token`, `callbackSecret`; ASAAS `apiKey`, `environment`, `methods`, `keepsCards`, and for payouts ' +
          '`validationToken`, `ownTransfers`. All of them each time: new settings replace the old.',
      },
    ),
    force: Type.Optional(
      Type.Boolean({ default: false, description: 'Refused when true: settings are always tried.' }),
    ),
  }),
);

export const ProviderBody = Named('NameProvider', Type.Object({ provider: Kind }));

export const OrderBody = Named(
  'OrderProviders',
  Type.Object({
    method: Method,
    providers: Type.Array(Kind, {
      minItems: 1,
      maxItems: providerKinds.length,
      uniqueItems: true,
      description: 'Every account that takes the method, once: the first is asked first.',
    }),
  }),
);
