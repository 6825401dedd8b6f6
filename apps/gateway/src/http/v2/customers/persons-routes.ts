import { Readable } from 'node:stream';
import { fromWire } from '@pitanga/contracts';
import { invalidArgument } from '@pitanga/core';
import type { FastifyRequest } from 'fastify';
import type { PersonRequest } from '../../../persons/person-rights';
import type { Route, RouteGroup } from '../../edge/api';
import { callContext, principal } from '../../edge/request';
import { ok, recordAnswer } from '../envelope';
import { erasureWaits, PersonBody, PersonErasure, PersonExport, PersonQuery } from './persons-schemas';

const tags = ['Customers'];

const exportPersonRoute: Route = (app, { persons }) => {
  app.get(
    '/customers/export',
    {
      config: { permission: 'CUSTOMER:READ' },
      schema: {
        operationId: 'exportCustomer',
        summary: 'Export everything about a person',
        description:
          'A copy of everything that is held about a customer, or about everybody with a tax id, in this store and ' +
          'environment: send either `id` or `taxId`. The answer is streamed; one that ends early is no valid JSON.',
        tags,
        querystring: PersonQuery,
        response: recordAnswer(PersonExport),
      },
    },
    async (request, reply) => {
      const pieces = await persons.exportPerson(personRequest(request, request.query));
      // A stream is not serialized again, so the route writes its envelope itself.
      const answer = Readable.from(enveloped(pieces), { objectMode: false });
      return reply.type('application/json; charset=utf-8').send(answer as never);
    },
  );
};

const erasePersonRoute: Route = (app, { persons }) => {
  app.post(
    '/customers/erase',
    {
      config: { permission: 'CUSTOMER:DELETE' },
      schema: {
        operationId: 'eraseCustomer',
        summary: 'Erase a person',
        description:
          'Irreversible: removes the personal data of a customer, or of everybody with a tax id, from every record. ' +
          'Amounts and ids stay. Send either `id` or `taxId`. It is complete within a minute, except for what ' +
          '`waitsFor` names; a repeat answers how far it is.',
        tags,
        body: PersonBody,
        response: recordAnswer(PersonErasure),
      },
    },
    async (request) => {
      const erased = await persons.erasePerson(personRequest(request, request.body));
      return ok({
        customerIds: erased.customerIds,
        requestedAt: erased.requestedAt?.toISOString() ?? null,
        waitsFor: erased.waitsFor.map((wait) => fromWire('ERASURE_WAIT', erasureWaits, wait)),
      });
    },
  );
};

export const personsRoutes: RouteGroup = [exportPersonRoute, erasePersonRoute];

function personRequest(
  request: FastifyRequest,
  { id, taxId }: { readonly id?: string | undefined; readonly taxId?: string | undefined },
): PersonRequest {
  if ((id === undefined) === (taxId === undefined)) throw invalidArgument('Send either id or taxId');
  const { tenant, actor } = principal(request);
  return { tenant, actor, key: { customerId: id, taxId }, context: callContext(request) };
}

async function* enveloped(pieces: AsyncIterable<string>): AsyncGenerator<Buffer> {
  yield Buffer.from('{"data":');
  for await (const piece of pieces) yield Buffer.from(piece);
  yield Buffer.from(',"success":true,"error":null}');
}
