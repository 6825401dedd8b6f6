import { required } from '@pitanga/contracts';
import type { Route, RouteGroup } from '../../edge/api';
import { callContext, principal } from '../../edge/request';
import { hashPortalToken } from '../../pages/portal/portal-tokens';
import { ok, recordAnswer } from '../envelope';
import { CustomerPortalCreate, CustomerPortalRecord } from './customer-portal-schemas';

const createCustomerPortalRoute: Route = (app, { clients, portalTokens, publicUrl }) => {
  app.post(
    '/customer-portal/create',
    {
      config: { permission: 'CUSTOMER:CREATE' },
      schema: {
        operationId: 'createCustomerPortal',
        summary: 'Create a customer portal',
        description:
          'The page on which a customer sees what was paid at a checkout, a payment link or a subscription checkout, and ' +
          'replaces the card of a subscription or cancels it. It opens with a code that is mailed to the customer. One for ' +
          'each customer and checkout: a repeat answers it.',
        tags: ['Customer portal'],
        body: CustomerPortalCreate,
        response: recordAnswer(CustomerPortalRecord),
      },
    },
    async (request) => {
      const { tenant } = principal(request);
      const { customerId, checkoutId } = request.body;
      const token = portalTokens.of(tenant, { customerId, checkoutId });
      const asked = { tenant, customerId, checkoutId, tokenHash: hashPortalToken(token) };
      const portal = required((await clients.portals.createPortal(asked, callContext(request))).portal, 'portal');
      return ok({
        id: portal.id,
        url: `${publicUrl}/portal/${token}`,
        customerId,
        checkoutId,
        devMode: tenant.devMode,
        createdAt: required(portal.createdAt, 'created_at').toISOString(),
      });
    },
  );
};

export const customerPortalRoutes: RouteGroup = [createCustomerPortalRoute];
