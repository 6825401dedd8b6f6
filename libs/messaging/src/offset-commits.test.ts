import { setTimeout as delay } from 'node:timers/promises';
import { createOffsetCommits } from './offset-commits';

/** A member whose one partition is handled up to `resolved`; a commit takes a while, or fails. */
function aMember() {
  const member = { resolved: 0, committed: 0, requests: [] as number[], open: 0, failures: 0 };
  return {
    state: member,
    uncommittedOffsets: () => ({
      topics:
        member.resolved === member.committed
          ? []
          : [{ topic: 'charge', partitions: [{ partition: 0, offset: String(member.resolved) }] }],
    }),
    commitOffsetsIfNecessary: async (offsets?: { topics: { partitions: { offset: string }[] }[] }) => {
      member.open += 1;
      expect(member.open).toBe(1);
      const offset = Number(offsets?.topics[0]?.partitions[0]?.offset);
      member.requests.push(offset);
      await delay(5);
      member.open -= 1;
      if (member.failures > 0) {
        member.failures -= 1;
        throw new Error('the coordinator is away');
      }
      member.committed = offset;
    },
  };
}

describe('offsets', () => {
  it('of batches that end together, and of those that end meanwhile, are committed in one request each', async () => {
    const member = aMember();
    const commits = createOffsetCommits();
    for (const offset of [1, 2, 3]) {
      member.state.resolved = offset;
      commits.request(member);
    }
    await delay(2);
    for (const offset of [4, 5]) {
      member.state.resolved = offset;
      commits.request(member);
    }
    await commits.flush();
    expect(member.state.requests).toEqual([3, 5]);
    commits.stop();
  });

  it('whose commit failed are committed without another batch, and never after the stop', async () => {
    const member = aMember();
    const commits = createOffsetCommits();
    member.state.failures = 1;
    member.state.resolved = 1;
    commits.request(member);
    await commits.flush();
    expect(member.state.committed).toBe(0);
    while (member.state.committed === 0) await delay(5);
    expect(member.state.requests).toEqual([1, 1]);

    member.state.failures = 1;
    member.state.resolved = 2;
    commits.request(member);
    await commits.flush();
    commits.stop();
    await delay(300);
    expect(member.state.requests).toEqual([1, 1, 2]);
  });

  it('that are committed already make no request', async () => {
    const member = aMember();
    const commits = createOffsetCommits();
    commits.request(member);
    await commits.flush();
    expect(member.state.requests).toEqual([]);
  });
});
