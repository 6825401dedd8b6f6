import { required } from '@pitanga/contracts';
import { deliveryRecord, DeliveryRecord, webhookRecord, WebhookRecord } from '@pitanga/records';
import type { Static } from 'typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuditLog } from '../../../audit/audit-list';
import type { Route, RouteGroup } from '../../edge/api';
import { warn } from '../../edge/input/warnings';
import { callContext, principal } from '../../edge/request';
import { idBody, idFrom, idQuery } from '../../fields/id';
import { addressDifference } from '../../both-versions/production-differences';
import { list, ok, listAnswer, recordAnswer } from '../envelope';
import { pageRequest } from '../lists';
import {
  CreatedWebhook,
  RotatedWebhook,
  WebhookCreate,
  WebhookList,
  WebhookRotate,
  WebhookTest,
  WebhookUpdate,
} from './webhooks-schemas';

const tags = ['Webhooks'];

/** A secret that is shorter than ours can be guessed from what it signs. */
function warnOfShortSecret(reply: FastifyReply, secret: string | undefined): void {
  if (secret === undefined || Array.from(secret).length >= safeSecretLength) return;
  warn(reply, `Property 'secret' is easily guessed: ${String(safeSecretLength)} random characters or more are safe`);
}

const safeSecretLength = 32;

const createWebhookRoute: Route = (app, { clients, auditLog }) => {
  app.post(
    '/webhooks/create',
    {
      config: {
        permission: 'WEBHOOK:CREATE',
        differsInProduction: ({ endpoint }: Static<typeof WebhookCreate>) => [
          addressDifference('endpoint', endpoint, true),
        ],
      },
      schema: {
        operationId: 'createWebhook',
        summary: 'Create a webhook',
        description:
          'Registers an endpoint that receives events. In production its host name must resolve to public addresses now.',
        tags,
        body: WebhookCreate,
        response: recordAnswer(CreatedWebhook),
      },
    },
    async (request, reply) => {
      const { name, endpoint, secret, events, v2, status, legacySecretHeader, legacySecretQuery } = request.body;
      warnOfShortSecret(reply, secret);
      const created = await clients.webhooks.createWebhook(
        {
          tenant: principal(request).tenant,
          name,
          endpoint,
          secret,
          events,
          v2: v2 ?? true,
          legacySecretHeader: legacySecretHeader ?? false,
          legacySecretQuery: legacySecretQuery ?? false,
          isDisabled: status === 'DISABLED',
        },
        callContext(request),
      );
      const webhook = required(created.webhook, 'webhook');
      await recordAct(auditLog, request, 'webhook.created', webhook.id);
      return ok({ ...webhookRecord(webhook), endpoint: webhook.endpoint, secret: created.secret });
    },
  );
};

const updateWebhookRoute: Route = (app, { clients, auditLog }) => {
  app.post(
    '/webhooks/update',
    {
      config: {
        permission: 'WEBHOOK:CREATE',
        differsInProduction: ({ endpoint }: Static<typeof WebhookUpdate>) => [
          addressDifference('endpoint', endpoint, true),
        ],
      },
      schema: {
        operationId: 'updateWebhook',
        summary: 'Update a webhook',
        description:
          'What is left out stays as it is. A new endpoint is judged as at create, and every attempt from now on goes ' +
          'there, also of events that are pending. New events count from now on. `toggle` switches a webhook off and on, ' +
          '`rotate-secret` changes its secret; its version stays.',
        tags,
        querystring: idQuery,
        body: WebhookUpdate,
        response: recordAnswer(WebhookRecord),
      },
    },
    async (request) => {
      const { name, endpoint, events } = request.body;
      const { webhook } = await clients.webhooks.updateWebhook(
        { tenant: principal(request).tenant, id: idFrom(request), name, endpoint, events: events ?? [] },
        callContext(request),
      );
      await recordAct(auditLog, request, 'webhook.updated', required(webhook, 'webhook').id);
      return ok(webhookRecord(required(webhook, 'webhook')));
    },
  );
};

const getWebhookRoute: Route = (app, { clients }) => {
  app.get(
    '/webhooks/get',
    {
      config: { permission: 'WEBHOOK:READ' },
      schema: {
        operationId: 'getWebhook',
        summary: 'Get a webhook',
        tags,
        querystring: idQuery,
        response: recordAnswer(WebhookRecord),
      },
    },
    async (request) => {
      const { webhook } = await clients.webhooks.getWebhook(
        { tenant: principal(request).tenant, id: idFrom(request) },
        callContext(request),
      );
      return ok(webhookRecord(required(webhook, 'webhook')));
    },
  );
};

const listWebhooksRoute: Route = (app, { clients, clock }) => {
  app.get(
    '/webhooks/list',
    {
      config: { permission: 'WEBHOOK:READ' },
      schema: {
        operationId: 'listWebhooks',
        summary: 'List webhooks',
        tags,
        querystring: WebhookList,
        response: listAnswer(WebhookRecord),
      },
    },
    async (request) => {
      const { tenant } = principal(request);
      const { id, search } = request.query;
      const { webhooks, page } = await clients.webhooks.listWebhooks(
        { tenant, page: pageRequest(request.query, clock.now(tenant)), id, search },
        callContext(request),
      );
      return list(page, webhooks.map(webhookRecord));
    },
  );
};

