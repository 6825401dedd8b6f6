import {
  AgreementServiceDefinition,
  AsaasPayoutsServiceDefinition,
  BankPayoutsServiceDefinition,
  BillingSettingsServiceDefinition,
  CapabilityServiceDefinition,
  CardServiceDefinition,
  ChargeServiceDefinition,
  CheckoutServiceDefinition,
  CouponServiceDefinition,
  CustomerServiceDefinition,
  DeliveryServiceDefinition,
  EventServiceDefinition,
  FileServiceDefinition,
  KeyPaymentServiceDefinition,
  LedgerServiceDefinition,
  MailServiceDefinition,
  NoticeServiceDefinition,
  PayoutAccountServiceDefinition,
  PayoutCapabilityServiceDefinition,
  PayoutServiceDefinition,
  PayoutsSettingsServiceDefinition,
  PersonExportServiceDefinition,
  PixAccountServiceDefinition,
  PortalServiceDefinition,
  RefundRequestServiceDefinition,
  ProductServiceDefinition,
  RefundServiceDefinition,
  SandboxServiceDefinition,
  AsaasAccountServiceDefinition,
  StripeAccountServiceDefinition,
  DisputeServiceDefinition,
  SubAccountServiceDefinition,
  SubscriptionServiceDefinition,
  TestClockServiceDefinition,
  WebhookServiceDefinition,
} from '@pitanga/contracts';
import {
  createRpcClient,
  rpcTls,
  type RpcClient,
  type RpcClientOptions,
  type RpcTlsConfig,
  type ServiceDefinition,
} from '@pitanga/rpc';
import type { Log, Metrics } from '@pitanga/runtime';
import type { PersonClients } from './persons/person-clients';

/** One typed client per gRPC service the gateway may call (ARCHITECTURE.md: the call graph). */
export interface Clients extends PersonClients {
  readonly customers: RpcClient<typeof CustomerServiceDefinition>;
  readonly products: RpcClient<typeof ProductServiceDefinition>;
  /** For creates that download a file first. */
  readonly productsWithFiles: RpcClient<typeof ProductServiceDefinition>;
  readonly files: RpcClient<typeof FileServiceDefinition>;
  readonly coupons: RpcClient<typeof CouponServiceDefinition>;
  readonly checkouts: RpcClient<typeof CheckoutServiceDefinition>;
  readonly charges: RpcClient<typeof ChargeServiceDefinition>;
  /** Of it the card on file, and the simulations of a payer's bank in dev mode; subscriptions does the rest. */
  readonly agreements: RpcClient<typeof AgreementServiceDefinition>;
  readonly cards: RpcClient<typeof CardServiceDefinition>;
  readonly refunds: RpcClient<typeof RefundServiceDefinition>;
  readonly refundRequests: RpcClient<typeof RefundRequestServiceDefinition>;
  readonly portals: RpcClient<typeof PortalServiceDefinition>;
  readonly disputes: RpcClient<typeof DisputeServiceDefinition>;
  readonly capabilities: RpcClient<typeof CapabilityServiceDefinition>;
  readonly keyPayments: RpcClient<typeof KeyPaymentServiceDefinition>;
  readonly pixAccounts: RpcClient<typeof PixAccountServiceDefinition>;
  readonly asaasAccounts: RpcClient<typeof AsaasAccountServiceDefinition>;
  readonly stripeAccounts: RpcClient<typeof StripeAccountServiceDefinition>;
  /** Configuring and testing accounts at providers, which are called meanwhile. */
  readonly pixSetup: RpcClient<typeof PixAccountServiceDefinition>;
  readonly asaasSetup: RpcClient<typeof AsaasAccountServiceDefinition>;
  readonly stripeSetup: RpcClient<typeof StripeAccountServiceDefinition>;
  readonly payoutSetup: RpcClient<typeof PayoutAccountServiceDefinition>;
  readonly asaasPayoutSetup: RpcClient<typeof AsaasPayoutsServiceDefinition>;
  /** Likewise, the bank. */
  readonly bankPayoutSetup: RpcClient<typeof BankPayoutsServiceDefinition>;
  readonly bankPayouts: Pick<RpcClient<typeof BankPayoutsServiceDefinition>, 'receiveBankNotice' | 'close'>;
  readonly payoutCapabilities: RpcClient<typeof PayoutCapabilityServiceDefinition>;
  /** Asaas waits for the answer, which is read from the database alone. */
  readonly asaasPayouts: Pick<
    RpcClient<typeof AsaasPayoutsServiceDefinition>,
    'answerWithdrawal' | 'noteAsaasTransfer' | 'close'
  >;
  readonly ledger: RpcClient<typeof LedgerServiceDefinition>;
  readonly webhooks: RpcClient<typeof WebhookServiceDefinition>;
  readonly deliveries: RpcClient<typeof DeliveryServiceDefinition>;
  readonly mails: RpcClient<typeof MailServiceDefinition>;
  readonly notices: RpcClient<typeof NoticeServiceDefinition>;
  readonly events: RpcClient<typeof EventServiceDefinition>;
  readonly subscriptions: RpcClient<typeof SubscriptionServiceDefinition>;
  readonly payouts: RpcClient<typeof PayoutServiceDefinition>;
  readonly subAccounts: RpcClient<typeof SubAccountServiceDefinition>;
}

