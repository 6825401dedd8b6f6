import type { PayoutKind } from '@pitanga/contracts';
import { payoutRecord } from '@pitanga/records';
import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { Deps } from '../../../deps';
import type { RouteGroup } from '../../api';
import { wireFilter } from '../../fields';
import { callContext, principal } from '../../request';
import { listAnswer } from '../answers';
import { list } from '../envelope';
import { pageRequest } from '../lists';
import { Payout, PayoutList } from './payouts-schemas';

export const payoutsRoutes: RouteGroup = (app, deps) => {
  app.get(
    '/payouts/list',
    {
      config: { permission: 'WITHDRAW:READ' },
      schema: {
        operationId: 'listPayouts',
        summary: 'List withdrawals',
        description: 'Money sent to the store’s own account.',
        tags: ['Payouts'],
        querystring: PayoutList,
        response: listAnswer(Payout),
      },
    },
    (request) => listByKind(deps, request, request.query, 'PAYOUT_KIND_WITHDRAW'),
  );

  app.get(
    '/pix/list',
    {
      config: { permission: 'WITHDRAW:READ' },
      schema: {
        operationId: 'listPixSends',
        summary: 'List Pix sends',
        description: 'Money sent to any recipient.',
        tags: ['Pix'],
        querystring: PayoutList,
        response: listAnswer(Payout),
      },
    },
    (request) => listByKind(deps, request, request.query, 'PAYOUT_KIND_TRANSFER'),
  );
};

async function listByKind(
  { clients, clock }: Deps,
  request: FastifyRequest,
  query: Static<typeof PayoutList>,
  kind: PayoutKind,
) {
  const { tenant } = principal(request);
  const { id, externalId, status } = query;
  const { payouts, page } = await clients.payouts.listPayouts(
    {
      tenant,
      page: pageRequest(query, clock.now(tenant)),
      kind,
      id,
      externalId,
      status: wireFilter('PAYOUT_STATUS', status),
    },
    callContext(request),
  );
  return list(page, payouts.map(payoutRecord));
}
