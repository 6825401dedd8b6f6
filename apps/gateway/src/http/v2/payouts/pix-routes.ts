import type { Route, RouteGroup } from '../../edge/api';
import { listAnswer, recordAnswer } from '../envelope';
import { createByKind, getByKind, listByKind } from './payouts-requests';
import { PixGet, PixList, PixSend, PixSent } from './payouts-schemas';

const tags = ['Pix'];
const kind = 'PAYOUT_KIND_TRANSFER';

const sendPixRoute: Route = (app, deps) => {
  const send = {
    config: { permission: 'WITHDRAW:CREATE' },
    schema: {
      operationId: 'sendPix',
      summary: 'Send money to any recipient',
      description:
        'Of a BR_CODE its key is paid, and an amount in it must be the amount. An externalId makes one send: the same amount and key answer it again.',
      tags,
      body: PixSend,
      response: recordAnswer(PixSent),
    },
  } as const;

  app.post('/pix/send', send, (request) => createByKind(deps, request, request.body, kind));

  app.post('/pix/create', { ...send, schema: { ...send.schema, hide: true } }, (request) =>
    createByKind(deps, request, request.body, kind),
  );
};

const getPixSendRoute: Route = (app, deps) => {
  app.get(
    '/pix/get',
    {
      config: { permission: 'WITHDRAW:READ' },
      schema: {
        operationId: 'getPixSend',
        summary: 'Get a Pix send',
        description: 'By id or externalId, which is one of your own sends unless subAccountId says whose it is.',
        tags,
        querystring: PixGet,
        response: recordAnswer(PixSent),
      },
    },
    (request) => getByKind(deps, request, request.query, kind),
  );
};

const listPixSendsRoute: Route = (app, deps) => {
  app.get(
    '/pix/list',
    {
      config: { permission: 'WITHDRAW:READ' },
      schema: {
        operationId: 'listPixSends',
        summary: 'List Pix sends',
        description: 'Money sent to any recipient, and what sub-accounts withdrew.',
        tags,
        querystring: PixList,
        response: listAnswer(PixSent),
      },
    },
    (request) => listByKind(deps, request, request.query, kind),
  );
};

/** Pix sends: to any recipient. */
export const pixRoutes: RouteGroup = [sendPixRoute, getPixSendRoute, listPixSendsRoute];
