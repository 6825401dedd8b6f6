import type { Checkout } from '../checkouts/checkout';
import type { ChargeSplit } from '../charges/charge-split';
import type { CheckoutFrequency } from '../checkouts/checkout-status';
import type { Customer, CustomerInput } from '../customers/customer';
import type { PaymentMethod } from '../money/fees';
import type { BoletoFine } from '../money/late-fees';
import type { Wallet } from '../money/wallets';
import type { CheckoutItemInput } from './checkout-items';

export interface CheckoutInput {
  readonly items: readonly CheckoutItemInput[];
  /** Empty without wallets: see methodsFor. */
  readonly methods: readonly PaymentMethod[];
  readonly wallets: readonly Wallet[];
  readonly frequency: CheckoutFrequency;
  readonly externalId: string | undefined;
  readonly isExternalIdLabel: boolean;
  readonly customerId: string | undefined;
  readonly customer: CustomerInput | undefined;
  readonly returnUrl: string | undefined;
  readonly completionUrl: string | undefined;
  readonly dueDate: string | undefined;
  /** Of its boletos: hundredths of a percent a month. */
  readonly interestBasisPoints: number | undefined;
  readonly fine: BoletoFine | undefined;
  /** Codes this checkout accepts. */
  readonly coupons: readonly string[];
  readonly allowCoupons: boolean;
  /** Of subscriptions; absent: 3 retries, 1 day apart. */
  readonly maxRetry: number | undefined;
  readonly retryEveryDays: number | undefined;
  /** Of subscriptions by Pix. */
  readonly isAuthorizationOptional: boolean;
  readonly maxInstallments: number;
  /** Payers by card pay the store's fee too. */
  readonly passesFees: boolean;
  /** What of each payment goes to sub-accounts. */
  readonly splits: readonly ChargeSplit[] | undefined;
  /** Id or external id of the product that the page offers after the payment. */
  readonly upsellProduct: string | undefined;
  readonly skipCustomer: boolean;
  readonly skipReview: boolean;
  readonly metadataJson: string;
}

/** A checkout with the customer its record shows. */
export interface CheckoutWithCustomer {
  readonly checkout: Checkout;
  readonly customer: Customer | undefined;
}
