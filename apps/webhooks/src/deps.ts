import type { ChargeServiceDefinition } from '@pitanga/contracts';
import type { Clock, IdSource, RandomBytes, Tenant } from '@pitanga/core';
import type { Inside, Pool } from '@pitanga/database';
import type { Egress, EgressPolicy } from '@pitanga/egress';
import type { RpcClient } from '@pitanga/rpc';
import type { Log, Sealer } from '@pitanga/runtime';
import type { Mailer } from './mailer/mailer';

export interface MailDeps {
  readonly mailer: Mailer;
  /** Domain of the address that mail comes from: the right side of Message-IDs. */
  readonly domain: string;
  /** The base of links, without a trailing slash. */
  readonly publicUrl: string;
  /** Whether buyers of dev environments get mail. */
  readonly isInDevMode: boolean;
  /** Of billing, which draws them; absent where mail has only their links. */
  readonly boletoPdf?: RpcClient<ChargeServiceDefinition>['resolveBoletoPdf'] | undefined;
}

/** What use cases need everywhere; nothing of it reads or calls. */
export interface Tools {
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly random: RandomBytes;
  readonly log: Log;
  /** Encrypts webhook secrets at rest. */
  readonly sealer: Sealer;
}

/** What use cases have inside a transaction. */
export type TxDeps = Inside<Tools>;

/** What use cases have outside a transaction: also the pool, the endpoints and the mail server. */
export interface Deps extends Tools {
  readonly db: Pool;
  readonly tools: Tools;
  readonly egress: Egress;
  /** The addresses a tenant's webhooks may call. */
  readonly choosePolicy: (tenant: Tenant) => EgressPolicy;
  /** Absent when this installation sends no mail. */
  readonly mail?: MailDeps | undefined;
}
