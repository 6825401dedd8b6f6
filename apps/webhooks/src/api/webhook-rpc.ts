import {
  CreateWebhookResponse,
  DeleteWebhookResponse,
  pageFromWire,
  pageToWire,
  RotateWebhookSecretResponse,
  SendTestEventResponse,
  ToggleWebhookResponse,
  toWire,
  UpdateWebhookResponse,
  type Webhook as WebhookMessage,
  type WebhookServiceDefinition,
} from '@pitanga/contracts';
import { isSealed, sealedResponse, writeOnce, writeOncePrepared, type ResponseCodec } from '@pitanga/database';
import type { RpcHandlers, TenantCall } from '@pitanga/rpc';
import type { Sealer } from '@pitanga/runtime';
import type { Dispatcher } from '../delivering/dispatcher';
import type { Deps } from '../deps';
import { publicStatus, type Webhook } from '../endpoints/webhook';
import { getWebhook, listWebhooks } from '../endpoints/webhook-repository';
import { checkInputAndAddress, createWebhook } from '../managing/create-webhook';
import { deleteWebhook } from '../managing/delete-webhook';
import { rotateWebhookSecret } from '../managing/rotate-secret';
import { sendTestEvent } from '../managing/send-test-event';
import { toggleWebhook } from '../managing/toggle-webhook';
import { checkWebhookChanges, updateWebhook } from '../managing/update-webhook';
import { deliveryToMessage } from './delivery-rpc';

export function webhookHandlers(
  deps: Deps,
  dispatcher: Pick<Dispatcher, 'wake'>,
): RpcHandlers<WebhookServiceDefinition> {
  return {
    createWebhook: (request, call) =>
      writeOncePrepared(deps, call, sealedSecret(deps.sealer, call, CreateWebhookResponse), {
        prepare: () => checkInputAndAddress(deps, call.tenant, request),
        work: async (tx, input) => {
          const { webhook, secret } = await createWebhook(tx, call.tenant, input);
          return { webhook: toMessage(webhook), secret };
        },
      }),

    getWebhook: async ({ id }, { tenant }) => ({ webhook: toMessage(await getWebhook(deps.db, tenant, id)) }),

    listWebhooks: async ({ page, id, search }, { tenant }) => {
      const webhooks = await listWebhooks(deps.db, tenant, pageFromWire(page), { id, search });
      return { webhooks: webhooks.items.map(toMessage), page: pageToWire(webhooks) };
    },

    updateWebhook: ({ id, name, endpoint, events }, call) =>
      writeOncePrepared(deps, call, UpdateWebhookResponse, {
        prepare: () => checkWebhookChanges(deps, call.tenant, id, { name, endpoint, events }),
        work: async (tx, changes) => ({
          webhook: toMessage(await updateWebhook(tx, call.tenant, id, changes)),
        }),
      }),

    deleteWebhook: ({ id }, call) =>
      writeOnce(deps, call, DeleteWebhookResponse, async (tx) => ({
        webhook: toMessage(await deleteWebhook(tx, call.tenant, id)),
      })),

    toggleWebhook: ({ id }, call) =>
      writeOnce(deps, call, ToggleWebhookResponse, async (tx) => ({
        webhook: toMessage(await toggleWebhook(tx, call.tenant, id)),
      })),

    rotateWebhookSecret: ({ id, secret }, call) =>
      writeOnce(deps, call, sealedSecret(deps.sealer, call, RotateWebhookSecretResponse), async (tx) => {
        const rotated = await rotateWebhookSecret(tx, call.tenant, id, secret);
        return { ...rotated, webhook: toMessage(rotated.webhook) };
      }),

    sendTestEvent: async ({ id, event }, call) => {
      const response = await writeOnce(deps, call, SendTestEventResponse, async (tx) => {
        const delivery = await sendTestEvent(tx, call.tenant, id, event);
        return { delivery: deliveryToMessage(tx.clock, call.tenant, delivery) };
      });
      dispatcher.wake();
      return response;
    },
  };
}

function toMessage(webhook: Webhook): WebhookMessage {
  const { id, devMode, name, endpoint, v2, createdAt, updatedAt } = webhook;
  const status = toWire('WEBHOOK_STATUS', publicStatus(webhook.status));
  return { id, devMode, name, endpoint, events: [...webhook.events], v2, status, createdAt, updatedAt };
}

/**
 * Seals the response stored for a repeated Idempotency-Key, because it contains the secret. In format 1 only the secret
 * is sealed, which the previous release can read.
 */
function sealedSecret<R extends { readonly secret: string }>(
  sealer: Sealer,
  { tenant, idempotency }: Pick<TenantCall, 'tenant' | 'idempotency'>,
  codec: ResponseCodec<R>,
): ResponseCodec<R> {
  const whole = sealedResponse(sealer, tenant, idempotency, codec);
  const place = ['idempotency_keys', 'response', tenant.storeId] as const;
  const secretOnly: ResponseCodec<R> = {
    encode: (response) => codec.encode({ ...response, secret: sealer.seal(response.secret, place).toString('base64') }),
    decode: (bytes) => {
      const response = codec.decode(bytes);
      return { ...response, secret: sealer.open(Buffer.from(response.secret, 'base64'), place) };
    },
  };
  return {
    encode: (response) => (sealer.format === 1 ? secretOnly : whole).encode(response),
    decode: (bytes) => (isSealed(bytes) ? whole : secretOnly).decode(bytes),
  };
}
