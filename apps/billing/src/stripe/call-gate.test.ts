import { createCallGate } from './call-gate';

const busy = (): Error => new Error('busy');

describe('a gate of calls', () => {
  it('refuses what has waited too long, and hands the place to what waits after it', async () => {
    const gate = createCallGate({ concurrentMax: 1, waitingMax: 1, waitMs: 20 }, busy);
    let release = (): void => undefined;
    const first = gate(() => new Promise<void>((resolve) => (release = resolve)));
    const late = jest.fn(() => Promise.resolve());
    await expect(gate(late)).rejects.toThrow('busy');
    const next = gate(() => Promise.resolve('done'));
    release();
    await first;
    expect(await next).toBe('done');
    expect(await gate(() => Promise.resolve('again'))).toBe('again');
    expect(late).not.toHaveBeenCalled();
  });

  it('ends no work that has its place', async () => {
    const gate = createCallGate({ concurrentMax: 1, waitingMax: 1, waitMs: 5_000 }, busy);
    let release = (): void => undefined;
    const first = gate(() => new Promise<void>((resolve) => (release = resolve)));
    const second = gate(() => Promise.resolve('second'));
    await expect(gate(() => Promise.resolve('third'))).rejects.toThrow('busy');
    release();
    await first;
    expect(await second).toBe('second');
  });
});
