import { Event } from '@pitanga/contracts';
import { toTenant } from '@pitanga/core';
import { v2EventExamples } from '@pitanga/records';
import type { LoggedRequest } from '../src/request-log/request-log';
import { at } from './messages';

export const anEvent = Event.fromPartial({
  id: 'evt_0VyCLbX8WzX1cV5bN8mQ2wE6',
  type: 'transfer.completed',
  body: JSON.stringify({
    id: 'evt_0VyCLbX8WzX1cV5bN8mQ2wE6',
    event: 'transfer.completed',
    apiVersion: 2,
    devMode: true,
    data: v2EventExamples['transfer.completed'](true),
  }),
  createdAt: at.createdAt,
  position: 7,
});

export const aLoggedRequest: LoggedRequest = {
  tenant: toTenant('store_1', true),
  id: 'rlog_0VyCLbX8WzX1cV5bN8mQ2wE6',
  requestId: 'req_1',
  actor: { kind: 'KEY', id: 'key_1' },
  method: 'POST',
  route: '/v2/customers/create',
  status: 400,
  code: 'INVALID_ARGUMENT',
  durationMs: 12,
  query: undefined,
  body: '{"name":"***","email":"***"}',
  createdAt: at.createdAt,
};
