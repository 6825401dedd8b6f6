import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync, mkdirSync, writeFileSync, renameSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { credentials } from '@grpc/grpc-js';
import { isConfigError } from '@pitanga/runtime';
import { rpcTls, type RpcTls } from '../src';
import { closeAll, contextOf, notesClient, recordingLog, startNotes } from './loopback';
import { throwAwayCa, type Pair } from './throw-away-ca';

const refreshMs = 20;
const ours = throwAwayCa('ours');
const strangers = throwAwayCa('strangers');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rpc-tls-'));
});
afterEach(async () => {
  await closeAll();
  rmSync(folder, { recursive: true, force: true });
});

/** A mounted secret: Kubernetes replaces all of its files at once, by one symbolic link. */
function mounted(name: string, pair: Pair, authorities: string) {
  const mount = join(folder, name);
  let version = 0;
  const renew = (next: Pair, ca: string): void => {
    version += 1;
    const data = join(folder, `${name}-${version}`);
    mkdirSync(data);
    writeFileSync(join(data, 'tls.crt'), next.certificate);
    writeFileSync(join(data, 'tls.key'), next.key);
    writeFileSync(join(data, 'ca.crt'), ca);
    symlinkSync(data, `${mount}-next`);
    renameSync(`${mount}-next`, mount);
  };
  renew(pair, authorities);
  const config = {
    RPC_TLS_CERT_FILE: join(mount, 'tls.crt'),
    RPC_TLS_KEY_FILE: join(mount, 'tls.key'),
    RPC_TLS_CA_FILE: join(mount, 'ca.crt'),
  };
  const { log, lines } = recordingLog();
  const tls = rpcTls(config, log, refreshMs);
  if (tls === undefined) throw new Error('TLS is off');
  return { tls, renew, config, lines };
}

function ofCa(ca: typeof ours, name: string): RpcTls {
  return mounted(`${name}-of-its-own`, ca.issue(name), ours.certificate).tls;
}

/** Believes our authority and shows nothing. */
function withoutCertificate(): RpcTls {
  return { ...ofCa(ours, 'nobody'), client: credentials.createSsl(Buffer.from(ours.certificate)) };
}

/** The certificates are for names; on this machine every name is 127.0.0.1. */
const byName = (address: string): string => address.replace('127.0.0.1', 'localhost');

