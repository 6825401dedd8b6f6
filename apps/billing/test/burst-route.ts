import type { Tenant } from '@pitanga/core';

type Send = (tenant: Tenant) => Promise<unknown>;

/**
 * Makes in dev mode what the requests are about and returns one of them, for any environment; the reasons with which they
 * may be refused; and whether they are of dev mode alone.
 */
export type Route = readonly [
  prepare: (dev: Tenant) => Promise<Send> | Send,
  reasons: readonly string[],
  inDevMode?: true,
];
