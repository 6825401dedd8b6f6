import type { AuditFact } from './audit-entry';

/** The actor and the request of a change, as its audit entry names them. */
export type Cause = Pick<AuditFact, 'actor' | 'requestId'>;
