import { firstPage, page, type Operation } from './operation';

const member = {
  id: 'user_0VyCLbX8WtQ4zN7kR2mS5vB1',
  email: 'ana@example.com',
  role: 'FINANCE',
  status: 'ACTIVE',
  createdAt: '2026-11-20T15:00:00.000Z',
  updatedAt: '2026-11-20T15:00:00.000Z',
  expiresAt: null,
};
const invited = {
  ...member,
  id: 'invi_0VyCLbX8WtQ4zN7kR2mS5vB1',
  status: 'INVITED',
  expiresAt: '2026-11-27T15:00:00.000Z',
};

const removed = {
  ...member,
  apiKeys: [
    {
      id: 'key_0VyCLbX8WtQ4zN7kR2mS5vB1',
      devMode: false,
      description: 'Servidor da loja',
      permissions: ['CHECKOUT:CREATE', 'CHECKOUT:READ'],
      prefix: 'pit_prod_',
      lastFour: 'x7Qe',
    },
  ],
};

/** The people of a store. */
export const memberOperations: readonly Operation[] = [
  {
    call: 'POST /v2/members/invite',
    key: 'production',
    body: { email: 'ana@example.com', role: 'FINANCE', language: 'en' },
    answers: { 'members.inviteMember': invited },
    request: { email: 'ana@example.com', role: 'FINANCE', language: 'en', inviterLanguage: 'pt-BR' },
    data: invited,
  },
  {
    call: 'GET /v2/members/list',
    answers: { 'members.listMembers': { items: [member, invited], ...page } },
    request: { page: firstPage },
    data: [member, invited],
  },
  {
    call: 'POST /v2/members/update',
    key: 'production',
    body: { id: member.id, role: 'FINANCE' },
    answers: { 'members.updateMember': member },
    request: { id: member.id, role: 'FINANCE' },
    data: member,
  },
  {
    call: 'POST /v2/members/remove',
    key: 'production',
    body: { id: member.id },
    answers: { 'members.removeMember': removed },
    request: { id: member.id },
    data: removed,
  },
  {
    call: 'POST /v2/members/revoke-keys',
    key: 'member',
    body: { id: member.id },
    answers: { 'members.revokeKeys': { id: member.id, apiKeys: removed.apiKeys } },
    request: { id: member.id },
    data: { id: member.id, apiKeys: removed.apiKeys },
  },
];
