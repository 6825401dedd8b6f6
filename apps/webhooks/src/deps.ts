import type { ChargeServiceDefinition } from '@pitanga/contracts';
import type { Clock, IdSource, RandomBytes, Tenant } from '@pitanga/core';
import type { Db, Tx } from '@pitanga/database';
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

/** What the use cases of webhooks work with. */
export interface Deps {
  readonly db: Db;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly random: RandomBytes;
  readonly log: Log;
  /** Encrypts webhook secrets at rest. */
  readonly sealer: Sealer;
  readonly egress: Egress;
  /** The addresses a tenant's webhooks may call. */
  readonly policyOf: (tenant: Tenant) => EgressPolicy;
  /** Absent when this installation sends no mail. */
  readonly mail?: MailDeps | undefined;
}

/** For what runs inside a transaction. */
export type TxDeps = Deps & { readonly db: Tx };
