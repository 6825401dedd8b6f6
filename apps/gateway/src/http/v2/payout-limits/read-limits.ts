import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../../deps';
import { callContext, principal } from '../../edge/request';
import { limitsInForce } from './payout-limits-schemas';

/** The limits of the caller's store with what has left of them; null where there are none, and nothing is asked then. */
export async function readLimits({ payoutLimits, clients, clock }: Deps, request: FastifyRequest, isWhole: boolean) {
  const { tenant } = principal(request);
  const { limits, isSet, change } = await payoutLimits.get({ tenant });
  if (!isSet) return { limits: null, change };
  const now = clock.now(tenant);
  const use = await clients.ledger.getPayoutUse({ tenant, at: now }, callContext(request));
  return { limits: limitsInForce(limits, use, { isWhole, now }), change };
}