/** The services that keep settings of a store. */
export interface SettingsClients {
  readonly billingSettings: RpcClient<typeof BillingSettingsServiceDefinition>;
  readonly payoutsSettings: RpcClient<typeof PayoutsSettingsServiceDefinition>;
  /** For new stores; the mail jobs send changes. */
  readonly mails: Pick<RpcClient<typeof MailServiceDefinition>, 'configureMail' | 'close'>;
}

export interface ServiceAddresses extends RpcTlsConfig {
  readonly BILLING_ADDRESS: string;
  readonly SUBSCRIPTIONS_ADDRESS: string;
  readonly PAYOUTS_ADDRESS: string;
  readonly LEDGER_ADDRESS: string;
  readonly WEBHOOKS_ADDRESS: string;
}

/** 5 s in the queue, downloads of 20 s, and the work after them. */
const downloadsMs = 30_000;

/** A bank has 10 s to register a charge; the rest of the call is short. */
const providerMs = 15_000;

/** A test of the settings, and the registration of up to three callback addresses, each with its repeats. */
const setupMs = 45_000;

/** Due work may take long, and so may draining the queues. */
const testClockMs = 60_000;

/** As long as its statements may take. */
const sandboxMs = 60_000;

/** For a command, which waits for services that may have just started. */
const settingsMs = 30_000;

type OfEveryService<D extends ServiceDefinition> = Readonly<
  Record<'billing' | 'subscriptions' | 'payouts' | 'ledger' | 'webhooks', RpcClient<D>>
>;

/** What every service serves, in the order of the call graph. */
function connectEvery<D extends ServiceDefinition>(
  addresses: ServiceAddresses,
  connect: (address: string, tls: ReturnType<typeof rpcTls>) => RpcClient<D>,
  log: Log,
): OfEveryService<D> {
  const tls = rpcTls(addresses, log);
  return {
    billing: connect(addresses.BILLING_ADDRESS, tls),
    subscriptions: connect(addresses.SUBSCRIPTIONS_ADDRESS, tls),
    payouts: connect(addresses.PAYOUTS_ADDRESS, tls),
    ledger: connect(addresses.LEDGER_ADDRESS, tls),
    webhooks: connect(addresses.WEBHOOKS_ADDRESS, tls),
  };
}

/** The test clock of every service. Every call is repeatable. */
export function connectTestClocks(
  addresses: ServiceAddresses,
  log: Log,
): OfEveryService<typeof TestClockServiceDefinition> {
  const retryable = ['getOffset', 'setOffset', 'getNextDue', 'runDue', 'drain', 'awaitApplied'] as const;
  const connect = (address: string, tls: ReturnType<typeof rpcTls>) =>
    createRpcClient(TestClockServiceDefinition, { address, log, tls, deadlineMs: testClockMs, retryable });
  return connectEvery(addresses, connect, log);
}

