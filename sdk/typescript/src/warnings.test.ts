import { Pitanga, type PitangaOptions } from './client';
import { readWarnings } from './warnings';

const unknown = "Unknown field 'expiresin' was ignored; did you mean 'expiresIn'?";

/** A client whose every call is answered with these warnings. */
function clientWith(warnings: readonly string[], options: PitangaOptions = {}, status = 200): Pitanga {
  const body = status === 200 ? { data: {}, success: true, error: null } : { error: 'Refused.', code: 'NOT_FOUND' };
  const fetch = () => {
    const headers = new Headers({ 'content-type': 'application/json' });
    warnings.forEach((sentence) => headers.append('warning', `299 - "${sentence.replace(/["\\]/g, '\\$&')}"`));
    return Promise.resolve(new Response(JSON.stringify(body), { status, headers }));
  };
  return new Pitanga('pit_dev_1', { fetch, ...options });
}

describe('what the platform says beside an answer', () => {
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  beforeEach(() => warn.mockClear());
  afterAll(() => warn.mockRestore());

  it('is on the console, each distinct sentence once', async () => {
    const pitanga = clientWith([unknown, 'A "quoted", and a \\ too']);
    await pitanga.store.get();
    await pitanga.store.get();
    expect(warn.mock.calls).toEqual([[`Pitanga: ${unknown}`], ['Pitanga: A "quoted", and a \\ too']]);
  });

  it('is said of a refused call, too', async () => {
    await expect(clientWith([unknown], {}, 404).store.get()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(warn).toHaveBeenCalledTimes(1);
  });

  it('is silent where there is nothing to say', async () => {
    await clientWith([]).store.get();
    expect(warn).not.toHaveBeenCalled();
  });

  it('goes to the handler each time instead, to that of the call before that of the client', async () => {
    const [ofClient, ofCall]: [string[], string[]] = [[], []];
    const pitanga = clientWith([unknown], { onWarning: (sentence) => void ofClient.push(sentence) });
    await pitanga.store.get();
    await pitanga.charges.list();
    await pitanga.store.get({ onWarning: (sentence) => void ofCall.push(sentence) });
    expect([ofClient, ofCall]).toEqual([[unknown, unknown], [unknown]]);
    expect(warn).not.toHaveBeenCalled();
  });

  it('can be switched off', async () => {
    await clientWith([unknown], { onWarning: false }).store.get();
    expect(warn).not.toHaveBeenCalled();
  });

  it('makes no failure of an answered call when its handler throws', async () => {
    const error = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const mistake = new Error('a mistake');
    const onWarning = () => {
      throw mistake;
    };
    await expect(clientWith([unknown], { onWarning }).store.get()).resolves.toEqual({});
    expect(error.mock.calls).toEqual([[mistake]]);
    error.mockRestore();
  });
});

it('reads the headers of other agents without their sentence', () => {
  expect(readWarnings(new Headers({ warning: '110 cache "Response is stale", 299 - "ours"' }))).toEqual(['ours']);
});
