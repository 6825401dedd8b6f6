import { NamedObject, WebhookRecord, WebhookStatus } from '@pitanga/records';
import { Type } from 'typebox';
import { Id, Name, TextFilter, Url } from '../../fields/fields';
import { listQuery } from '../lists';

const Secret = Type.String({
  minLength: 8,
  maxLength: 255,
  description:
    'Generated when left out. One of less than 32 characters answers a `Warning` header. The key is what `whsec_` and base64 encode, of any other text its own bytes in UTF-8.',
});

export const WebhookCreate = NamedObject('CreateWebhook', {
  name: Name,
  endpoint: Url,
  secret: Type.Optional(Secret),
  // The service removes duplicates and lists the valid names when it refuses one.
  events: Type.Array(Type.String(), {
    minItems: 1,
    maxItems: 50,
    examples: [['checkout.completed', 'transparent.completed']],
  }),
  v2: Type.Optional(Type.Boolean({ default: true, description: 'False: events in the v1 shape.' })),
  status: Type.Optional({
    ...WebhookStatus,
    description: 'ACTIVE when left out. DISABLED: it gets nothing before `toggle` enables it.',
  }),
  legacySecretHeader: Type.Optional(
    Type.Boolean({ default: false, description: 'Also send the secret in X-Webhook-Secret.' }),
  ),
  legacySecretQuery: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Also call the endpoint with the secret as `?webhookSecret=`. Receivers and proxies often log addresses: prefer the signature.',
    }),
  ),
});

/** Absent fields stay unchanged. */
export const WebhookUpdate = NamedObject('UpdateWebhook', {
  id: Type.Optional(Id),
  name: Type.Optional(Name),
  endpoint: Type.Optional(Url),
  events: Type.Optional({ ...WebhookCreate.properties.events, description: 'Takes the place of all.' }),
});

export const WebhookRotate = NamedObject('RotateWebhookSecret', {
  id: Type.Optional(Id),
  secret: Type.Optional(Secret),
});

export const WebhookTest = NamedObject('TestWebhook', {
  id: Type.Optional(Id),
  event: Type.Optional(
    Type.String({ maxLength: 64, description: 'One that the webhook takes; its first when left out.' }),
  ),
});

export const WebhookList = Type.Object({
  ...listQuery,
  id: Type.Optional(TextFilter),
  search: Type.Optional(
    Type.String({
      maxLength: 255,
      description: 'Contained in name, id or endpoint as shown, ignoring case and accents.',
    }),
  ),
});

export const CreatedWebhook = NamedObject('CreatedWebhook', {
  ...WebhookRecord.properties,
  secret: Type.String({ description: 'Signs every delivery. Answered this once.' }),
});

export const RotatedWebhook = NamedObject('RotatedWebhook', {
  ...CreatedWebhook.properties,
  previousSecretExpiresAt: Type.String({
    format: 'date-time',
    description: 'Until then the secret so far signs, too. Real time.',
  }),
});
