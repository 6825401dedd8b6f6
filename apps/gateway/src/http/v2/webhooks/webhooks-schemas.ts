import { Type } from 'typebox';
import { Name, OneOf, TextFilter, Url } from '../../fields';
import { Timestamp } from '../../schemas';
import { listQuery } from '../lists';

export const WebhookCreate = Type.Object({
  name: Name,
  endpoint: Url,
  secret: Type.Optional(Type.String({ minLength: 32, maxLength: 255, description: 'Generated when left out.' })),
  events: Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
    minItems: 1,
    maxItems: 50,
    uniqueItems: true,
    examples: [['checkout.completed', 'transparent.completed']],
  }),
  v2: Type.Optional(Type.Boolean({ default: true, description: 'False: events in the v1 shape.' })),
  legacySecretHeader: Type.Optional(
    Type.Boolean({ default: false, description: 'Also send the secret in X-Webhook-Secret.' }),
  ),
});

export const WebhookList = Type.Object({
  ...listQuery,
  id: Type.Optional(TextFilter),
  search: Type.Optional(Type.String({ maxLength: 255, description: 'Matches name, id or endpoint.' })),
});

export const Webhook = Type.Object({
  id: Type.String(),
  name: Type.String(),
  endpoint: Type.String(),
  events: Type.Array(Type.String()),
  devMode: Type.Boolean(),
  v2: Type.Boolean(),
  status: OneOf(['ACTIVE', 'DISABLED']),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});

export const CreatedWebhook = Type.Object({
  ...Webhook.properties,
  secret: Type.String({ description: 'Signs every delivery. Answered this once.' }),
});
