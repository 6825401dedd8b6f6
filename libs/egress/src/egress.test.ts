import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { createEgress, type EgressRequest } from './egress';
import type { DownloadRequest } from './download';
import type { EgressOutcome } from './egress-error';

const loopback = { allowLoopback: true, requireHttps: false };
const strict = { allowLoopback: false, requireHttps: false };
const closers: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function http(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}

async function tcp(onSocket: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    onSocket(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}

function egress(options: Parameters<typeof createEgress>[0] = {}): ReturnType<typeof createEgress> {
  const created = createEgress(options);
  closers.push(() => created.close());
  return created;
}

function post(url: string, more: Partial<EgressRequest> = {}): EgressRequest {
  return { url, method: 'POST', headers: {}, body: '{}', timeoutMs: 30_000, policy: loopback, ...more };
}

async function outcome(work: Promise<unknown>): Promise<EgressOutcome | undefined> {
  return await work.then(
    () => undefined,
    (error: unknown) => (error as { outcome: EgressOutcome }).outcome,
  );
}

describe('sending', () => {
  it('answers with the status, the headers and the body', async () => {
    const url = await http((request, response) => {
      request.resume().on('end', () => response.writeHead(201, { 'retry-after': '7' }).end(request.url));
    });
    const response = await egress().send(post(`${url}/a?b='c'`));
    expect(response).toMatchObject({ status: 201, truncated: false, bodyEnd: 'complete' });
    expect(response.headers['retry-after']).toBe('7');
    expect(response.responseHead.toString()).toBe("/a?b='c'");
  });

  it('keeps the host of the endpoint whatever its path looks like', async () => {
    const url = await http((request, response) => void response.end(request.url));
    const response = await egress().send(post(`${url}//evil.example/x`));
    expect(response.responseHead.toString()).toBe('//evil.example/x');
  });

  it('follows no redirect', async () => {
    let reached = false;
    const target = await http((_request, response) => {
      reached = true;
      response.end();
    });
    const url = await http((_request, response) => void response.writeHead(307, { location: target }).end());
    expect((await egress().send(post(url))).status).toBe(307);
    expect(reached).toBe(false);
  });

  it('inflates nothing', async () => {
    const url = await http((_request, response) => void response.setHeader('content-encoding', 'gzip').end('not gzip'));
    expect((await egress().send(post(url))).responseHead.toString()).toBe('not gzip');
  });

  it('cuts an endless body at what is kept', async () => {
    const url = await http((_request, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(8_192)));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    });
    const response = await egress().send(post(url, { maxResponseBytes: 1_000 }));
    expect(response).toMatchObject({ status: 200, truncated: true, bodyEnd: 'cut' });
    expect(response.responseHead).toHaveLength(1_000);
  });

  it('gives up a server that accepts and never answers when the time is over', async () => {
    const url = await http(() => undefined);
    expect(await outcome(egress().send(post(url, { timeoutMs: 300 })))).toBe('timeout');
  });

  it('keeps the status of a server that stops inside its body, within the same total time', async () => {
    const url = await http((_request, response) => {
      response.flushHeaders();
      const drip = setInterval(() => response.write('x'), 20);
      response.on('close', () => {
        clearInterval(drip);
      });
    });
    const response = await egress().send(post(url, { timeoutMs: 2_000 }));
    expect(response).toMatchObject({ status: 200, bodyEnd: 'timeout' });
  });

  it('gives up at once when its caller does', async () => {
    const url = await http(() => undefined);
    const controller = new AbortController();
    const sent = outcome(egress().send(post(url, { signal: controller.signal })));
    controller.abort();
    expect(await sent).toBe('aborted');
  });

  it('tells a refused connection, a reset, broken HTTP, oversized headers and broken TLS apart', async () => {
    const closed = await http(() => undefined);
    await closers.pop()?.();
    expect(await outcome(egress().send(post(closed)))).toBe('connect');
    const resetting = await tcp((socket) => socket.once('data', () => socket.resetAndDestroy()));
    expect(await outcome(egress().send(post(resetting)))).toBe('connect');
    const garbage = await tcp((socket) => socket.once('data', () => socket.end('SSH-2.0-x\r\n\r\n')));
    expect(await outcome(egress().send(post(garbage)))).toBe('protocol');
    const heavy = await http((_request, response) => void response.setHeader('x', 'y'.repeat(20_000)).end());
    expect(await outcome(egress().send(post(heavy)))).toBe('protocol');
    const plain = await tcp((socket) => socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')));
    expect(await outcome(egress().send(post(plain.replace('http:', 'https:'))))).toBe('tls');
  });
});

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

