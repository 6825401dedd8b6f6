import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describeInfra, startUnits, stopUnits, type InfraAddresses } from './infra';
import { temporaryFolder } from './temporary';
import type { Unit } from './unit';

export interface TestInfra {
  readonly addresses: InfraAddresses;
  readonly units: readonly Unit[];
  stop(): Promise<void>;
}

/** PostgreSQL, Redis and Kafka on free ports, with data in a temporary folder that `stop` removes. */
export async function startTestInfra(note: (line: string) => void): Promise<TestInfra> {
  const folder = await temporaryFolder();
  const infra = await describeInfra({
    dataDir: folder,
    folders: { logs: join(folder, 'logs'), pids: join(folder, 'run') },
    durable: false,
    // No test kills this one, and a machine under tests may pause.
    kafkaSessionMs: 60_000,
    postgresPassword: randomBytes(12).toString('hex'),
    note,
  });
  const remove = (): void => {
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await startUnits(infra.units);
  } catch (error) {
    remove();
    throw error;
  }
  return {
    addresses: infra.addresses,
    units: infra.units,
    stop: async () => {
      await stopUnits(infra.units);
      remove();
    },
  };
}
