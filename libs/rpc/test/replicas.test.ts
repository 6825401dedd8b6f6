import { setTimeout as delay } from 'node:timers/promises';
import { closeAll, contextOf, notesClient, startNotes } from './loopback';

afterEach(closeAll);

test('no call fails and none is made twice while servers stop and return under constant writes without a key', async () => {
  const made: string[] = [];
  const createNote = async (note: { text: string }): Promise<{ text: string }> => {
    await delay(3);
    made.push(note.text);
    return note;
  };
  const servers = [await startNotes({ createNote }), await startNotes({ createNote })];
  const notes = notesClient(`ipv4:${servers.map(({ address }) => address).join(',')}`);
  const failures: unknown[] = [];
  let sent = 0;
  let isStopped = false;
  const caller = async (): Promise<void> => {
    while (!isStopped)
      await notes
        .createNote({ text: String((sent += 1)) }, contextOf('r'))
        .catch((error: unknown) => failures.push(error));
  };
  const callers = Promise.all(Array.from({ length: 16 }, caller));
  for (let round = 0; round < 4; round += 1) {
    const which = round % 2;
    const leaving = servers[which]!;
    const until = made.length + 500;
    while (made.length < until) await delay(5);
    await leaving.server.stop(20_000);
    servers[which] = await startNotes({ createNote }, { port: leaving.port });
    // The client has to have found the one that returned before the other leaves.
    await delay(600);
  }
  isStopped = true;
  await callers;
  expect(failures).toEqual([]);
  expect([made.length, new Set(made).size]).toEqual([sent, sent]);
});

test('calls spread over replicas', async () => {
  const seen = [0, 0];
  const start = (which: number) =>
    startNotes({
      createNote: async (note) => {
        seen[which] = (seen[which] ?? 0) + 1;
        await delay(2);
        return note;
      },
    });
  const notes = notesClient(`ipv4:${(await start(0)).address},${(await start(1)).address}`);
  for (let round = 0; round < 100; round += 1)
    await Promise.all(
      [1, 2, 3, 4].map(async (turn) =>
        delay(turn).then(() => notes.createNote({ text: String(turn) }, contextOf('r'))),
      ),
    );
  expect(Math.min(...seen)).toBeGreaterThan(100);
});
