import { EventRecord, Named, NamedObject, UnionOf } from '@pitanga/records';
import { Type, type TObject, type TSchema } from 'typebox';

/** The events of a version's webhooks: the schema of `data` and an example of each. */
export interface PublishedEvents {
  readonly data: Readonly<Record<string, TSchema>>;
  readonly examples: Readonly<Record<string, (devMode: boolean) => object>>;
  /** Fields of the body that only this version has. */
  readonly root: Readonly<Record<string, TSchema>>;
}

const exampleId = 'log_0VyCLbX8WzX1cV5bN8mQ2wE6';

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  description,
  required: true,
  schema: { type: 'string' },
});

const parameters = [
  header('webhook-id', 'The `id` of the body, the same on every attempt: keep it to know a repeat.'),
  header('webhook-timestamp', 'Seconds since the epoch, of this attempt.'),
  header(
    'webhook-signature',
    'Standard Webhooks: `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`; two of them while a secret rotates.',
  ),
  header('x-webhook-signature', 'The base64 HMAC-SHA256 of the body.'),
];

const responses = {
  '2XX': { description: 'Received: answer within 30 seconds.' },
  '410': { description: 'Gone: the webhook is disabled.' },
  default: { description: '408, 429 and 5xx are tried again by the retry table; anything else is final.' },
};

/** The `webhooks` section of a version's OpenAPI document, with an example of every body. */
export function webhookSection({ data, examples, root }: PublishedEvents): Record<string, object> {
  const entries = Object.entries(data).map(([event, schema]) => {
    const example = { id: exampleId, event, ...constants(root), devMode: true, data: examples[event]?.(true) };
    const post = {
      operationId: `on${pascalCase(event)}`,
      summary: event,
      tags: ['Events'],
      security: [],
      parameters,
      requestBody: {
        required: true,
        content: { 'application/json': { schema: eventBody(event, root, schema), example } },
      },
      responses,
    };
    return [event, { post }] as const;
  });
  return Object.fromEntries(entries);
}

/** `PlanChanged` for plan.changed or plan_changed. */
function pascalCase(event: string): string {
  const words = event.split(/[._]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return words.join('');
}

/** Any body of a version, documented as the union by `event`. */
export function anyEvent({ data, root }: PublishedEvents): TSchema {
  const bodies = Object.entries(data).map(([event, schema]) => [event, eventBody(event, root, schema)]);
  const event = Type.String();
  return UnionOf(
    'WebhookEvent',
    'event',
    Type.Object({ event }),
    Object.fromEntries(bodies) as Record<string, TObject>,
  );
}

/** An event of the list of events, documented as the union by `event`. */
export function recordedEvent({ data, root }: PublishedEvents): typeof EventRecord {
  const kinds = Object.entries(data).map(([event, schema]) => {
    const properties = {
      ...EventRecord.properties,
      event: Type.Literal(event),
      ...root,
      data: eventData(event, schema),
    };
    return [event, NamedObject(`${pascalCase(event)}EventRecord`, properties)] as const;
  });
  return UnionOf('Event', 'event', EventRecord, Object.fromEntries(kinds));
}

/** The fields of a body, in order. */
function eventBody(event: string, root: PublishedEvents['root'], data: TSchema): TObject {
  return NamedObject(`${pascalCase(event)}Event`, {
    id: Type.String({ pattern: '^log_[0-9A-Za-z]{24}$', description: 'The log id: the same on every attempt.' }),
    event: Type.Literal(event),
    ...root,
    devMode: Type.Boolean(),
    test: Type.Optional(Type.Literal(true, { description: 'Only on events sent by POST /v2/webhooks/test.' })),
    data: eventData(event, data),
  });
}

function eventData(event: string, data: TSchema): TSchema {
  return Named(`${pascalCase(event)}Data`, data);
}

function constants(root: PublishedEvents['root']): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(root).map(([name, schema]) => [name, (schema as { const?: unknown }).const]),
  );
}
