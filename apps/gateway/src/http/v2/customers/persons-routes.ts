import { Readable } from 'node:stream';
import { fromWire } from '@pitanga/contracts';
import { invalidArgument } from '@pitanga/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { exportPermissions } from '../../../persons/export-sections';
import type { PersonRequest, PersonRights } from '../../../persons/person-rights';
import type { Route, RouteGroup } from '../../edge/api';
import { callContext, principal } from '../../edge/request';
import { ok, recordAnswer } from '../envelope';
import { EraseBody, erasureWaits, ExportBody, ExportQuery, PersonErasure, PersonExport } from './persons-schemas';

const tags = ['Customers'];

/** Every kind of record in the answer is read elsewhere by a permission of its own. */
const exportGuard = { permission: 'CUSTOMER:READ', alsoNeeds: exportPermissions, guard: 'personalData' } as const;
const streamed = 'The answer is streamed; one that ends early is no valid JSON.';

const exportCustomerRoute: Route = (app, { persons }) => {
  app.get(
    '/customers/export',
    {
      config: exportGuard,
      schema: {
        operationId: 'exportCustomer',
        summary: 'Export everything about a customer',
        description: `A copy of everything that is held about a customer in this store and environment. ${streamed}`,
        tags,
        querystring: ExportQuery,
        response: recordAnswer(PersonExport),
      },
      preValidation: refuseTaxIdInUrl,
    },
    (request, reply) => sendExport(persons, personRequest(request, request.query), reply),
  );
};

const exportPersonRoute: Route = (app, { persons }) => {
  app.post(
    '/customers/export',
    {
      config: exportGuard,
      schema: {
        operationId: 'exportPerson',
        summary: 'Export everything about a person',
        description:
          'A copy of everything that is held about a customer, or about everybody with a tax id, in this store and ' +
          `environment: send either \`id\` or \`taxId\`, in the body. ${streamed}`,
        tags,
        body: ExportBody,
        response: recordAnswer(PersonExport),
      },
      preValidation: refuseTaxIdInUrl,
    },
    (request, reply) => sendExport(persons, personRequest(request, request.body), reply),
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
        body: EraseBody,
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

export const personsRoutes: RouteGroup = [exportCustomerRoute, exportPersonRoute, erasePersonRoute];

/** Proxies and browsers keep URLs. */
function refuseTaxIdInUrl({ query }: FastifyRequest, _reply: unknown, done: (error?: Error) => void): void {
  const isThere = Object.hasOwn(query as object, 'taxId');
  done(isThere ? invalidArgument('Send taxId in the body of POST /v2/customers/export, never in a URL') : undefined);
}

/** A stream is not serialized again, so it writes its envelope itself. */
async function sendExport(persons: PersonRights, request: PersonRequest, reply: FastifyReply): Promise<never> {
  const pieces = await persons.exportPerson(request);
  const answer = Readable.from(enveloped(pieces), { objectMode: false });
  return reply.type('application/json; charset=utf-8').send(answer) as never;
}

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