/** What every service deletes of sandboxes. Every call is repeatable. */
export function connectSandboxes(
  addresses: ServiceAddresses,
  log: Log,
): OfEveryService<typeof SandboxServiceDefinition> {
  const connect = (address: string, tls: ReturnType<typeof rpcTls>) =>
    createRpcClient(SandboxServiceDefinition, {
      ...{ address, log, tls, deadlineMs: sandboxMs },
      retryable: ['deleteSandboxStore'],
    });
  return connectEvery(addresses, connect, log);
}

type Connection = Pick<RpcClientOptions<ServiceDefinition>, 'address' | 'tls' | 'log' | 'metrics'>;
type PayoutsClient =
  | 'payoutSetup'
  | 'asaasPayouts'
  | 'asaasPayoutSetup'
  | 'bankPayouts'
  | 'bankPayoutSetup'
  | 'payoutCapabilities'
  | 'payouts'
  | 'subAccounts';

/** Opens the channels; the services may start later. */
export function connectClients(addresses: ServiceAddresses, log: Log, metrics?: Metrics): Clients {
  const common = { tls: rpcTls(addresses, log), log, metrics };
  const billing = { address: addresses.BILLING_ADDRESS, ...common };
  const personExports = (address: string) => createRpcClient(PersonExportServiceDefinition, { address, ...common });
  return {
    billingPersons: personExports(addresses.BILLING_ADDRESS),
    subscriptionsPersons: personExports(addresses.SUBSCRIPTIONS_ADDRESS),
    ledgerPersons: personExports(addresses.LEDGER_ADDRESS),
    payoutsPersons: personExports(addresses.PAYOUTS_ADDRESS),
    webhooksPersons: personExports(addresses.WEBHOOKS_ADDRESS),
    customers: createRpcClient(CustomerServiceDefinition, billing),
    products: createRpcClient(ProductServiceDefinition, billing),
    productsWithFiles: createRpcClient(ProductServiceDefinition, { ...billing, deadlineMs: downloadsMs }),
    files: createRpcClient(FileServiceDefinition, billing),
    coupons: createRpcClient(CouponServiceDefinition, billing),
    checkouts: createRpcClient(CheckoutServiceDefinition, { ...billing, deadlineMs: providerMs }),
    charges: createRpcClient(ChargeServiceDefinition, { ...billing, deadlineMs: providerMs }),
    agreements: createRpcClient(AgreementServiceDefinition, billing),
    cards: createRpcClient(CardServiceDefinition, billing),
    refunds: createRpcClient(RefundServiceDefinition, billing),
    capabilities: createRpcClient(CapabilityServiceDefinition, billing),
    refundRequests: createRpcClient(RefundRequestServiceDefinition, billing),
    portals: createRpcClient(PortalServiceDefinition, billing),
    disputes: createRpcClient(DisputeServiceDefinition, { ...billing, deadlineMs: providerMs }),
    keyPayments: createRpcClient(KeyPaymentServiceDefinition, { ...billing, deadlineMs: providerMs }),
    pixAccounts: createRpcClient(PixAccountServiceDefinition, { ...billing, retryable: ['receivePixCallback'] }),
    asaasAccounts: createRpcClient(AsaasAccountServiceDefinition, {
      ...billing,
      // Asked again, it answers the same.
      retryable: ['receiveAsaasEvent', 'answerRefundAsk'],
    }),
    stripeAccounts: createRpcClient(StripeAccountServiceDefinition, { ...billing, retryable: ['receiveStripeEvent'] }),
    pixSetup: createRpcClient(PixAccountServiceDefinition, { ...billing, deadlineMs: setupMs }),
    asaasSetup: createRpcClient(AsaasAccountServiceDefinition, { ...billing, deadlineMs: setupMs }),
    stripeSetup: createRpcClient(StripeAccountServiceDefinition, { ...billing, deadlineMs: setupMs }),
    ledger: createRpcClient(LedgerServiceDefinition, { address: addresses.LEDGER_ADDRESS, ...common }),
    webhooks: createRpcClient(WebhookServiceDefinition, { address: addresses.WEBHOOKS_ADDRESS, ...common }),
    deliveries: createRpcClient(DeliveryServiceDefinition, { address: addresses.WEBHOOKS_ADDRESS, ...common }),
    // A repeat of any of its methods changes nothing.
    mails: createRpcClient(MailServiceDefinition, {
      address: addresses.WEBHOOKS_ADDRESS,
      retryable: ['configureMail', 'sendAccountMail', 'getMailLink', 'optOutOfMail', 'offerSubscription'],
      ...common,
    }),
    notices: createRpcClient(NoticeServiceDefinition, { address: addresses.WEBHOOKS_ADDRESS, ...common }),
    events: createRpcClient(EventServiceDefinition, { address: addresses.WEBHOOKS_ADDRESS, ...common }),
    // A cancellation waits for the outcome of a charge in flight, and a new card is charged at once.
    subscriptions: createRpcClient(SubscriptionServiceDefinition, {
      address: addresses.SUBSCRIPTIONS_ADDRESS,
      deadlineMs: providerMs,
      ...common,
    }),
    ...connectPayouts({ address: addresses.PAYOUTS_ADDRESS, ...common }),
  };
}

