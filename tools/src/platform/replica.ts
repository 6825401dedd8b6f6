import { dirname, join } from 'node:path';
import type { ServiceName } from '@pitanga/operations/services';
import { freePort } from '../infra/ports';
import type { Platform } from './platform';
import { toHandle, type ProcessHandle } from './process-handle';
import { serviceUnit } from './services';

export interface ReplicaOptions {
  /** Of its gRPC, or HTTP for the gateway. */
  readonly port: number;
  /** Folder of another build of the service. @default the one in dist/ */
  readonly bundle?: string;
}

export interface Replica extends ProcessHandle {
  /** Of /livez, /readyz and /metrics. */
  readonly opsPort: number;
}

/** Starts one more process of a service beside the platform's own and waits until it is ready; the caller stops it. */
export async function startReplica(
  platform: Pick<Platform, 'wiring' | 'logs'>,
  name: ServiceName,
  { port, bundle }: ReplicaOptions,
): Promise<Replica> {
  const { wiring, logs } = platform;
  const opsPort = await freePort();
  const own = { ...wiring.overrides[name], PORT: String(port), OPS_PORT: String(opsPort) };
  const unit = serviceUnit(
    name,
    {
      ...wiring,
      ports: { ...wiring.ports, [name]: { port, opsPort } },
      overrides: { ...wiring.overrides, [name]: own },
    },
    { logs, pids: join(dirname(logs), 'run') },
    { name: `${name}-${String(port)}`, ...(bundle === undefined ? {} : { bundle }) },
  );
  await unit.start();
  return Object.assign(toHandle(unit), { opsPort });
}
