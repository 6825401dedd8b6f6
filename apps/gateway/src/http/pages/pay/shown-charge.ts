import type { Charge } from '@pitanga/contracts';
import { orAbsent } from '@pitanga/core';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../../deps';
import { pageCall } from '../html/public-page';
import type { Visit } from './pay-visit';

/** The charge of the Pix code or boleto that the page shows. Creates none. */
export async function shownCharge(deps: Deps, request: FastifyRequest, visit: Visit): Promise<Charge | undefined> {
  if (visit.isSubscription) return visit.start?.charge;
  if (!visit.isOpen || visit.payment) return undefined;
  // With a coupon the visitor requests the code first, which redeems the coupon.
  if (visit.method === 'PIX') return visit.choice.coupon === undefined ? visit.openPix : undefined;
  return visit.method === 'BOLETO' ? shownBoleto(deps, request, visit) : undefined;
}

/** A boleto of another checkout, or one cancelled since, is not shown. Of its payer the page says nothing. */
async function shownBoleto({ clients }: Deps, request: FastifyRequest, visit: Visit): Promise<Charge | undefined> {
  const { boleto: id } = visit.choice;
  if (id === undefined) return undefined;
  const charge = (await orAbsent(clients.charges.resolveCharge({ id }, pageCall(request))))?.charge;
  const isItsOwn = charge?.checkoutId === visit.id && charge.boleto !== undefined;
  return isItsOwn && shownStatuses.has(charge.status) ? charge : undefined;
}

const shownStatuses: ReadonlySet<Charge['status']> = new Set(['CHARGE_STATUS_PENDING', 'CHARGE_STATUS_PAID']);
