import { required, toWire } from '@pitanga/contracts';
import { disputeFileRecord, DisputeFileRecord, disputeRecord, DisputeRecord } from '@pitanga/records';
import type { Route, RouteGroup } from '../../edge/api';
import { callContext, principal } from '../../edge/request';
import { wireFilter } from '../../fields/fields';
import { idFrom, idQuery } from '../../fields/id';
import { list, listAnswer, ok, recordAnswer } from '../envelope';
import { pageRequest } from '../lists';
import { DisputeAnswer, DisputeFileBody, DisputeFileId, DisputeList, fileBodyBytesMax } from './disputes-schemas';

const tags = ['Disputes'];

const getDisputeRoute: Route = (app, { clients }) => {
  app.get(
    '/disputes/get',
    {
      config: { permission: 'DISPUTE:READ' },
      schema: {
        operationId: 'getDispute',
        summary: 'Get a dispute',
        tags,
        querystring: idQuery,
        response: recordAnswer(DisputeRecord),
      },
    },
    async (request) => {
      const asked = { tenant: principal(request).tenant, id: idFrom(request) };
      const { dispute } = await clients.disputes.getDispute(asked, callContext(request));
      return ok(disputeRecord(required(dispute, 'dispute')));
    },
  );
};

const listDisputesRoute: Route = (app, { clients, clock }) => {
  app.get(
    '/disputes/list',
    {
      config: { permission: 'DISPUTE:READ' },
      schema: {
        operationId: 'listDisputes',
        summary: 'List disputes',
        description: 'Of charges of every kind, newest first.',
        tags,
        querystring: DisputeList,
        response: listAnswer(DisputeRecord),
      },
    },
    async (request) => {
      const { tenant } = principal(request);
      const { chargeId, status } = request.query;
      const asked = {
        tenant,
        page: pageRequest(request.query, clock.now(tenant)),
        chargeId,
        state: wireFilter('DISPUTE_STATE', status),
      };
      const { disputes, page } = await clients.disputes.listDisputes(asked, callContext(request));
      return list(page, disputes.map(disputeRecord));
    },
  );
};

const answerDisputeRoute: Route = (app, { clients }) => {
  app.post(
    '/disputes/answer',
    {
      config: { permission: 'DISPUTE:UPDATE' },
      schema: {
        operationId: 'answerDispute',
        summary: 'Answer a dispute',
        description:
          'Sends texts, and the files that were added, to the provider of the charge, which passes them on to the payer’s ' +
          'bank. A submitted answer cannot be changed, and most banks take one; without submit the texts are a draft ' +
          'there, and the files wait here. The answer is SENDING while the provider does not take it, and is sent again ' +
          'by itself. Our records keep neither texts nor files once it is sent. `accepts` of the dispute says what its ' +
          'provider takes.',
        tags,
        body: DisputeAnswer,
        response: recordAnswer(DisputeRecord),
      },
    },
    async (request) => {
      const { id, evidence, submit = true } = request.body;
      const asked = { tenant: principal(request).tenant, id, evidence, submit };
      const { dispute } = await clients.disputes.answerDispute(asked, callContext(request));
      return ok(disputeRecord(required(dispute, 'dispute')));
    },
  );
};

const addDisputeFileRoute: Route = (app, { clients }) => {
  app.post(
    '/disputes/add-file',
    {
      bodyLimit: fileBodyBytesMax,
      config: { permission: 'DISPUTE:UPDATE' },
      schema: {
        operationId: 'addDisputeFile',
        summary: 'Add a file to the answer of a dispute',
        description:
          'Keeps a JPEG, PNG or PDF for the next answer that is submitted, encrypted; what it is follows from its content, ' +
          'whatever its name says. `accepts` of the dispute says how many and how large its provider takes. It is deleted ' +
          'when the provider has it, when it is removed, and when the dispute takes no answer any more.',
        tags,
        body: DisputeFileBody,
        response: recordAnswer(DisputeFileRecord),
      },
    },
    async (request) => {
      const { id: disputeId, kind, name, content } = request.body;
      const asked = {
        tenant: principal(request).tenant,
        disputeId,
        kind: toWire('DISPUTE_FILE_KIND', kind),
        name,
        content: Buffer.from(content, 'base64'),
      };
      const { file } = await clients.disputes.addDisputeFile(asked, callContext(request));
      return ok(disputeFileRecord(required(file, 'file')));
    },
  );
};

const removeDisputeFileRoute: Route = (app, { clients }) => {
  app.post(
    '/disputes/remove-file',
    {
      config: { permission: 'DISPUTE:UPDATE' },
      schema: {
        operationId: 'removeDisputeFile',
        summary: 'Remove a file from the answer of a dispute',
        description: 'Deletes a file that no answer has taken along.',
        tags,
        body: DisputeFileId,
        response: recordAnswer(DisputeFileRecord),
      },
    },
    async (request) => {
      const asked = { tenant: principal(request).tenant, id: request.body.id };
      const { file } = await clients.disputes.removeDisputeFile(asked, callContext(request));
      return ok(disputeFileRecord(required(file, 'file')));
    },
  );
};

export const disputesRoutes: RouteGroup = [
  getDisputeRoute,
  listDisputesRoute,
  answerDisputeRoute,
  addDisputeFileRoute,
  removeDisputeFileRoute,
];