async function until(what: string, holds: () => boolean): Promise<void> {
  const end = performance.now() + 30_000;
  while (!holds()) {
    if (performance.now() > end) throw new Error(`never: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

describe('with mutual TLS', () => {
  test('a service with a certificate of the authority is answered', async () => {
    const { address } = await startNotes({}, { tls: ofCa(ours, 'localhost') });
    const notes = notesClient(byName(address), { tls: ofCa(ours, 'gateway') });
    await expect(notes.getNote({ text: 'hidden' }, contextOf('r'))).resolves.toEqual({ text: 'hidden' });
  });

  test.each([
    ['that speaks plain text', () => undefined],
    ['without a certificate', () => withoutCertificate()],
    ['with a certificate of another authority', () => ofCa(strangers, 'gateway')],
  ])('a client %s is refused', async (_who, tls) => {
    const calls: string[] = [];
    const getNote = (note: { text: string }) => Promise.resolve((calls.push(note.text), note));
    const { address } = await startNotes({ getNote }, { tls: ofCa(ours, 'localhost') });
    const notes = notesClient(byName(address), { tls: tls() });
    await expect(notes.getNote({ text: 'a' }, contextOf('r'))).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
    expect(calls).toEqual([]);
  });

  test.each([
    ['of another authority', () => ofCa(strangers, 'localhost')],
    ['for another name', () => ofCa(ours, 'ledger')],
    ['at all', () => undefined],
  ])('a server without a certificate %s is not believed', async (_which, tls) => {
    const { address } = await startNotes({}, { tls: tls() });
    const notes = notesClient(byName(address), { tls: ofCa(ours, 'gateway') });
    await expect(notes.getNote({ text: 'a' }, contextOf('r'))).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
  });
});

describe('a server that names its callers', () => {
  const inAStream = 'a';
  const byItself = 'a'.repeat(200_000);
  const named = (...names: string[]) => {
    const { config } = mounted('server', ours.issue('localhost'), ours.certificate);
    const { log, lines } = recordingLog();
    const tls = rpcTls({ ...config, RPC_CALLERS: names }, log, refreshMs);
    if (tls === undefined) throw new Error('TLS is off');
    return { tls, lines };
  };

  test('answers them, by streams and one by one', async () => {
    const { address } = await startNotes({}, { tls: named('gateway', 'billing').tls });
    for (const name of ['gateway', 'billing']) {
      const notes = notesClient(byName(address), { tls: ofCa(ours, name) });
      for (const text of [inAStream, byItself]) {
        await expect(notes.getNote({ text }, contextOf('r'))).resolves.toEqual({ text });
      }
    }
  });

  test.each([
    ['another service', 'webhooks'],
    ['a name that contains one', 'gateway.evil.example'],
    ['a name that looks like two', 'x, DNS:gateway'],
  ])('refuses %s, and no handler runs', async (_who, name) => {
    const calls: string[] = [];
    const getNote = (note: { text: string }) => Promise.resolve((calls.push(note.text), note));
    const { tls, lines } = named('gateway', 'billing');
    const { address } = await startNotes({ getNote }, { tls });
    const notes = notesClient(byName(address), { tls: ofCa(ours, name) });
    for (const text of [inAStream, byItself]) {
      await expect(notes.getNote({ text }, contextOf('r'))).rejects.toMatchObject({ kind: 'INTERNAL' });
    }
    expect(calls).toEqual([]);
    // Told once a minute for each caller.
    expect(lines.filter(({ level }) => level === 'warn')).toMatchObject([
      { msg: 'a service that may not call was refused', caller: expect.any(String) as string },
    ]);
  });
});

test.each([
  ['plain text', () => undefined],
  ['TLS', () => ofCa(ours, 'localhost')],
])('a stop does not wait for whoever connected and says nothing: %s', async (_how, tls) => {
  const { server, port } = await startNotes({}, { tls: tls() });
  const silent = connect(port, '127.0.0.1');
  silent.on('error', () => undefined);
  await once(silent, 'connect');
  const startedMs = performance.now();
  await server.stop(100);
  expect(performance.now() - startedMs).toBeLessThan(30_000);
  silent.destroy();
});

describe('certificates are renewed without a restart', () => {
  test('no call fails while authority and certificates change under constant calls', async () => {
    const next = throwAwayCa('ours, next year');
    const both = ours.certificate + next.certificate;
    const server = mounted('server', ours.issue('localhost'), ours.certificate);
    const client = mounted('client', ours.issue('gateway'), ours.certificate);
    // Connections live for a moment only, so that each pair of certificates is met.
    const { port } = await startNotes({}, { tls: server.tls, connectionAgeMaxMs: 200 });
    const forwarder = await countConnections(port);
    const calls = constantCalls(`localhost:${forwarder.port}`, client.tls);
    const answeredMore = (): Promise<void> => {
      const [answers, connections] = [calls.answered() + 50, forwarder.connections() + 1];
      const isEnough = (): boolean => calls.answered() >= answers && forwarder.connections() >= connections;
      return until('answers on new connections', () => isEnough() || calls.failures.length > 0);
    };
    const renewals = [
      () => server.renew(ours.issue('localhost'), both),
      () => client.renew(ours.issue('gateway'), both),
      () => server.renew(next.issue('localhost'), both),
      () => client.renew(next.issue('gateway'), both),
      () => server.renew(next.issue('localhost'), next.certificate),
      () => client.renew(next.issue('gateway'), next.certificate),
    ];
    try {
      await answeredMore();
      for (const renew of renewals) {
        const seen = (): number => renewedCount(server.lines) + renewedCount(client.lines);
        const before = seen();
        renew();
        await until('the renewal is seen', () => seen() > before);
        await answeredMore();
      }
    } finally {
      await calls.stop();
      forwarder.close();
    }
    expect(calls.failures).toEqual([]);

    const late = notesClient(`localhost:${port}`, { tls: ofCa(ours, 'gateway') });
    await expect(late.getNote({ text: 'a' }, contextOf('r'))).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
  }, 240_000);

  test('files that do not belong together leave the last good ones in use, with an error in the log', async () => {
    const good = ours.issue('localhost');
    const server = mounted('server', good, ours.certificate);
    const { address } = await startNotes({}, { tls: server.tls });
    server.renew({ certificate: ours.issue('localhost').certificate, key: good.key }, ours.certificate);
    await until('the fault is logged', () => server.lines.some(({ level }) => level === 'error'));
    const notes = notesClient(byName(address), { tls: ofCa(ours, 'gateway') });
    await expect(notes.getNote({ text: 'still' }, contextOf('r'))).resolves.toEqual({ text: 'still' });
  });
});

describe('the settings', () => {
  const { log } = recordingLog();

  test('without any of the three, calls are plain text', () => {
    expect(rpcTls({}, log)).toBeUndefined();
  });

  test('two of three stop the start with the name of the missing one', () => {
    const start = () => rpcTls({ RPC_TLS_CERT_FILE: 'a', RPC_TLS_CA_FILE: 'b' }, log);
    expect(start).toThrow('RPC_TLS_KEY_FILE is missing');
    expect(() => rpcTls({ RPC_CALLERS: ['gateway'] }, log)).toThrow('RPC_CALLERS is set, but');
  });

  test('files that cannot be used stop the start', () => {
    const { config } = mounted('server', ours.issue('localhost'), ours.certificate);
    let problem: unknown;
    try {
      rpcTls({ ...config, RPC_TLS_KEY_FILE: join(folder, 'absent') }, log);
    } catch (error) {
      problem = error;
    }
    expect(isConfigError(problem)).toBe(true);
  });
});

function renewedCount(lines: readonly Record<string, unknown>[]): number {
  return lines.filter(({ msg }) => msg === 'the RPC certificate was renewed').length;
}

/** Stands before the server and counts the connections that are made to it. */
async function countConnections(port: number) {
  let connections = 0;
  const forwarder = createServer((socket) => {
    connections += 1;
    const onward = connect(port, '127.0.0.1');
    for (const end of [socket, onward]) end.on('error', () => undefined);
    socket.pipe(onward).pipe(socket);
  });
  await new Promise<void>((resolve) => forwarder.listen(0, '127.0.0.1', resolve));
  return {
    port: (forwarder.address() as AddressInfo).port,
    connections: () => connections,
    close: () => forwarder.close(),
  };
}

/** Four callers that never pause, each with writes that nothing would repeat for them. */
function constantCalls(address: string, tls: RpcTls) {
  const failures: unknown[] = [];
  let answered = 0;
  let stopped = false;
  const notes = notesClient(address, { tls });
  const caller = async (): Promise<void> => {
    while (!stopped && failures.length === 0) {
      try {
        await notes.createNote({ text: 'n' }, contextOf('r'));
        answered += 1;
      } catch (error) {
        failures.push((error as Error).cause ?? error);
      }
    }
  };
  const callers = Promise.all([caller(), caller(), caller(), caller()]);
  return {
    failures,
    answered: () => answered,
    stop: async () => {
      stopped = true;
      await callers;
    },
  };
}
