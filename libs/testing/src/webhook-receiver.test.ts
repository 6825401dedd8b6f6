import { freePort } from './free-port';
import { webhookReceiver } from './webhook-receiver';

describe('webhookReceiver', () => {
  it('records what it gets, byte for byte, and answers as told', async () => {
    const receiver = await webhookReceiver((_, index) => ({ status: index === 0 ? 503 : 200, body: String(index) }));
    const post = () => fetch(`${receiver.url}/hook`, { method: 'POST', headers: { 'x-a': 'b' }, body: '{"a": "ç"}' });
    const first = await post();
    const second = await post();
    expect([first.status, await first.text(), second.status, await second.text()]).toEqual([503, '0', 200, '1']);
    expect(receiver.seen).toHaveLength(2);
    expect(receiver.seen[0]).toMatchObject({ method: 'POST', path: '/hook', body: '{"a": "ç"}' });
    expect(receiver.seen[0]?.headers['x-a']).toBe('b');
    await receiver.close();
  });

  it('closes at once though an answer is being held back', async () => {
    const receiver = await webhookReceiver(() => ({ status: 200, delayMs: 60_000 }));
    const hanging = fetch(receiver.url).then(
      () => 'answered',
      () => 'cut off',
    );
    while (receiver.seen.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await receiver.close();
    expect(await hanging).toBe('cut off');
  });
});

describe('freePort', () => {
  it('answers a port that can be listened on', async () => {
    const port = await freePort();
    expect(port).toBeGreaterThan(1_023);
  });
});
