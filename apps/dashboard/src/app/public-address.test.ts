import { publicAddress } from './public-address';

const opened = (url: string): Pick<Location, 'origin' | 'pathname' | 'search' | 'hash'> => new URL(url);

describe('a page of the dashboard', () => {
  it.each([
    ['http://localhost:8080', 'http://127.0.0.1:8080'],
    ['http://[::1]:8080', 'http://127.0.0.1:8080'],
    ['http://10.0.0.7:8080', 'https://pay.example'],
    ['http://pay.example', 'https://pay.example'],
  ])('that is opened at %s moves to %s, where its session is, with all of its address', (origin, publicOrigin) => {
    expect(publicAddress(opened(`${origin}/dashboard/store_1/test/charges?tab=1#token`), publicOrigin)).toBe(
      `${publicOrigin}/dashboard/store_1/test/charges?tab=1#token`,
    );
  });

  it.each(['https://pay.example', '__PUBLIC_ORIGIN__', ''])(
    'stays at the public address, and where none is known: %j',
    (publicOrigin) => {
      expect(publicAddress(opened('https://pay.example/dashboard'), publicOrigin)).toBeUndefined();
    },
  );
});
