import type { FastifyRequest } from 'fastify';
import type { MemberCaller } from '../../../managing-members/member-service';
import type { Route, RouteGroup } from '../../edge/api';
import { callContext, principal } from '../../edge/request';
import { idBody, idFrom, idQuery } from '../../fields/id';
import { chooseLanguage } from '../../pages/words/language';
import { list, listAnswer, ok, recordAnswer } from '../envelope';
import { pageRequest } from '../lists';
import { MemberInvite, MemberList, MemberRecord, MemberUpdate, RemovedMember, RevokedKeys } from './members-schemas';

const tags = ['Members'];

function readCaller(request: FastifyRequest): MemberCaller {
  const { actor, permissions } = principal(request);
  return { actor, permissions, context: callContext(request) };
}

const inviteMemberRoute: Route = (app, { members }) => {
  app.post(
    '/members/invite',
    {
      config: { permission: 'MEMBER:CREATE' },
      schema: {
        operationId: 'inviteMember',
        summary: 'Invite a person to the store',
        description:
          'The e-mail gets a link that works once, for seven days, and replaces an earlier one. The role can have no' +
          ' permission that the key lacks. Members belong to both environments.',
        tags,
        body: MemberInvite,
        response: recordAnswer(MemberRecord),
      },
    },
    async (request) => {
      const { email, role, language } = request.body;
      const inviterLanguage = chooseLanguage(request);
      const { tenant } = principal(request);
      return ok(await members.inviteMember({ tenant, email, role, language, inviterLanguage }, readCaller(request)));
    },
  );
};

const listMembersRoute: Route = (app, { members, clock }) => {
  app.get(
    '/members/list',
    {
      config: { permission: 'MEMBER:READ' },
      schema: {
        operationId: 'listMembers',
        summary: 'List the members of the store',
        description: 'Open invitations included, at most 100 together. Days are of real time.',
        tags,
        querystring: MemberList,
        response: listAnswer(MemberRecord),
      },
    },
    async (request) => {
      const { tenant } = principal(request);
      const page = pageRequest(request.query, clock.real());
      const { items, ...ends } = await members.listMembers({ tenant, page }, readCaller(request));
      return list(ends, items);
    },
  );
};

const updateMemberRoute: Route = (app, { members }) => {
  app.post(
    '/members/update',
    {
      config: { permission: 'MEMBER:UPDATE' },
      schema: {
        operationId: 'updateMember',
        summary: 'Change the role of a member',
        description:
          'Takes effect within a second. Neither the old nor the new role can have a permission that the key lacks, and' +
          ' the last owner stays one.',
        tags,
        body: MemberUpdate,
        response: recordAnswer(MemberRecord),
      },
    },
    async (request) => {
      const { id, role } = request.body;
      return ok(await members.updateMember({ tenant: principal(request).tenant, id, role }, readCaller(request)));
    },
  );
};

const removeMemberRoute: Route = (app, { members }) => {
  app.post(
    '/members/remove',
    {
      config: { permission: 'MEMBER:DELETE' },
      schema: {
        operationId: 'removeMember',
        summary: 'Remove a member',
        description:
          "Ends the person's access within a second, with the invitations that they made; the id of an open invitation" +
          ' withdraws it. The last owner stays. What concerns an owner takes a member who is signed in, and no key. The' +
          ' answer lists the API keys that the person made.',
        tags,
        querystring: idQuery,
        body: idBody,
        response: recordAnswer(RemovedMember),
      },
    },
    async (request) => {
      const { tenant } = principal(request);
      return ok(await members.removeMember({ tenant, id: idFrom(request) }, readCaller(request)));
    },
  );
};

const revokeKeysRoute: Route = (app, { members }) => {
  app.post(
    '/members/revoke-keys',
    {
      config: { permission: 'API_KEY:DELETE', guard: 'keysOfPerson' },
      schema: {
        operationId: 'revokeKeysOfMember',
        summary: 'Revoke all API keys of a person',
        description:
          'Of a member who is signed in. The live keys of both environments that the person made, or a key of theirs did,' +
          ' are refused within a second, for good; so after `members/remove`, whose answer names them.',
        tags,
        body: idBody,
        querystring: idQuery,
        response: recordAnswer(RevokedKeys),
      },
    },
    async (request) => {
      const { tenant } = principal(request);
      const { id, apiKeys } = await members.revokeKeys({ tenant, id: idFrom(request) }, readCaller(request));
      return ok({ id, apiKeys: [...apiKeys] });
    },
  );
};

export const membersRoutes: RouteGroup = [
  inviteMemberRoute,
  listMembersRoute,
  updateMemberRoute,
  removeMemberRoute,
  revokeKeysRoute,
];
