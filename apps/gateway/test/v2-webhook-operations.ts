import * as records from '@pitanga/records';
import { aLoggedRequest, anEvent } from './log-messages';
import * as messages from './messages';
import { firstPage, page, type Operation } from './operation';

/** Webhooks, deliveries, events and the request log. */
export const webhookOperations: readonly Operation[] = [
  {
    call: 'POST /v2/webhooks/create',
    body: {
      name: 'bar',
      endpoint: 'https://shop.example/hook',
      events: ['checkout.completed'],
      legacySecretQuery: true,
      status: 'DISABLED',
    },
    answers: { 'webhooks.createWebhook': { webhook: messages.aWebhook, secret: 'shown-once' } },
    request: {
      name: 'bar',
      endpoint: 'https://shop.example/hook',
      events: ['checkout.completed'],
      v2: true,
      legacySecretHeader: false,
      legacySecretQuery: true,
      isDisabled: true,
    },
    data: {
      ...records.webhookRecord(messages.aWebhook),
      endpoint: messages.aWebhook.endpoint,
      secret: 'shown-once',
    },
  },
  {
    call: 'GET /v2/webhooks/get?id=webh_1',
    answers: { 'webhooks.getWebhook': { webhook: messages.aWebhook } },
    request: { id: 'webh_1' },
    data: records.webhookRecord(messages.aWebhook),
  },
  {
    call: 'GET /v2/webhooks/list?search=bar',
    answers: { 'webhooks.listWebhooks': { webhooks: [messages.aWebhook], page } },
    request: { page: firstPage, search: 'bar' },
    data: [records.webhookRecord(messages.aWebhook)],
  },
  {
    call: 'POST /v2/webhooks/delete?id=webh_1',
    body: { id: 'webh_1' },
    answers: { 'webhooks.deleteWebhook': { webhook: messages.aWebhook } },
    request: { id: 'webh_1' },
    data: records.webhookRecord(messages.aWebhook),
  },
  {
    call: 'POST /v2/webhooks/toggle',
    body: { id: 'webh_1' },
    answers: { 'webhooks.toggleWebhook': { webhook: messages.aWebhook } },
    request: { id: 'webh_1' },
    data: records.webhookRecord(messages.aWebhook),
  },
  {
    call: 'POST /v2/webhooks/rotate-secret',
    body: { id: 'webh_1' },
    answers: {
      'webhooks.rotateWebhookSecret': {
        webhook: messages.aWebhook,
        secret: 'shown-once',
        previousSecretExpiresAt: new Date('2026-11-22T15:00:00.000Z'),
      },
    },
    request: { id: 'webh_1', secret: undefined },
    data: {
      ...records.webhookRecord(messages.aWebhook),
      secret: 'shown-once',
      previousSecretExpiresAt: '2026-11-22T15:00:00.000Z',
    },
  },
  {
    call: 'POST /v2/webhooks/test?id=webh_1',
    body: { event: 'checkout.completed' },
    answers: { 'webhooks.sendTestEvent': { delivery: messages.aDelivery } },
    request: { id: 'webh_1', event: 'checkout.completed' },
    data: records.deliveryRecord(messages.aDelivery),
  },
  {
    call: 'GET /v2/webhooks/deliveries?webhookId=webh_1&event=checkout.completed&eventId=evt_1&recordId=bill_1&status=PENDING',
    answers: { 'deliveries.listDeliveries': { deliveries: [messages.aDelivery], page } },
    request: {
      page: firstPage,
      webhookId: 'webh_1',
      event: 'checkout.completed',
      eventId: 'evt_1',
      recordId: 'bill_1',
      status: 'DELIVERY_STATUS_PENDING',
    },
    data: [records.deliveryRecord(messages.aDelivery)],
  },
  {
    call: 'GET /v2/webhooks/deliveries/get?id=log_1',
    answers: {
      'deliveries.getDelivery': {
        delivery: messages.aDelivery,
        attempts: [messages.anAttempt, messages.anInterruptedAttempt],
        body: '{"id":"log_1"}',
      },
    },
    request: { id: 'log_1' },
    data: {
      ...records.deliveryRecord(messages.aDelivery),
      attempts: [messages.anAttempt, messages.anInterruptedAttempt].map(records.attemptRecord),
      body: '{"id":"log_1"}',
    },
  },
  {
    call: 'POST /v2/webhooks/deliveries/resend',
    body: { id: 'log_1' },
    answers: { 'deliveries.resendDelivery': { delivery: messages.aDelivery } },
    request: { id: 'log_1' },
    data: records.deliveryRecord(messages.aDelivery),
  },
  {
    call: 'POST /v2/webhooks/replay',
    body: {
      webhookId: 'webh_1',
      from: '2026-11-21',
      to: '2026-11-21T12:00:00-03:00',
      status: 'FAILED',
      includeMissing: true,
    },
    answers: { 'deliveries.replayDeliveries': { count: 3 } },
    request: {
      webhookId: 'webh_1',
      createdFrom: new Date('2026-11-21T03:00:00.000Z'),
      createdTo: new Date('2026-11-21T15:00:00.000Z'),
      status: 'DELIVERY_STATUS_FAILED',
      includeMissing: true,
    },
    data: {
      webhookId: 'webh_1',
      from: '2026-11-21T03:00:00.000Z',
      to: '2026-11-21T15:00:00.000Z',
      count: 3,
    },
  },
  {
    call: 'GET /v2/events/list?type=transfer.completed&recordId=tran_1',
    answers: { 'events.listEvents': { events: [anEvent], page } },
    request: { page: firstPage, type: 'transfer.completed', recordId: 'tran_1' },
    data: [records.eventRecord(anEvent)],
  },
  {
    call: 'GET /v2/events/get?id=evt_1',
    answers: { 'events.getEvent': { event: anEvent } },
    request: { id: 'evt_1' },
    data: records.eventRecord(anEvent),
  },
  {
    call: 'GET /v2/request-log/list?requestId=req_1&statusClass=4xx&keyId=key_1',
    answers: { 'requestLog.list': { items: [aLoggedRequest], ...page } },
    request: {
      page: firstPage,
      requestId: 'req_1',
      method: undefined,
      route: undefined,
      status: undefined,
      statusClass: 4,
      actorId: 'key_1',
      dashboardReads: undefined,
    },
    data: [
      {
        id: 'rlog_0VyCLbX8WzX1cV5bN8mQ2wE6',
        requestId: 'req_1',
        method: 'POST',
        route: '/v2/customers/create',
        status: 400,
        code: 'INVALID_ARGUMENT',
        ms: 12,
        keyId: 'key_1',
        userId: null,
        query: null,
        body: { name: '***', email: '***' },
        devMode: true,
        createdAt: '2026-11-21T15:00:00.123Z',
        updatedAt: '2026-11-21T15:00:00.123Z',
      },
    ],
  },
];
