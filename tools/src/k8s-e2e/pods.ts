import { setTimeout as delay } from 'node:timers/promises';
import { userError } from '@pitanga/runtime/user-error';
import { kubectl, kubectlJson } from './kubectl';

interface ContainerStatus {
  readonly restartCount: number;
  readonly state?: { readonly waiting?: { readonly reason?: string } };
}

interface Pod {
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
  readonly status: {
    readonly phase: string;
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
    readonly containerStatuses?: readonly ContainerStatus[];
  };
}

async function pods(): Promise<readonly Pod[]> {
  return (await kubectlJson<{ items: readonly Pod[] }>(['get', 'pods'])).items;
}

const isReady = ({ status }: Pod): boolean =>
  status.phase === 'Succeeded' ||
  // A job tries again with another pod, for which its caller waits.
  status.phase === 'Failed' ||
  status.conditions?.some((it) => it.type === 'Ready' && it.status === 'True') === true;

/**
 * Waits until every pod is ready or has succeeded, and tells each fault that one had on the way: a crash that Kubernetes
 * waits after, an end with an error, a restart.
 */
export async function settled(
  timeoutMs: number,
): Promise<{ readonly seconds: number; readonly faults: readonly string[] }> {
  const faults = new Set<string>();
  const start = performance.now();
  for (;;) {
    const found = await pods();
    for (const pod of found) for (const fault of findFaults(pod)) faults.add(`${pod.metadata.name}: ${fault}`);
    const seconds = (performance.now() - start) / 1_000;
    if (found.length > 0 && found.every(isReady)) return { seconds, faults: [...faults] };
    if (seconds * 1_000 > timeoutMs) {
      const late = found.filter((pod) => !isReady(pod)).map(({ metadata }) => metadata.name);
      throw userError(`Not ready after ${seconds.toFixed(0)} s: ${late.join(', ')}\n${await kubectl(['get', 'pods'])}`);
    }
    await delay(1_000);
  }
}

function findFaults({ status }: Pod): readonly string[] {
  const ofContainers = (status.containerStatuses ?? []).flatMap(({ restartCount, state }) => [
    ...(state?.waiting?.reason === 'CrashLoopBackOff' ? ['CrashLoopBackOff'] : []),
    ...(restartCount > 0 ? ['restarted'] : []),
  ]);
  return status.phase === 'Failed' ? [...ofContainers, 'failed'] : ofContainers;
}

/** Pods of a service that run. */
export async function listPods(service: string): Promise<readonly string[]> {
  return (await pods())
    .filter(
      ({ metadata, status }) => metadata.labels?.['app.kubernetes.io/name'] === service && status.phase === 'Running',
    )
    .map(({ metadata }) => metadata.name);
}
