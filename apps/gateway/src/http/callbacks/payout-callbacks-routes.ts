import type { PayoutServiceDefinition } from '@pitanga/contracts';
import { notFound } from '@pitanga/core';
import type { RpcClient } from '@pitanga/rpc';
import { Type } from 'typebox';
import type { Api } from '../edge/api';

export interface PayoutCallbackDeps {
  readonly clients: { readonly payouts: Pick<RpcClient<PayoutServiceDefinition>, 'receivePayoutCallback'> };
}

/**
 * Receives payout providers' notifications. They are signed, so they come to the public port; the content is never
 * trusted, the provider is queried.
 */
export function payoutCallbacksRoutes(app: Api, { clients }: PayoutCallbackDeps): void {
  // The signature covers the raw bytes.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  app.post(
    '/callbacks/payouts/:segment',
    { config: { permission: 'public' }, schema: { params: Type.Object({ segment: Type.String() }), hide: true } },
    async (request) => {
      const { segment } = request.params;
      if (!/^[0-9A-Za-z]{22,64}$/.test(segment)) throw notFound('Callback not found');
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const timestamp = headerText(request.headers['x-payout-timestamp']);
      const signature = headerText(request.headers['x-payout-signature']);
      await clients.payouts.receivePayoutCallback({ segment, body, timestamp, signature }, { requestId: request.id });
      return {};
    },
  );
}

function headerText(value: string | string[] | undefined): string {
  return typeof value === 'string' ? value : '';
}
