import { required } from '@pitanga/contracts';
import { toTenant } from '@pitanga/core';
import type { Deps } from '../../../deps';
import type { Route } from '../../edge/api';
import { codeRoutes, type CodeSubject } from '../buyers/code-routes';
import { pageCall } from '../html/public-page';
import { payAddress } from './pay-choice';
import { openVisit, type PageRequest, type Visit } from './pay-visit';

/** Where the visitor of a payment page proves to be its buyer. */
export const payCodeRoute: Route = (app, deps) => {
  codeRoutes(app, deps, '/pay/:id', async (request, reply) => {
    const visit = await openVisit({ deps, request, reply });
    return visit.boughtId === undefined ? undefined : toSubject(deps, request, visit, visit.boughtId);
  });
};

async function toSubject(deps: Deps, request: PageRequest, visit: Visit, boughtId: string): Promise<CodeSubject> {
  const { id, face, payment, choice } = visit;
  const { storeId, devMode } = required(visit.tenant, 'tenant');
  const action = payment?.actionUrl === undefined ? [] : [new URL(payment.actionUrl).pathname];
  return {
    id: boughtId,
    tenant: toTenant(storeId, devMode),
    customerId: await findCustomerId(deps, request, visit),
    face,
    paths: [`/pay/${id}`, ...action],
    address: payAddress(id, choice, 'code'),
    back: payAddress(id, { ...choice, isDone: false }),
  };
}

/** Who subscribed, or paid, or orders. */
async function findCustomerId(
  { clients }: Deps,
  request: PageRequest,
  { tenant, checkout, start, settled, payment }: Visit,
): Promise<string | undefined> {
  if (!start) return settled?.customerId ?? payment?.customerId ?? checkout.customerId;
  const asked = { tenant, id: start.subscriptionId };
  return (await clients.subscriptions.getSubscription(asked, pageCall(request))).subscription?.customerId;
}
