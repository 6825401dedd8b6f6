import { startBeforeAll } from '@pitanga/testing';
import { wholeApi } from './whole-api';

describe('the bare address', () => {
  const api = startBeforeAll(wholeApi);

  it('says in two languages what this is and where the documents are, asks no service and loads nothing', async () => {
    api.answering({});
    const { statusCode, text, headers } = await api.get('/');
    expect([statusCode, api.calls]).toEqual([200, []]);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; /);
    expect(text).toContain('API de cobranças e pagamentos');
    expect(text).toContain('<p lang="en">This is the host of the Pitanga payments API');
    const links = [...text.matchAll(/(?:href|src|action)="([^"]*)"/g)].map(([, link]) => link);
    expect(links).toEqual([
      '/favicon.ico',
      '/dashboard',
      '/docs',
      '/docs/errors',
      '/v2/openapi.json',
      '/v1/openapi.json',
    ]);
    expect(text).not.toContain('<script');
  });
});
