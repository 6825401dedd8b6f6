import { closeAll, contextOf, gate, later, notesClient, startNotes } from './loopback';

afterEach(closeAll);

/** A server that answers nothing of the first `hanging` calls; how many it got. */
async function startHanging(hanging: number) {
  const held = gate();
  let calls = 0;
  const handler = (note: { text: string }): Promise<{ text: string }> => {
    calls += 1;
    return calls > hanging ? Promise.resolve(note) : held.opened.then(() => note);
  };
  const { address } = await startNotes({ getNote: handler, createNote: handler });
  later(() => held.open());
  return { address, calls: () => calls };
}

test('a read without an answer is sent once more within its time, and the first answer counts', async () => {
  const server = await startHanging(1);
  const notes = notesClient(server.address, { deadlineMs: 4_000 });
  expect(await notes.getNote({ text: 'a' }, contextOf('r'))).toEqual({ text: 'a' });
  expect(server.calls()).toBe(2);
});

test('a write without an answer is not sent again', async () => {
  const server = await startHanging(1);
  const notes = notesClient(server.address, { deadlineMs: 1_000 });
  await expect(notes.createNote({ text: 'a' }, contextOf('r'))).rejects.toMatchObject({ kind: 'DEADLINE_EXCEEDED' });
  expect(server.calls()).toBe(1);
});

test('a service that answers nothing gets at most a tenth more reads', async () => {
  const server = await startHanging(1_000);
  const notes = notesClient(server.address, { deadlineMs: 2_000 });
  const reads = Array.from({ length: 100 }, () => notes.getNote({ text: 'a' }, contextOf('r')));
  const outcomes = await Promise.allSettled(reads);
  expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
  expect(server.calls()).toBe(110);
});