function connectPayouts(payouts: Connection): Pick<Clients, PayoutsClient> {
  return {
    payoutSetup: createRpcClient(PayoutAccountServiceDefinition, { ...payouts, deadlineMs: setupMs }),
    // Asked again, it answers the same.
    asaasPayouts: createRpcClient(AsaasPayoutsServiceDefinition, {
      ...payouts,
      retryable: ['answerWithdrawal', 'noteAsaasTransfer'],
    }),
    asaasPayoutSetup: createRpcClient(AsaasPayoutsServiceDefinition, { ...payouts, deadlineMs: setupMs }),
    bankPayouts: createRpcClient(BankPayoutsServiceDefinition, { ...payouts, retryable: ['receiveBankNotice'] }),
    bankPayoutSetup: createRpcClient(BankPayoutsServiceDefinition, { ...payouts, deadlineMs: setupMs }),
    payoutCapabilities: createRpcClient(PayoutCapabilityServiceDefinition, payouts),
    subAccounts: createRpcClient(SubAccountServiceDefinition, payouts),
    // The owner of a Pix key is looked up first, which may take a provider 10 s.
    payouts: createRpcClient(PayoutServiceDefinition, {
      ...payouts,
      deadlineMs: providerMs,
      retryable: ['receivePayoutCallback'],
    }),
  };
}

export function connectSettingsClients(
  addresses: Pick<ServiceAddresses, 'BILLING_ADDRESS' | 'PAYOUTS_ADDRESS' | 'WEBHOOKS_ADDRESS' | keyof RpcTlsConfig>,
  log: Log,
  deadlineMs = settingsMs,
): SettingsClients {
  const tls = rpcTls(addresses, log);
  // Each method replaces the whole settings, so they are safe to repeat.
  return {
    billingSettings: createRpcClient(BillingSettingsServiceDefinition, {
      address: addresses.BILLING_ADDRESS,
      retryable: ['configureBilling'],
      deadlineMs,
      log,
      tls,
    }),
    payoutsSettings: createRpcClient(PayoutsSettingsServiceDefinition, {
      address: addresses.PAYOUTS_ADDRESS,
      retryable: ['configurePayouts'],
      deadlineMs,
      log,
      tls,
    }),
    mails: createRpcClient(MailServiceDefinition, {
      address: addresses.WEBHOOKS_ADDRESS,
      retryable: ['configureMail'],
      deadlineMs,
      log,
      tls,
    }),
  };
}

export function closeClients(clients: Clients | SettingsClients): void {
  for (const client of Object.values(clients) as { close(): void }[]) client.close();
}
