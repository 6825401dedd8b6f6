import { closeAll, egress, http, outcome, post, tcp } from '../test/egress-harness';

afterEach(closeAll);

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
    await closeAll();
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
