import type { CrossTenant, Owned, Tenant } from '@pitanga/core';
import type { Charge } from '../charges/charge';
import { checkoutNotFound } from '../checkouts/checkout-errors';
import { findCheckout } from '../checkouts/checkout-queries';
import type { Deps, ReadDeps, TxDeps } from '../deps';
import type { Portal } from '../portals/portal';
import { listPortalCharges } from '../portals/portal-charges';
import { portalNotFound } from '../portals/portal-errors';
import type { RefundRequest } from '../refund-requests/refund-request';
import { findNewestRequests } from '../refund-requests/refund-request-repository';
import { findPortal, insertPortal, resolvePortal } from '../portals/portal-repository';
import { requireCustomer } from './customer-service';

export interface PortalInput {
  readonly customerId: string;
  readonly checkoutId: string;
  /** SHA-256 of the secret token, in hex. */
  readonly tokenHash: string;
}

/** Answers the portal that this customer and checkout have. NOT_FOUND for an unknown one of both. */
export async function createPortal(tx: TxDeps, tenant: Tenant, input: PortalInput): Promise<Portal> {
  const { customerId, checkoutId, tokenHash } = input;
  await requireCustomer(tx, tenant, { id: customerId });
  if (!(await findCheckout(tx.db, tenant, { id: checkoutId }))) throw checkoutNotFound();
  const now = tx.clock.now(tenant);
  const portal = { id: tx.ids.next('portal', now), customerId, checkoutId, createdAt: now };
  return insertPortal(tx.db, tenant, portal, tokenHash);
}

/** The portal of a secret token, with the name of the merchant. NOT_FOUND for an unknown one. */
export async function openPortal(
  deps: Deps,
  all: CrossTenant,
  tokenHash: string,
): Promise<Owned<{ readonly portal: Portal; readonly merchantName: string }>> {
  const found = await resolvePortal(deps.db, all, tokenHash);
  if (!found) throw portalNotFound();
  const { merchantName } = await deps.settings.of(deps.db, found.tenant);
  return { ...found, merchantName };
}

async function requirePortal(deps: ReadDeps, tenant: Tenant, id: string): Promise<Portal> {
  const portal = await findPortal(deps.db, tenant, id);
  if (!portal) throw portalNotFound();
  return portal;
}

/** What the customer of a portal paid, newest first, and what was asked back of it. */
export async function listPaidOfPortal(
  deps: ReadDeps,
  tenant: Tenant,
  id: string,
): Promise<{ readonly charges: readonly Charge[]; readonly requests: ReadonlyMap<string, RefundRequest> }> {
  const charges = await listPortalCharges(deps.db, tenant, await requirePortal(deps, tenant, id));
  const chargeIds = charges.map((charge) => charge.id);
  return { charges, requests: await findNewestRequests(deps.db, tenant, chargeIds) };
}
