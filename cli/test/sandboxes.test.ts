import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { answerData, serve, type FakeServer } from './fake-api';
import { fakeTerminal, runAt, type FakeTerminal } from './fake-terminal';

const secretKey = `pit_dev_${'s'.repeat(38)}`;
const sandbox = { id: 'sbox_1', name: 'Checkout – testes', storeId: 'store_sbox_1', generation: 1 };
const none = { hasMore: false, next: null, before: null };

describe('pitanga sandbox', () => {
  let api: FakeServer;
  let terminal: FakeTerminal;
  /** The store of the key. */
  let storeId: string;
  const config = () =>
    JSON.parse(readFileSync(join(terminal.env['XDG_CONFIG_HOME'] ?? '', 'pitanga', 'config.json'), 'utf8')) as {
      readonly current: string;
      readonly profiles: Readonly<Record<string, { readonly key?: string }>>;
    };
  const bodies = (path: string) =>
    api.asked.filter((one) => one.path === path).map(({ body }) => JSON.parse(body) as unknown);

  beforeEach(async () => {
    storeId = 'store_1';
    api = await serve(({ path }, response) => {
      if (path === '/v2/store/get') answerData(response, { id: storeId, name: 'Loja' });
      else if (path === '/v2/sandboxes/list') answerData(response, [sandbox], none);
      else answerData(response, { ...sandbox, ...(path.endsWith('create') && { secretKey, publicKey: 'pk_dev_1' }) });
    });
    terminal = fakeTerminal({ PITANGA_URL: api.url });
    await runAt(terminal, `login --key pit_dev_${'a'.repeat(38)}`);
  });
  afterEach(async () => {
    terminal.remove();
    await api.stop();
  });
  const run = (line: string) => runAt(fakeTerminal(terminal.env as Record<string, string>), line);

  it('keeps the key of a new sandbox as a profile of its own, and never in the place of another', async () => {
    expect(await run('sandbox create Checkout --sample-data')).toBe(0);
    expect(await run('sandbox create Checkout --use')).toBe(0);
    expect(bodies('/v2/sandboxes/create')).toEqual([
      { name: 'Checkout', sampleData: true },
      { name: 'Checkout', sampleData: false },
    ]);
    expect(Object.keys(config().profiles)).toEqual(['default', 'sandbox-checkout', 'sandbox-checkout-2']);
    expect(config()).toMatchObject({
      current: 'sandbox-checkout-2',
      profiles: { 'sandbox-checkout': { key: secretKey } },
    });
  });

  it('resets and deletes the sandbox of the key where none is named, and asks which where the key is of a store', async () => {
    const asking = fakeTerminal(terminal.env as Record<string, string>);
    expect(await runAt(asking, 'sandbox reset')).toBe(2);
    expect(asking.said.err).toContain('sbox_1');
    storeId = 'store_sbox_1';
    expect(await run('sandbox reset')).toBe(0);
    expect(await run('sandbox delete sbox_9')).toBe(0);
    expect(Object.keys(config().profiles)).toEqual(['default']);
    expect([bodies('/v2/sandboxes/reset'), bodies('/v2/sandboxes/delete')]).toEqual([
      [{ id: 'sbox_1' }],
      [{ id: 'sbox_9' }],
    ]);
  });

  it('forgets the profile of a key that deletes its own sandbox', async () => {
    storeId = 'store_sbox_1';
    await run('sandbox create Checkout');
    expect(await run('--profile sandbox-checkout sandbox delete')).toBe(0);
    expect(Object.keys(config().profiles)).toEqual(['default']);
  });
});
