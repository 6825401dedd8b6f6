import { setTimeout as delay } from 'node:timers/promises';
import { closeAll, contextOf, notesClient, startNotes } from './loopback';

afterEach(closeAll);

/** A server that counts the writes it makes, each of which takes a moment. */
async function startCounting(made: string[], port = 0) {
  let count = 0;
  const createNote = async (note: { text: string }): Promise<{ text: string }> => {
    await delay(3);
    made.push(note.text);
    count += 1;
    return note;
  };
  return { ...(await startNotes({ createNote }, { port })), count: () => count };
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await delay(5);
}

/** Sixteen callers that never pause, each with writes that nothing would repeat for them. */
function constantWrites(address: string) {
  const notes = notesClient(address);
  const failures: unknown[] = [];
  let sent = 0;
  let isStopped = false;
  const caller = async (): Promise<void> => {
    while (!isStopped) {
      sent += 1;
      await notes.createNote({ text: String(sent) }, contextOf('r')).catch((error: unknown) => failures.push(error));
    }
  };
  const callers = Promise.all(Array.from({ length: 16 }, caller));
  const stop = async (): Promise<void> => {
    isStopped = true;
    await callers;
  };
  return { failures, sent: () => sent, stop };
}

test('no call fails and none is made twice while servers stop and return', async () => {
  const made: string[] = [];
  const servers = [await startCounting(made), await startCounting(made)] as const;
  const writes = constantWrites(`ipv4:${servers.map(({ address }) => address).join(',')}`);
  await until(() => servers.every(({ count }) => count() > 0));
  for (const { server, port } of servers) {
    await server.stop(20_000);
    const returned = await startCounting(made, port);
    // The client has to have found the one that returned before the other leaves.
    await until(() => returned.count() > 0);
  }
  await writes.stop();
  expect(writes.failures).toEqual([]);
  expect([made.length, new Set(made).size]).toEqual([writes.sent(), writes.sent()]);
});

test('calls spread over replicas that are connected', async () => {
  const servers = [await startCounting([]), await startCounting([])] as const;
  const writes = constantWrites(`ipv4:${servers.map(({ address }) => address).join(',')}`);
  await until(() => servers.every(({ count }) => count() > 0));
  const before = servers.map(({ count }) => count());
  const shares = (): readonly number[] => servers.map(({ count }, which) => count() - (before[which] ?? 0));
  await until(() => Math.max(...shares()) > 400);
  const [least] = shares().toSorted((one, other) => one - other);
  await writes.stop();
  expect(least).toBeGreaterThan(40);
});
