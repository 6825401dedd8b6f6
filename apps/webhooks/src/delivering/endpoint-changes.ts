import type { Owned } from '@pitanga/core';
import type { AttemptResult } from '../deliveries/attempt';
import type { WebhookAttempts } from '../endpoints/endpoint-health';
import type { PaceChange } from '../endpoints/pace-repository';
import type { DispatchLimits } from './dispatch-limits';

/**
 * The attempts to each webhook that fails or has failed; one success outweighs failures. Released attempts do not count,
 * nor does mail, which has no endpoint.
 */
export function summarizeAttempts(results: readonly AttemptResult[]): readonly WebhookAttempts[] {
  const byWebhook = new Map<string, WebhookAttempts>();
  for (const { delivery, verdict, endedAt, status, errorClass } of results) {
    const { webhookId, tenant, isFailing } = delivery;
    const isSuccess = verdict.kind === 'DELIVERED';
    if (verdict.kind === 'RELEASED' || delivery.mail || (isSuccess && !isFailing)) continue;
    const earlier = byWebhook.get(webhookId);
    byWebhook.set(webhookId, {
      tenant,
      webhookId,
      isSuccess: isSuccess || earlier?.isSuccess === true,
      attempts: (earlier?.attempts ?? 0) + (isSuccess ? 0 : 1),
      at: earlier?.at ?? endedAt,
      lastStatusCode: status,
      lastErrorClass: errorClass,
    });
  }
  return [...byWebhook.values()];
}

/** One change for each webhook; a failure outweighs successes. */
export function paceChanges(results: readonly AttemptResult[], limits: DispatchLimits): Owned<PaceChange>[] {
  const changes = new Map<string, Owned<PaceChange>>();
  for (const { delivery, pace } of results) {
    const { webhookId, tenant, isThrottled } = delivery;
    const cap = tenant.devMode ? limits.perWebhookDev : limits.perWebhook;
    const earlier = changes.get(webhookId)?.change;
    if (pace === 'slower') changes.set(webhookId, { tenant, webhookId, change: 'slow', cap });
    else if (pace === 'faster' && isThrottled && earlier !== 'slow') {
      changes.set(webhookId, { tenant, webhookId, change: (earlier ?? 0) + 1, cap });
    }
  }
  return [...changes.values()];
}
