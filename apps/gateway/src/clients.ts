import {
  AgreementServiceDefinition,
  BillingSettingsServiceDefinition,
  CardServiceDefinition,
  ChargeServiceDefinition,
  CheckoutServiceDefinition,
  CouponServiceDefinition,
  CustomerServiceDefinition,
  DeliveryServiceDefinition,
  FileServiceDefinition,
  LedgerServiceDefinition,
  PayoutServiceDefinition,
  PayoutsSettingsServiceDefinition,
  PixAccountServiceDefinition,
  ProductServiceDefinition,
  RefundServiceDefinition,
  SubscriptionServiceDefinition,
  TestClockServiceDefinition,
  WebhookServiceDefinition,
} from '@pitanga/contracts';
import { createRpcClient, rpcTls, type RpcClient, type RpcTlsConfig } from '@pitanga/rpc';
import type { Log, Metrics } from '@pitanga/runtime';

/** One typed client per gRPC service the gateway may call (ARCHITECTURE.md: the call graph). */
export interface Clients {
  readonly customers: RpcClient<typeof CustomerServiceDefinition>;
  readonly products: RpcClient<typeof ProductServiceDefinition>;
  /** For creates that download first. */
  readonly productsWithFiles: RpcClient<typeof ProductServiceDefinition>;
  readonly files: RpcClient<typeof FileServiceDefinition>;
  readonly coupons: RpcClient<typeof CouponServiceDefinition>;
  readonly checkouts: RpcClient<typeof CheckoutServiceDefinition>;
  readonly charges: RpcClient<typeof ChargeServiceDefinition>;
  /** Only what a payer's bank does by itself, in dev mode. */
  readonly agreements: Pick<RpcClient<typeof AgreementServiceDefinition>, 'simulateAuthorizationCancelled' | 'close'>;
  readonly cards: RpcClient<typeof CardServiceDefinition>;
  readonly refunds: RpcClient<typeof RefundServiceDefinition>;
  readonly pixAccounts: RpcClient<typeof PixAccountServiceDefinition>;
  readonly ledger: RpcClient<typeof LedgerServiceDefinition>;
  readonly webhooks: RpcClient<typeof WebhookServiceDefinition>;
  readonly deliveries: RpcClient<typeof DeliveryServiceDefinition>;
  readonly subscriptions: RpcClient<typeof SubscriptionServiceDefinition>;
  readonly payouts: RpcClient<typeof PayoutServiceDefinition>;
}

/** What a store's creation must tell the services that use its settings. */
export interface SettingsClients {
  readonly billingSettings: RpcClient<typeof BillingSettingsServiceDefinition>;
  readonly payoutsSettings: RpcClient<typeof PayoutsSettingsServiceDefinition>;
}

export interface ServiceAddresses extends RpcTlsConfig {
  readonly BILLING_ADDRESS: string;
  readonly SUBSCRIPTIONS_ADDRESS: string;
  readonly PAYOUTS_ADDRESS: string;
  readonly LEDGER_ADDRESS: string;
  readonly WEBHOOKS_ADDRESS: string;
}

/** A wait for room of 5 s, downloads of 20 s, and what follows them. */
const downloadsMs = 30_000;

/** A bank has ten seconds to register a charge; what comes before and after is quick. */
const providerMs = 15_000;

/** What is due may take a service long, and so may its queues to come to rest. */
const testClockMs = 60_000;

/** No caller waits for these but a command, and the services may have started a moment ago. */
const settingsMs = 30_000;

/** Every service's part in an advance, in the order of the call graph. Each of its calls may be repeated. */
export function connectTestClocks(
  addresses: ServiceAddresses,
  log: Log,
): readonly RpcClient<typeof TestClockServiceDefinition>[] {
  const { BILLING_ADDRESS, SUBSCRIPTIONS_ADDRESS, PAYOUTS_ADDRESS, LEDGER_ADDRESS, WEBHOOKS_ADDRESS } = addresses;
  const inOrder = [BILLING_ADDRESS, SUBSCRIPTIONS_ADDRESS, PAYOUTS_ADDRESS, LEDGER_ADDRESS, WEBHOOKS_ADDRESS];
  const tls = rpcTls(addresses, log);
  return inOrder.map((address) =>
    createRpcClient(TestClockServiceDefinition, {
      address,
      log,
      tls,
      deadlineMs: testClockMs,
      retryable: ['getOffset', 'setOffset', 'getNextDue', 'runDue', 'drain'],
    }),
  );
}

/** Opens the channels; none of them needs its service to be up yet. */
export function connectClients(addresses: ServiceAddresses, log: Log, metrics?: Metrics): Clients {
  const common = { tls: rpcTls(addresses, log), log, metrics };
  const billing = { address: addresses.BILLING_ADDRESS, ...common };
  return {
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
    pixAccounts: createRpcClient(PixAccountServiceDefinition, { ...billing, retryable: ['receivePixCallback'] }),
    ledger: createRpcClient(LedgerServiceDefinition, { address: addresses.LEDGER_ADDRESS, ...common }),
    webhooks: createRpcClient(WebhookServiceDefinition, { address: addresses.WEBHOOKS_ADDRESS, ...common }),
    deliveries: createRpcClient(DeliveryServiceDefinition, { address: addresses.WEBHOOKS_ADDRESS, ...common }),
    // A cancellation waits for the outcome of a charge under way, and another card is charged at once.
    subscriptions: createRpcClient(SubscriptionServiceDefinition, {
      address: addresses.SUBSCRIPTIONS_ADDRESS,
      deadlineMs: providerMs,
      ...common,
    }),
    // A key's owner is asked for first, which a provider may take ten seconds for.
    payouts: createRpcClient(PayoutServiceDefinition, {
      address: addresses.PAYOUTS_ADDRESS,
      deadlineMs: providerMs,
      retryable: ['receivePayoutCallback'],
      ...common,
    }),
  };
}

export function connectSettingsClients(
  addresses: Pick<ServiceAddresses, 'BILLING_ADDRESS' | 'PAYOUTS_ADDRESS' | keyof RpcTlsConfig>,
  log: Log,
): SettingsClients {
  const tls = rpcTls(addresses, log);
  // Both methods set the whole settings, so that repeating one is as harmless as repeating a read.
  return {
    billingSettings: createRpcClient(BillingSettingsServiceDefinition, {
      address: addresses.BILLING_ADDRESS,
      retryable: ['configureBilling'],
      deadlineMs: settingsMs,
      log,
      tls,
    }),
    payoutsSettings: createRpcClient(PayoutsSettingsServiceDefinition, {
      address: addresses.PAYOUTS_ADDRESS,
      retryable: ['configurePayouts'],
      deadlineMs: settingsMs,
      log,
      tls,
    }),
  };
}

export function closeClients(clients: Clients | SettingsClients): void {
  for (const client of Object.values(clients) as { close(): void }[]) client.close();
}