const deleteWebhookRoute: Route = (app, { clients, auditLog }) => {
  app.post(
    '/webhooks/delete',
    {
      config: { permission: 'WEBHOOK:DELETE' },
      schema: {
        operationId: 'deleteWebhook',
        summary: 'Delete a webhook',
        description: 'Its pending deliveries are dropped.',
        tags,
        querystring: idQuery,
        body: idBody,
        response: recordAnswer(WebhookRecord),
      },
    },
    async (request) => {
      const { webhook } = await clients.webhooks.deleteWebhook(
        { tenant: principal(request).tenant, id: idFrom(request) },
        callContext(request),
      );
      await recordAct(auditLog, request, 'webhook.deleted', required(webhook, 'webhook').id);
      return ok(webhookRecord(required(webhook, 'webhook')));
    },
  );
};

export const webhooksRoutes: RouteGroup = [
  createWebhookRoute,
  updateWebhookRoute,
  getWebhookRoute,
  listWebhooksRoute,
  deleteWebhookRoute,
];

const toggleWebhookRoute: Route = (app, { clients, auditLog }) => {
  app.post(
    '/webhooks/toggle',
    {
      config: { permission: 'WEBHOOK:DELETE' },
      schema: {
        operationId: 'toggleWebhook',
        summary: 'Switch a webhook off or on',
        description: 'Off drops its pending deliveries; on again it starts with new events.',
        tags,
        querystring: idQuery,
        body: idBody,
        response: recordAnswer(WebhookRecord),
      },
    },
    async (request) => {
      const { webhook } = await clients.webhooks.toggleWebhook(
        { tenant: principal(request).tenant, id: idFrom(request) },
        callContext(request),
      );
      await recordAct(auditLog, request, 'webhook.toggled', required(webhook, 'webhook').id);
      return ok(webhookRecord(required(webhook, 'webhook')));
    },
  );
};

const rotateWebhookSecretRoute: Route = (app, { clients, auditLog }) => {
  app.post(
    '/webhooks/rotate-secret',
    {
      config: { permission: 'WEBHOOK:DELETE' },
      schema: {
        operationId: 'rotateWebhookSecret',
        summary: 'Rotate the secret of a webhook',
        description:
          'The new secret is answered this once. For 24 hours `webhook-signature` carries a signature of each of the two;' +
          ' `X-Webhook-Signature` is of the new one at once. Rotating again ends the oldest.',
        tags,
        querystring: idQuery,
        body: WebhookRotate,
        response: recordAnswer(RotatedWebhook),
      },
    },
    async (request, reply) => {
      warnOfShortSecret(reply, request.body.secret);
      const { webhook, secret, previousSecretExpiresAt } = await clients.webhooks.rotateWebhookSecret(
        { tenant: principal(request).tenant, id: idFrom(request), secret: request.body.secret },
        callContext(request),
      );
      await recordAct(auditLog, request, 'webhook.secret_rotated', required(webhook, 'webhook').id);
      return ok({
        ...webhookRecord(required(webhook, 'webhook')),
        secret,
        previousSecretExpiresAt: required(previousSecretExpiresAt, 'previousSecretExpiresAt').toISOString(),
      });
    },
  );
};

const sendTestEventRoute: Route = (app, { clients }) => {
  app.post(
    '/webhooks/test',
    {
      config: { permission: 'WEBHOOK:DELETE' },
      schema: {
        operationId: 'sendTestEvent',
        summary: 'Send a test event',
        description:
          'Delivers the example of an event, as this document shows it, with `"test": true`: signed, retried and logged' +
          ' like any other. The webhook must be active.',
        tags,
        querystring: idQuery,
        body: WebhookTest,
        response: recordAnswer(DeliveryRecord),
      },
    },
    async (request) => {
      const { delivery } = await clients.webhooks.sendTestEvent(
        { tenant: principal(request).tenant, id: idFrom(request), event: request.body.event },
        callContext(request),
      );
      return ok(deliveryRecord(required(delivery, 'delivery')));
    },
  );
};

/** Changes of an existing webhook require the permission to delete it. */
export const webhookChangesRoutes: RouteGroup = [toggleWebhookRoute, rotateWebhookSecretRoute, sendTestEventRoute];

/** Webhooks belong to another service: the entry follows its answer (docs/behaviour/http.md#audit-log). */
async function recordAct(auditLog: AuditLog, request: FastifyRequest, action: string, id: string): Promise<void> {
  const { requestId, replayed } = callContext(request);
  if (replayed === true) return;
  const { tenant, actor } = principal(request);
  const target = { type: 'webhook', id };
  await auditLog.record(tenant, { actor, action, target, devMode: tenant.devMode, requestId });
}
