import type { Log, Sealer } from '@pitanga/runtime';
import type { Clients } from './clients';
import type { EventStreams } from './event-streams/event-streams';
import type { SessionCookies } from './http/dashboard/session-cookies';
import type { Guesses } from './http/edge/admission/guesses';
import type { EdgeLimits } from './http/edge/admission/edge-limits';
import type { AccessCodes } from './http/pages/buyers/access-codes';
import type { BuyerProofs } from './http/pages/buyers/buyer-proofs';
import type { PortalTokens } from './http/pages/portal/portal-tokens';
import type { CouponProofs } from './http/pages/pay/coupon-proofs';
import type { ReceiptCodes } from './http/pages/receipts/receipt-codes';
import type { CardLinks } from './http/pages/subscription-card/card-links';
import type { RevenueCache } from './http/both-versions/revenue-cache';
import type { Grants } from './oauth/grants';
import type { OrderAskers } from './money-out/order-askers';
import type { PageStreams } from './page-watch/page-streams';
import type { LimitOperations } from './payout-limits/limit-operations';
import type { PersonRights } from './persons/person-rights';
import type { Members } from './managing-members/member-service';
import type { Providers } from './providers/providers';
import type { CheckReadiness } from './readiness/readiness';
import type { PeopleDeps } from './signing-in/people-deps';
import type { UseCaseDeps } from './use-case-deps';
import type { ApiKeys } from './api-keys/api-keys';
import type { Keyring } from './api-keys/keyring';
import type { AuditLog } from './audit/audit-list';
import type { StoreTools } from './stores/change-store';
import type { Sandboxes } from './sandboxes/sandboxes';
import type { Stores } from './stores/store-operations';
import type { RequestLog } from './request-log/request-log';
import type { TestClocks } from './test-clock/test-clock-service';

/** The dependencies of routes, built once by the composition root. */
export interface Deps extends UseCaseDeps {
  readonly tools: StoreTools;
  readonly clients: Clients;
  readonly log: Log;
  /** Encrypts what must be read again: tax ids, answers with secrets. */
  readonly sealer: Sealer;
  /** The base of every link in an answer (`<publicUrl>/pay/…`), without a trailing slash. */
  readonly publicUrl: string;
  /** Set by the operator: v1 ends on its sunset day. */
  readonly isV1ShutOff: boolean;
  /** The folder of mail that was not sent, on the machine of one person; absent everywhere else. */
  readonly devMailDirectory?: string | undefined;
  readonly keyring: Keyring;
  /** At API keys. */
  readonly guesses: Guesses;
  /** At the last parts of callback addresses. */
  readonly segmentGuesses: Guesses;
  /** Of Stripe's fields, on the pages that have them. */
  readonly stripeScriptUrl: string;
  /** By what Apple knows the host of payment pages; undefined: nothing is served to it. */
  readonly applePayDomain: string | undefined;
  /** Links to the page that replaces a subscription's card. */
  readonly cardLinks: CardLinks;
  readonly limits: EdgeLimits;
  readonly couponProofs: CouponProofs;
  readonly buyerProofs: BuyerProofs;
  readonly payerProofs: BuyerProofs;
  /** The secrets of customer portals, and the sessions of their visitors. */
  readonly portalTokens: PortalTokens;
  readonly portalSessions: BuyerProofs;
  /** Codes in mail to buyers. */
  readonly accessCodes: AccessCodes;
  /** Authentication codes of receipts. */
  readonly receiptCodes: ReceiptCodes;
  readonly revenueCache: RevenueCache;
  /** What a person may ask of a store. */
  readonly persons: PersonRights;
  readonly eventStreams: EventStreams;
  /** Tell waiting payment pages. */
  readonly pageStreams: PageStreams;
  /** The store's accounts at banks and payment providers. */
  readonly providers: Providers;
  readonly checkReadiness: CheckReadiness;
  readonly requestLog: RequestLog;
  /** The test clocks of the stores' dev environments. */
  readonly testClocks: TestClocks;
  readonly stores: Stores;
  readonly sandboxes: Sandboxes;
  readonly payoutLimits: LimitOperations;
  readonly apiKeys: ApiKeys;
  /** What people grant assistants by OAuth. */
  readonly grants: Grants;
  readonly auditLog: AuditLog;
  readonly orderAskers: OrderAskers;
  /** Users, their passwords, sessions and factors. */
  readonly people: PeopleDeps;
  readonly cookies: SessionCookies;
  readonly members: Members;
}
