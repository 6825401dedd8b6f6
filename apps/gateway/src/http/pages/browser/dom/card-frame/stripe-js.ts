/** As much of Stripe.js (https://docs.stripe.com/js) as the fields use. */
export interface StripeError {
  readonly type?: string;
  readonly code?: string;
  readonly message?: string;
}

export interface StripeChange {
  readonly complete: boolean;
  readonly empty?: boolean;
  readonly brand?: string;
  readonly error?: StripeError;
}

interface StripeCard {
  mount(selector: string): void;
  focus(): void;
  on(event: 'change', listener: (change: StripeChange) => void): void;
}

interface PaymentMethodAnswer {
  readonly paymentMethod?: { readonly id: string };
  readonly error?: StripeError;
}

interface StripeClient {
  elements(): { create(kind: 'card', options: object): StripeCard };
  createPaymentMethod(method: {
    readonly type: 'card';
    readonly card: StripeCard;
    readonly billing_details: { readonly name: string };
  }): Promise<PaymentMethodAnswer>;
}

/** Without `Stripe` where its script was not loaded. */
export type StripeWindow = Window & {
  readonly Stripe?: (key: string, options: { readonly locale: string }) => StripeClient;
};
