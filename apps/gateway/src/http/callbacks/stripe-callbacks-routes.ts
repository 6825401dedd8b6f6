import type { StripeAccountServiceDefinition } from '@pitanga/contracts';
import { notFound } from '@pitanga/core';
import type { RpcClient } from '@pitanga/rpc';
import { Type } from 'typebox';
import type { Api } from '../edge/api';

export interface StripeCallbackDeps {
  readonly clients: {
    readonly stripeAccounts: Pick<RpcClient<StripeAccountServiceDefinition>, 'receiveStripeEvent'>;
  };
}

/**
 * Receives Stripe's events. They are signed, so they come to the public port; what they say is read again from Stripe,
 * never trusted.
 */
export function stripeCallbacksRoutes(app: Api, { clients }: StripeCallbackDeps): void {
  // The signature covers the raw bytes.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  app.post(
    '/callbacks/stripe/:segment',
    { config: { permission: 'public' }, schema: { params: Type.Object({ segment: Type.String() }), hide: true } },
    async (request) => {
      const { segment } = request.params;
      if (!/^[0-9A-Za-z]{22,64}$/.test(segment)) throw notFound('Callback not found');
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const header = request.headers['stripe-signature'];
      const signature = typeof header === 'string' ? header : '';
      await clients.stripeAccounts.receiveStripeEvent({ segment, signature, body }, { requestId: request.id });
      return {};
    },
  );
}
