import { failedPrecondition, invalidArgument, notFound, type AppError } from '@pitanga/core';
import type { Egress } from '@pitanga/egress';

type Refusal = NonNullable<Awaited<ReturnType<Egress['check']>>>;

export function webhookNotFound(): AppError {
  return notFound('Webhook não encontrado.', 'WEBHOOK_NOT_FOUND');
}

export function tooManyWebhooks(max: number): AppError {
  return failedPrecondition(`A store can have at most ${String(max)} webhooks in an environment`, 'TOO_MANY_WEBHOOKS');
}

const refusals: Readonly<Record<Refusal, string>> = {
  malformed: 'should be an http or https URL',
  scheme: 'should be an http or https URL',
  https_required: 'should be an https URL in production',
  credentials: 'should not contain a user name or password',
  port: 'should not use port 0',
  dns: 'should have a host name that resolves: it has no address now',
  // Without the address, which would map the internal network.
  address: 'should be an address on the public internet',
};

export function endpointRefused(refusal: Refusal): AppError {
  return invalidArgument(`Property 'endpoint' ${refusals[refusal]}`, 'ENDPOINT_REFUSED');
}
