import { findBreak, hashEntry, noHash, type AuditEntry } from './audit-entry';

function anEntry(over: Partial<AuditEntry> = {}): AuditEntry {
  const entry = {
    chain: 'store_1',
    seq: 1,
    id: 'aud_1',
    at: new Date('2026-11-22T12:00:00.000Z'),
    actorKind: 'USER' as const,
    actorId: 'user_1',
    action: 'api_key.revoked',
    targetType: 'API_KEY',
    targetId: 'key_1',
    devMode: true,
    before: '{"status":"ACTIVE"}',
    after: undefined,
    requestId: 'req_1',
    previousHash: noHash,
    ...over,
  };
  return { ...entry, hash: over.hash ?? hashEntry(entry) };
}

const start = { seq: 0, hash: noHash };

describe('a chain of audit entries', () => {
  it('holds from its start through every entry', () => {
    const first = anEntry();
    const second = anEntry({ seq: 2, id: 'aud_2', previousHash: first.hash });
    expect(findBreak(first, start)).toBeUndefined();
    expect(findBreak(second, first)).toBeUndefined();
  });

  const changes: [string, Partial<AuditEntry>][] = [
    ['actor', { actorId: 'user_2' }],
    ['action', { action: 'api_key.created' }],
    ['instant', { at: new Date('2026-11-22T12:00:00.001Z') }],
    ['environment', { devMode: undefined }],
    ['state before', { before: '{"status":"REVOKED"}' }],
    ['request', { requestId: 'req_2' }],
  ];
  it.each(changes)('breaks when the %s of an entry is changed', (_field, change) => {
    const entry = anEntry();
    expect(findBreak({ ...entry, ...change }, start)).toContain('does not have the content');
  });

  it('breaks when an entry is missing, repeated or exchanged', () => {
    const first = anEntry();
    const second = anEntry({ seq: 2, previousHash: first.hash });
    const other = anEntry({ actorId: 'user_2' });
    expect(findBreak(second, start)).toContain('does not follow entry 0');
    expect(findBreak(first, first)).toContain('does not follow entry 1');
    expect(findBreak(second, other)).toContain('another hash');
  });
});
