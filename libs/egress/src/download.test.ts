import type { DownloadRequest } from './download';
import { closeAll, egress, http, loopback, outcome, strict, tcp } from '../test/egress-harness';

afterEach(closeAll);

describe('downloading', () => {
  const of = (url: string, more: Partial<DownloadRequest> = {}): DownloadRequest => {
    return { url, policy: loopback, maxBytes: 1_000, timeoutMs: 30_000, userAgent: 'test', ...more };
  };

  it('answers the bytes of a body up to the limit, with and without an announced length', async () => {
    const url = await http((request, response) => {
      if (request.url === '/announced') response.setHeader('content-length', 1_000);
      response.write(Buffer.alloc(400, 1));
      response.end(Buffer.alloc(600, 2));
    });
    const whole = Buffer.concat([Buffer.alloc(400, 1), Buffer.alloc(600, 2)]);
    for (const path of ['/announced', '/chunked']) {
      expect((await egress().download(of(url + path))).equals(whole)).toBe(true);
    }
  });

  it('asks for the bytes as they are and says who it is', async () => {
    const url = await http((request, response) => void response.end(JSON.stringify(request.headers)));
    const headers: unknown = JSON.parse((await egress().download(of(url))).toString());
    expect(headers).toMatchObject({ 'accept-encoding': 'identity', 'user-agent': 'test' });
  });

  it('refuses an announced length over the limit without reading it', async () => {
    let sent = false;
    const url = await http((_request, response) => {
      response.writeHead(200, { 'content-length': 1_001 }).flushHeaders();
      response.on('close', () => (sent = response.writableFinished));
    });
    expect(await outcome(egress().download(of(url)))).toBe('too_large');
    expect(sent).toBe(false);
  });

  it('stops an endless body at the limit and closes its connection', async () => {
    const closed = Promise.withResolvers<number>();
    let sent = 0;
    const url = await http((_request, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(8_192))) sent += 8_192;
        if (!response.destroyed) response.once('drain', more);
      };
      response.on('close', () => {
        closed.resolve(sent);
      });
      more();
    });
    expect(await outcome(egress().download(of(url, { maxBytes: 20_000 })))).toBe('too_large');
    // What was under way in the buffers of both ends, and not more.
    expect(await closed.promise).toBeLessThan(8_000_000);
  });

  it('gives up a body that drips on when the whole time is over', async () => {
    const url = await http((_request, response) => {
      const drip = setInterval(() => response.write('x'), 20);
      response.on('close', () => {
        clearInterval(drip);
      });
    });
    expect(await outcome(egress().download(of(url, { timeoutMs: 300 })))).toBe('timeout');
  });

  it('refuses every answer but a 200, also one that redirects nowhere, and inflates nothing', async () => {
    let reached = false;
    const target = await http((_request, response) => {
      reached = true;
      response.end('x');
    });
    const url = await http((request, response) => {
      if (request.url === '/gzip') response.setHeader('content-encoding', 'gzip').end('x');
      else if (request.url === '/302') response.writeHead(302).end();
      else if (request.url === '/303') response.writeHead(303, { location: 'http://[' }).end();
      else response.writeHead(Number(request.url?.slice(1)), { location: target }).end();
    });
    for (const path of ['/302', '/303', '/300', '/304', '/404', '/204', '/206', '/500']) {
      expect([path, await outcome(egress().download(of(url + path)))]).toEqual([path, 'status']);
    }
    expect(await outcome(egress().download(of(`${url}/gzip`)))).toBe('encoded');
    expect(reached).toBe(false);
  });

  describe('through redirects', () => {
    /** Answers at `/` and redirects `/3` to `/2` to `/1` to `/`, each with another status and form of address. */
    const chain = async (): Promise<string> => {
      const url = await http((request, response) => {
        const left = Number(request.url?.slice(1) ?? 0);
        if (left === 0) response.end('whole');
        else response.writeHead([308, 301, 302, 303, 307][left % 5] ?? 302, { location: `/${String(left - 1)}` }).end();
      });
      return url;
    };

    it('follows three, and not a fourth', async () => {
      const url = await chain();
      for (const times of ['0', '1', '2', '3']) {
        expect((await egress().download(of(`${url}/${times}`))).toString()).toBe('whole');
      }
      expect(await outcome(egress().download(of(`${url}/4`)))).toBe('redirects');
      expect(await outcome(egress().download(of(`${url}/9`)))).toBe('redirects');
    });

    it('refuses a circle, also one that only its fragments make longer', async () => {
      const url = await http((request, response) => {
        response.writeHead(302, { location: request.url === '/a' ? '/b#1' : '/a#2' }).end();
      });
      expect(await outcome(egress().download(of(`${url}/a`)))).toBe('redirect_loop');
      const self = await http((request, response) => {
        response.writeHead(302, { location: `${request.url ?? ''}#again` }).end();
      });
      expect(await outcome(egress().download(of(`${self}/x`)))).toBe('redirect_loop');
    });

    it.each([
      ['an inside address', 'http://169.254.169.254/latest', 'blocked_address'],
      [
        'an inside address in another spelling',
        'http://0x7f000001.example:1@[::ffff:169.254.169.254]/',
        'blocked_address',
      ],
      ['a name that resolves to inside', 'http://inside.example/x', 'blocked_address'],
      ['a name of mixed addresses', 'http://rebound.example/x', 'blocked_address'],
      ['an address with credentials', 'http://user:secret@127.0.0.1/', 'blocked_address'],
      ['a file', 'file:///etc/passwd', 'blocked_address'],
      ['data', 'data:image/png;base64,AAAA', 'blocked_address'],
      ['a name that does not resolve', 'http://nowhere.example/x', 'dns'],
    ])('judges each address like the first: refuses %s', async (_name, location, expected) => {
      const resolve = (host: string): Promise<readonly string[]> => {
        if (host === 'inside.example') return Promise.resolve(['10.0.0.1']);
        if (host === 'rebound.example') return Promise.resolve(['93.184.216.34', '10.0.0.1']);
        return Promise.reject(Object.assign(new Error('none'), { code: 'ENOTFOUND' }));
      };
      const url = await http((request, response) => {
        response.writeHead(302, { location: request.url === '/1' ? '/2' : location }).end();
      });
      expect(await outcome(egress({ resolve }).download(of(`${url}/1`)))).toBe(expected);
    });

    it('keeps one deadline for all of them', async () => {
      const url = await http((request, response) => {
        if (request.url === '/slow') return;
        response.writeHead(302, { location: '/slow' }).end();
      });
      expect(await outcome(egress().download(of(url, { timeoutMs: 300 })))).toBe('timeout');
    });
  });

  it('refuses a body that ends before its announced length', async () => {
    const url = await tcp((socket) => {
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf'));
    });
    expect(await outcome(egress().download(of(url)))).toBe('connect');
  });

  it('reaches no inside address', async () => {
    const url = await http((_request, response) => void response.end('secret'));
    expect(await outcome(egress().download(of(url, { policy: strict })))).toBe('blocked_address');
    expect(await outcome(egress().download(of('http://169.254.169.254/latest', { policy: loopback })))).toBe(
      'blocked_address',
    );
    const rebound = egress({ resolve: () => Promise.resolve(['8.8.8.8', '10.0.0.1']) });
    expect(await outcome(rebound.download(of('http://rebind.example/', { policy: strict })))).toBe('blocked_address');
  });
});
