import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, throwAwayCa } from '@pitanga/testing';
import { postgresUnit } from './postgres';
import { temporaryFolder } from './temporary';

/** A PostgreSQL that takes TLS alone, with a certificate for 127.0.0.1. */
export interface SecuredPostgres {
  /** The administrator's address, with sslmode=verify-full and the authority's file. */
  readonly url: string;
  /** PEM of the authority that signed its certificate. */
  readonly caFile: string;
  /** Another file of an authority, whose PEM a test may change. */
  writeFile(certificate: string): string;
  stop(): Promise<void>;
}

export async function startSecuredPostgres(): Promise<SecuredPostgres> {
  const folder = await temporaryFolder();
  let files = 0;
  const writeFile = (certificate: string): string => {
    const file = join(folder, `ca-${String((files += 1))}.crt`);
    writeFileSync(file, certificate);
    return file;
  };
  const ca = throwAwayCa();
  const caFile = writeFile(ca.certificate);
  const { certificate, privateKey: key } = ca.issue('postgres');
  const { unit, url } = postgresUnit(
    {
      dataDir: join(folder, 'postgres'),
      port: await freePort(),
      password: 'a-password',
      durable: false,
      secured: { certificate, key, caFile },
      note: () => undefined,
    },
    { logs: folder, pids: folder },
  );
  const stop = async (): Promise<void> => {
    await unit.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await unit.start();
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, caFile, writeFile, stop };
}
