import { Named, NamedObject, Nullable, OneOf } from '@pitanga/records';
import { Type, type Static } from 'typebox';
import type { AuditEntry } from '../../../audit/audit-entry';
import type { Route, RouteGroup } from '../../edge/api';
import { principal } from '../../edge/request';
import { list, listAnswer } from '../envelope';
import { listQuery, pageRequest } from '../lists';

const state = (description: string) =>
  Named(
    'AuditedFields',
    Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true, description }),
  );

const AuditEntryRecord = NamedObject('AuditEntry', {
  id: Type.String(),
  action: Type.String({ examples: ['api_key.revoked'] }),
  actor: NamedObject('AuditActor', {
    kind: OneOf('AuditActorKind', ['KEY', 'PUBLIC_KEY', 'USER', 'OPERATOR']),
    id: Type.String({ description: 'Of the key or user; of an operator, the name of the account.' }),
  }),
  target: NamedObject('AuditTarget', { type: Type.String({ examples: ['api_key'] }), id: Type.String() }),
  devMode: Nullable(Type.Boolean({ description: 'null: both environments.' })),
  before: Nullable(state('What the change replaced, without secrets and personal data.')),
  after: Nullable(state('What it wrote.')),
  requestId: Type.String(),
  seq: Type.Integer({ description: '1, 2, 3 … in the log of the store, without a gap.' }),
  hash: Type.String({ description: 'SHA-256 of the entry and the hash of the one before it.' }),
  createdAt: Type.String({ format: 'date-time', description: 'Real time.' }),
});

const AuditLogList = Type.Object({
  ...listQuery,
  id: Type.Optional(Type.String({ maxLength: 255, description: 'Of one entry.' })),
  action: Type.Optional(Type.String({ maxLength: 100, examples: ['store.updated'] })),
  actorId: Type.Optional(Type.String({ maxLength: 255 })),
  targetId: Type.Optional(Type.String({ maxLength: 255 })),
});

const listAuditLogRoute: Route = (app, { auditLog, clock }) => {
  app.get(
    '/audit-log/list',
    {
      config: { permission: 'AUDIT_LOG:READ' },
      schema: {
        operationId: 'listAuditLog',
        summary: 'List the audit log',
        description:
          'Every privileged act of keys, people and operators on the store, newest first. Entries never change: each has ' +
          'the hash of the one before it.',
        tags: ['Audit log'],
        querystring: AuditLogList,
        response: listAnswer(AuditEntryRecord),
      },
    },
    async (request) => {
      const { tenant } = principal(request);
      const { id, action, actorId, targetId } = request.query;
      // Days of real time: the log does not follow the test clock.
      const page = pageRequest(request.query, clock.real());
      const { items, ...ends } = await auditLog.list({ tenant, page, filter: { id, action, actorId, targetId } });
      return list(ends, items.map(auditEntryRecord));
    },
  );
};

export const auditLogRoutes: RouteGroup = [listAuditLogRoute];

function auditEntryRecord(entry: AuditEntry): Static<typeof AuditEntryRecord> {
  const parsed = (text: string | undefined) =>
    text === undefined ? null : (JSON.parse(text) as Record<string, unknown>);
  return {
    id: entry.id,
    action: entry.action,
    actor: { kind: entry.actorKind, id: entry.actorId },
    target: { type: entry.targetType, id: entry.targetId },
    devMode: entry.devMode ?? null,
    before: parsed(entry.before),
    after: parsed(entry.after),
    requestId: entry.requestId,
    seq: entry.seq,
    hash: entry.hash.toString('hex'),
    createdAt: entry.at.toISOString(),
  };
}