describe('the address guard', () => {
  const rebinding = (...answers: (readonly string[])[]) => {
    let call = -1;
    return (): Promise<readonly string[]> => Promise.resolve(answers[Math.min((call += 1), answers.length - 1)] ?? []);
  };

  it('refuses a name with any address that is not public', async () => {
    for (const addresses of [['10.0.0.1'], ['::1'], ['8.8.8.8', '127.0.0.1'], ['8.8.8.8', '::ffff:7f00:1']]) {
      const guarded = egress({ resolve: rebinding(addresses) });
      expect(await guarded.check('http://rebind.example/', strict)).toBe('address');
      expect(await outcome(guarded.send(post('http://rebind.example/', { policy: strict })))).toBe('blocked_address');
    }
  });

  it('judges again on every connection, so that a name rebound after its check is refused', async () => {
    let reached = false;
    const url = await http((_request, response) => {
      reached = true;
      response.end();
    });
    const guarded = egress({ resolve: rebinding(['8.8.8.8'], ['127.0.0.1']) });
    const target = `http://rebind.example:${new URL(url).port}/`;
    expect(await guarded.check(target, strict)).toBeUndefined();
    expect(await outcome(guarded.send(post(target, { policy: strict })))).toBe('blocked_address');
    expect(reached).toBe(false);
  });

  it('connects to the very addresses it judged', async () => {
    const url = await http((request, response) => void response.end(request.headers.host));
    const host = `pinned.example:${new URL(url).port}`;
    const response = await egress({ resolve: rebinding(['127.0.0.1']) }).send(post(`http://${host}/`));
    expect(response.responseHead.toString()).toBe(host);
  });

  it('does not lend a loopback connection to a strict policy', async () => {
    const url = await http((_request, response) => void response.end());
    const shared = egress();
    await shared.send(post(url));
    expect(await outcome(shared.send(post(url, { policy: strict })))).toBe('blocked_address');
  });

  it('calls a name without an address unresolved, not forbidden', async () => {
    const guarded = egress({ resolve: () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOTFOUND' })) });
    expect(await guarded.check('https://absent.example/', strict)).toBe('dns');
    expect(await outcome(guarded.send(post('https://absent.example/', { policy: strict })))).toBe('dns');
  });

  it('does not wait for a name server that never answers', async () => {
    const guarded = egress({ resolve: () => new Promise(() => undefined) });
    expect(await guarded.check('https://slow.example/', strict)).toBe('dns');
    expect(await outcome(guarded.send(post('https://slow.example/', { policy: strict, timeoutMs: 100 })))).toBe(
      'timeout',
    );
  });

  it('sends nothing any more once it was given up while connecting', async () => {
    let connections = 0;
    let requests = 0;
    const url = await tcp((socket) => {
      connections += 1;
      socket.on('data', () => (requests += 1));
    });
    const resolved = Promise.withResolvers<readonly string[]>();
    const host = `late.example:${new URL(url).port}`;
    const late = egress({ resolve: () => resolved.promise });
    expect(await outcome(late.send(post(`http://${host}/`, { timeoutMs: 50 })))).toBe('timeout');
    resolved.resolve(['127.0.0.1']);
    while (connections === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(requests).toBe(0);
  });

  it('tells nobody the address it refused', async () => {
    const sent = egress({ resolve: rebinding(['10.1.2.3']) }).send(post('http://x.example/', { policy: strict }));
    await expect(sent).rejects.toThrow(/^[^0-9]*$/);
  });
});
