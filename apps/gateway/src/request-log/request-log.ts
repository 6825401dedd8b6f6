import type { Page, PageRequest, Tenant } from '@pitanga/core';
import type { Actor } from '../access/actor';

/** One request by a key or a person, as it was answered. */
export interface LoggedRequest {
  readonly tenant: Tenant;
  readonly id: string;
  /** X-Request-Id. */
  readonly requestId: string;
  readonly actor: Actor;
  readonly method: string;
  /** The pattern of the path, with the version. */
  readonly route: string;
  readonly status: number;
  /** Of an error. */
  readonly code: string | undefined;
  readonly durationMs: number;
  /** Redacted JSON; undefined for none. */
  readonly query: string | undefined;
  readonly body: string | undefined;
  /** Real time. */
  readonly createdAt: Date;
}

export interface RequestLogFilter {
  readonly requestId?: string | undefined;
  readonly method?: string | undefined;
  readonly route?: string | undefined;
  readonly status?: number | undefined;
  /** 4 for 400 to 499. */
  readonly statusClass?: number | undefined;
  /** Of a key or a user. */
  readonly actorId?: string | undefined;
  /** False leaves out what people only read in the dashboard. */
  readonly dashboardReads?: boolean | undefined;
}

/** The log of requests: written behind the answers, read by the store. */
export interface RequestLog {
  /** Adds an entry without waiting; drops it, and counts it, when the database is too slow. */
  add(entry: Omit<LoggedRequest, 'id' | 'createdAt'>): void;
  /** A page, newest first; a filtered page may end early, with a next one. */
  list(tenant: Tenant, page: PageRequest, filter: RequestLogFilter): Promise<Page<LoggedRequest>>;
}
