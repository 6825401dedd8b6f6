import { closeAll, egress, http, outcome, post, strict, tcp } from '../test/egress-harness';

afterEach(closeAll);

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
