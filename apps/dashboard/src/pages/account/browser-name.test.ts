import { parseBrowser } from './browser-name';

describe('the name of a browser in the list of sessions', () => {
  it('is that of the browser itself, not of the ones it claims to be', () => {
    const names = {
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36':
        ['Chrome', 'Windows'],
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36 Edg/143.0.0.0':
        ['Edge', 'Windows'],
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15':
        ['Safari', 'macOS'],
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/143.0 Mobile/15E148 Safari/604.1':
        ['Chrome', 'iPhone'],
      'Mozilla/5.0 (Linux; Android 16; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36':
        ['Samsung Internet', 'Android'],
      'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0': ['Firefox', 'Linux'],
    };
    for (const [userAgent, [browser, system]] of Object.entries(names)) {
      expect(parseBrowser(userAgent)).toEqual({ browser, system });
    }
  });

  it('is unknown for what says nothing', () => {
    expect(parseBrowser('')).toEqual({ browser: undefined, system: undefined });
    expect(parseBrowser('curl/8.0')).toEqual({ browser: undefined, system: undefined });
  });
});
