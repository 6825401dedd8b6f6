import type { AccountMailKind, MailFacts, MailMethod } from '../mails/mail';

type FactsOf<K extends MailFacts['kind']> = Extract<MailFacts, { kind: K }>;

/** The part of a letter that its facts decide. */
export interface Wording {
  readonly subject: string;
  readonly preview: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly rows: readonly (readonly [string, string])[];
  readonly code?: { readonly label: string; readonly text: string };
  readonly button?: { readonly label: string; readonly url: string };
  /** Another way than that of the button. */
  readonly link?: { readonly label: string; readonly url: string };
}

/** Pages of a subscription's payer. */
export interface PayerLinks {
  /** Its charges and its end, and the open charge where it is paid by hand. */
  readonly subscriptionUrl: string;
  /** The form for another card; undefined when it is not paid by card. */
  readonly cardUrl: string | undefined;
}

/** The words of one language. */
export interface MailWords {
  /** `subscriptionUrl`: the page of the subscription that it is of. */
  readonly receipt: (store: string, facts: FactsOf<'RECEIPT'>, subscriptionUrl: string | undefined) => Wording;
  /** `hasFile`: whether its PDF is attached. */
  readonly boleto: (store: string, facts: FactsOf<'BOLETO'>, hasFile: boolean) => Wording;
  readonly refund: (store: string, facts: FactsOf<'REFUND'>) => Wording;
  readonly subscriptionStarted: (store: string, facts: FactsOf<'SUBSCRIPTION_STARTED'>, links: PayerLinks) => Wording;
  readonly renewalUpcoming: (store: string, facts: FactsOf<'RENEWAL_UPCOMING'>, links: PayerLinks) => Wording;
  readonly renewalFailed: (store: string, facts: FactsOf<'RENEWAL_FAILED'>, links: PayerLinks) => Wording;
  readonly subscriptionOffer: (store: string, facts: FactsOf<'SUBSCRIPTION_OFFER'>) => Wording;
  readonly account: Readonly<Record<AccountMailKind, (facts: FactsOf<AccountMailKind>) => Wording>>;
  readonly methods: Readonly<Record<MailMethod, string>>;
  readonly testPrefix: string;
  readonly testNotice: string;
  readonly sentBy: (store: string) => string;
  readonly sentByInstallation: string;
  readonly answersTo: (address: string) => string;
  readonly noAnswers: string;
  readonly optOut: string;
}
