import { hiddenSecret, invalidArgument } from '@pitanga/core';
import { v1Events, v2Events } from './event-names';
import { hasSecretInQuery } from './webhook-secret';

export const webhookStatuses = ['ACTIVE', 'DISABLED', 'DELETED'] as const;
export type WebhookStatus = (typeof webhookStatuses)[number];

/** @throws TypeError for a deleted webhook, which no response may show */
export function publicStatus(status: WebhookStatus): 'ACTIVE' | 'DISABLED' {
  if (status === 'DELETED') throw new TypeError('a deleted webhook was about to be shown');
  return status;
}

/** An endpoint that receives events. */
export interface Webhook {
  readonly id: string;
  readonly devMode: boolean;
  readonly name: string;
  readonly endpoint: string;
  readonly events: readonly string[];
  /** True for the event names and payloads of v2, false for v1's. */
  readonly v2: boolean;
  readonly status: WebhookStatus;
  /** Also sends the secret itself in a header, for receivers that compare it. */
  readonly legacySecretHeader: boolean;
  /** Also calls the endpoint with the secret as `webhookSecret` in its query, which `endpoint` does not contain. */
  readonly legacySecretQuery: boolean;
  /** Store time. */
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface WebhookInput {
  readonly name: string;
  readonly endpoint: string;
  /** Generated when absent. */
  readonly secret?: string | undefined;
  readonly events: readonly string[];
  readonly v2: boolean;
  readonly legacySecretHeader: boolean;
  readonly legacySecretQuery: boolean;
  /** It gets nothing before it is enabled. */
  readonly isDisabled?: boolean | undefined;
}

/** Per store and environment. */
export const webhooksMax = 20;
const nameLengthMax = 200;
const endpointLengthMax = 2_048;

/** Checks an input without network or database. */
export function checkWebhookInput(input: WebhookInput): WebhookInput {
  if (input.name === '') throw invalidArgument("Property 'name' should not be empty");
  if (input.name.length > nameLengthMax) {
    throw invalidArgument(`Property 'name' should have at most ${String(nameLengthMax)} characters`);
  }
  if (input.endpoint.length > endpointLengthMax) {
    throw invalidArgument(`Property 'endpoint' should have at most ${String(endpointLengthMax)} characters`);
  }
  // The endpoint of a response, in which the secret is hidden: the receiver would refuse every event.
  if (input.endpoint.split(/[?&;#/=]/).includes(hiddenSecret)) {
    throw invalidArgument(`Property 'endpoint' should hold the secret itself, not ${hiddenSecret}`);
  }
  if (input.legacySecretQuery && hasSecretInQuery(input.endpoint)) {
    throw invalidArgument("Property 'endpoint' should not have webhookSecret in its query: legacySecretQuery adds it");
  }
  return { ...input, events: checkEvents(input.events, input.v2) };
}

function checkEvents(events: readonly string[], v2: boolean): readonly string[] {
  const valid: readonly string[] = v2 ? v2Events : v1Events;
  const validText = `valid events of a ${v2 ? 'v2' : 'v1'} webhook: ${valid.join(', ')}`;
  if (events.length === 0) throw invalidArgument(`Property 'events' should not be empty; ${validText}`);
  const unknown = events.find((event) => !valid.includes(event));
  if (unknown !== undefined) {
    throw invalidArgument(`Property 'events' has the unknown event '${unknown.slice(0, 100)}'; ${validText}`);
  }
  return [...new Set(events)];
}
