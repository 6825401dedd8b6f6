import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { serviceNames, type ServiceName } from '@pitanga/operations/services';
import { apply, kubectl, rolledOut } from './kubectl';
import { filterObjects, renderInstallation } from './installation';
import { listPods } from './pods';

/** A new pod takes the place of each of the service's, as in a release. */
export async function roll(service: ServiceName): Promise<void> {
  await kubectl(['rollout', 'restart', `deployment/${service}`]);
  await rolledOut(service);
}

/** Releases all services with images of a tag, one after the other, each with its migration before it. */
export async function release(overlay: string, tag: string | undefined): Promise<void> {
  const rendered = renderInstallation(overlay, tag);
  for (const service of serviceNames) {
    const migration = `${service}-migration`;
    await kubectl(['delete', 'job', migration, '--ignore-not-found', '--wait=true']);
    await apply(filterObjects(rendered, (kind, name) => kind === 'Job' && name === migration));
    await kubectl(['wait', '--for=condition=complete', '--timeout=300s', `job/${migration}`], { timeoutMs: 310_000 });
    await apply(filterObjects(rendered, (kind, name) => kind === 'Deployment' && name === service));
    await rolledOut(service);
  }
}

/** More replicas of a service, and one again. Through the autoscaler, which would undo any other way. */
export async function scaleUpAndDown(service: ServiceName, replicas: number): Promise<void> {
  for (const count of [replicas, 1]) {
    const bounds = { spec: { minReplicas: count, maxReplicas: count } };
    await kubectl(['patch', 'hpa', service, '--type=merge', '-p', JSON.stringify(bounds)]);
    await kubectl(['scale', `deployment/${service}`, `--replicas=${String(count)}`]);
    await rolledOut(service);
    while ((await listPods(service)).length !== count) await delay(500);
  }
}

/** Ends pods of services without a warning, drawn at random, and waits each time until the service is there again. */
export async function killPods(count: number, say: (line: string) => void): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    const service = serviceNames[randomInt(serviceNames.length)] ?? 'billing';
    const [pod] = await listPods(service);
    if (pod === undefined) continue;
    await kubectl(['delete', 'pod', pod, '--grace-period=0', '--force']);
    await delay(1_000);
    await rolledOut(service);
    say(`  killed ${pod}`);
  }
}
