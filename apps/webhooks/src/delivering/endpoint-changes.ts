import type { AttemptResult } from '../deliveries/attempt';
import type { HealthChange } from '../endpoints/endpoint-health';
import type { PaceChange } from '../endpoints/pace-repository';
import type { DispatchLimits } from './dispatch-limits';

/** One change for each webhook that fails or has failed; a success outweighs failures. Released attempts say nothing. */
export function healthChanges(results: readonly AttemptResult[]): readonly HealthChange[] {
  const changes = new Map<string, HealthChange>();
  for (const { delivery, verdict, endedAt, status, errorClass } of results) {
    const { webhookId, tenant, isFailing } = delivery;
    const isSuccess = verdict.kind === 'DELIVERED';
    if (verdict.kind === 'RELEASED' || (isSuccess && !isFailing)) continue;
    const known = changes.get(webhookId);
    changes.set(webhookId, {
      tenant,
      webhookId,
      isSuccess: isSuccess || known?.isSuccess === true,
      attempts: (known?.attempts ?? 0) + (isSuccess ? 0 : 1),
      at: known?.at ?? endedAt,
      lastStatusCode: status,
      lastErrorClass: errorClass,
    });
  }
  return [...changes.values()];
}

/** One change for each webhook of the batch; a failure outweighs successes. */
export function paceChanges(results: readonly AttemptResult[], limits: DispatchLimits): PaceChange[] {
  const changes = new Map<string, PaceChange>();
  for (const { delivery, pace } of results) {
    const { webhookId, tenant, isSuspect } = delivery;
    const cap = tenant.devMode ? limits.perWebhookDev : limits.perWebhook;
    const known = changes.get(webhookId)?.change;
    if (pace === 'slower') changes.set(webhookId, { webhookId, change: 'slow', cap });
    else if (pace === 'faster' && isSuspect && known !== 'slow') {
      changes.set(webhookId, { webhookId, change: (known ?? 0) + 1, cap });
    }
  }
  return [...changes.values()];
}
