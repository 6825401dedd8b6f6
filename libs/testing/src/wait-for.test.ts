import { waitFor } from './wait-for';

describe('waitFor', () => {
  it('answers the first thing that is there', async () => {
    const answers = [undefined, false, 'here', 'later'] as const;
    let asked = 0;
    expect(await waitFor('an answer', () => Promise.resolve(answers[asked++]))).toBe('here');
    expect(asked).toBe(3);
  });

  it('takes zero and the empty text for answers', async () => {
    expect(await waitFor('zero', () => Promise.resolve(0))).toBe(0);
    expect(await waitFor('text', () => Promise.resolve(''))).toBe('');
  });

  it('says what it waited for, and why the probe failed last', async () => {
    const failure = await waitFor('the bus', () => Promise.reject(new Error('strike')), 50).catch(
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({ message: 'waited 50 ms in vain for the bus', cause: { message: 'strike' } });
  });
});
