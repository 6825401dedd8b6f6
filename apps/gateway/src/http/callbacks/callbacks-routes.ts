import type { BankPayoutsServiceDefinition, PixAccountServiceDefinition } from '@pitanga/contracts';
import type { RpcClient } from '@pitanga/rpc';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Guesses } from '../edge/admission/guesses';
import type { Api } from '../edge/api';
import { receiveAt } from './known-segment';

export interface CallbackDeps {
  readonly segmentGuesses: Guesses;
  readonly clients: {
    readonly pixAccounts: Pick<RpcClient<PixAccountServiceDefinition>, 'receivePixCallback'>;
    readonly bankPayouts: Pick<RpcClient<BankPayoutsServiceDefinition>, 'receiveBankNotice'>;
  };
}

const publicRoute = {
  config: { permission: 'public' },
  schema: { params: Type.Object({ segment: Type.String() }), hide: true },
} as const;

/**
 * Receives banks' notifications about Pix payments, authorisations and automatic charges. The address is the credential; the content is stored and then read
 * again from the bank, never trusted. Banks call the registered address to test it, and with
 * `/pix`, `/rec` or `/cobr` to notify.
 */
export function callbacksRoutes(app: Api, { clients, segmentGuesses }: CallbackDeps): void {
  // Accepts any content type: a bank would only repeat a refused body.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  const receive = async (request: FastifyRequest<{ Params: { segment: string } }>): Promise<object> => {
    const { segment } = request.params;
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const context = { requestId: request.id };
    const { senderStoreId: storeId } = await receiveAt(segmentGuesses, request, segment, () =>
      clients.pixAccounts.receivePixCallback({ segment, body }, context),
    );
    // Some banks name at this address what the account has sent, too.
    if (storeId !== undefined) await clients.bankPayouts.receiveBankNotice({ storeId, body }, context);
    return {};
  };
  app.post('/callbacks/bacen-pix/:segment', publicRoute, receive);
  for (const kind of ['pix', 'rec', 'cobr']) app.post(`/callbacks/bacen-pix/:segment/${kind}`, publicRoute, receive);
}
