import { Type, type Static } from 'typebox';
import { Named, NamedObject, Nullable, Timestamp } from './schema';

const Redacted = (description: string) =>
  Nullable(
    Named(
      'RedactedFields',
      Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true, description }),
    ),
  );

const shown = '*** for every value that may tell of a person or be a secret. Null for none.';

/** One request to the API, as it was answered. */
export const RequestLogRecord = NamedObject('LoggedRequest', {
  id: Type.String(),
  requestId: Type.String({ description: 'X-Request-Id of the answer.' }),
  method: Type.String(),
  route: Type.String({ description: 'The path as the documents have it.' }),
  status: Type.Integer(),
  code: Nullable(Type.String({ description: 'Of an error.' })),
  ms: Type.Integer({ description: 'Milliseconds from the first header to the last byte of the answer.' }),
  keyId: Nullable(Type.String({ description: 'The API key. Null for a person in the dashboard.' })),
  userId: Nullable(Type.String({ description: 'The person in the dashboard. Null for a key.' })),
  query: Redacted(`The query: ${shown}`),
  body: Redacted(`The body: ${shown}`),
  devMode: Type.Boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type RequestLogRecord = Static<typeof RequestLogRecord>;
