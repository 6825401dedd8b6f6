import { noteFailedStatement } from './failure';
import { createBatchQueue, type BatchQueue, type BatchQueueOptions, type WriteResult } from './batch-queue';

interface Run {
  readonly queue: BatchQueue<string>;
  /** Every batch that was written, in order. */
  readonly batches: (readonly string[])[];
}

function aQueue(changes: Partial<BatchQueueOptions<string>> = {}): Run {
  const batches: (readonly string[])[] = [];
  const { write = () => Promise.resolve([]), ...rest } = changes;
  const queue = createBatchQueue<string>({
    queuedMax: 10,
    batchMax: 5,
    writers: 1,
    size: (item) => item.length,
    isPermanent: (error) => error instanceof RangeError,
    busy: () => new Error('busy'),
    ...rest,
    write: (items) => {
      batches.push(items);
      return write(items);
    },
  });
  return { queue, batches };
}

async function outcomes(submitted: readonly Promise<void>[]): Promise<readonly string[]> {
  const settled = await Promise.allSettled(submitted);
  return settled.map((one) => (one.status === 'fulfilled' ? 'done' : (one.reason as Error).message));
}

describe('the batch queue', () => {
  it('writes queued items together, up to the size of a batch, in order', async () => {
    const { queue, batches } = aQueue();
    await Promise.all(['a', 'bb', 'c', 'dd', 'e'].map((item) => queue.submit(item)));
    expect(batches).toEqual([
      ['a', 'bb', 'c'],
      ['dd', 'e'],
    ]);
  });

  it('tells of the attempt that may have been committed, whatever its repeats came to', async () => {
    const lost = Object.assign(new Error('lost'), { code: 'ECONNRESET' });
    noteFailedStatement(lost, 'COMMIT;', true);
    const failures = [lost];
    const write = () => Promise.reject(failures.shift() ?? new Error('refused'));
    expect(await outcomes([aQueue({ write }).queue.submit('a')])).toEqual(['lost']);
  });

  it('writes an item larger than a batch alone', async () => {
    const { queue, batches } = aQueue();
    await Promise.all(['a', 'bbbbbbb'].map((item) => queue.submit(item)));
    expect(batches).toEqual([['a'], ['bbbbbbb']]);
  });

  it('resolves only when the batch is written, and queues further items for the next', async () => {
    const written = Promise.withResolvers<readonly WriteResult[]>();
    const { queue, batches } = aQueue({ write: () => written.promise });
    let answered = 0;
    const submitted = ['a', 'b'].map((item) => queue.submit(item).then(() => (answered += 1)));
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    submitted.push(queue.submit('c').then(() => (answered += 1)));
    expect([answered, batches.length, queue.queued()]).toEqual([0, 1, 1]);
    written.resolve([]);
    await Promise.all(submitted);
    expect(batches).toEqual([['a', 'b'], ['c']]);
  });

  it('never has more batches in flight than writers', async () => {
    let inFlight = 0;
    let most = 0;
    const write = async (): Promise<[]> => {
      most = Math.max(most, (inFlight += 1));
      await new Promise((resolve) => setImmediate(resolve));
      inFlight -= 1;
      return [];
    };
    const { queue, batches } = aQueue({ write, writers: 2, batchMax: 1 });
    await Promise.all(Array.from('abcdefgh').map((item) => queue.submit(item)));
    expect([most, batches.length]).toEqual([2, 8]);
  });

  it('refuses at once an item that does not fit, and no queued item', async () => {
    const { queue } = aQueue();
    const results = await outcomes(['aaaaa', 'bbbbb', 'c'].map((item) => queue.submit(item)));
    expect(results).toEqual(['done', 'done', 'busy']);
    expect(await outcomes([queue.submit('c')])).toEqual(['done']);
  });

  it('fails one item without failing its neighbours', async () => {
    const write = (items: readonly string[]): Promise<readonly WriteResult[]> =>
      Promise.resolve(items.map((item) => (item === 'b' ? { error: new Error('no money') } : undefined)));
    const { queue } = aQueue({ write });
    expect(await outcomes(['a', 'b', 'c'].map((item) => queue.submit(item)))).toEqual(['done', 'no money', 'done']);
  });

  it('halves a batch that fails permanently, until the faulty item fails alone', async () => {
    const write = (items: readonly string[]): Promise<readonly WriteResult[]> =>
      items.includes('c') ? Promise.reject(new RangeError('unbalanced')) : Promise.resolve([]);
    const { queue } = aQueue({ write });
    const results = await outcomes(Array.from('abcde').map((item) => queue.submit(item)));
    expect(results).toEqual(['done', 'done', 'unbalanced', 'done', 'done']);
  });

  it('retries a batch that failed for another reason, and gives up after four failures', async () => {
    let failures = 2;
    const write = (): Promise<[]> =>
      (failures -= 1) >= 0 ? Promise.reject(new Error('connection lost')) : Promise.resolve([]);
    const { queue, batches } = aQueue({ write });
    expect(await outcomes([queue.submit('a')])).toEqual(['done']);
    expect(batches).toHaveLength(3);
    failures = 4;
    expect(await outcomes([queue.submit('a')])).toEqual(['connection lost']);
    expect(batches).toHaveLength(7);
  });

  it('writes what is queued when it is stopped, and refuses further items', async () => {
    const { queue } = aQueue();
    const submitted = ['aaaa', 'bbbb'].map((item) => queue.submit(item));
    await queue.stop();
    expect(await outcomes([...submitted, queue.submit('c')])).toEqual(['done', 'done', 'busy']);
  });
});
