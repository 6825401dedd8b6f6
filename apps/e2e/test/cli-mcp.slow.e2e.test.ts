import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { testTimeoutMs } from '@pitanga/testing';
import { installCli, type InstalledCli } from './cli/installed-cli';
import { usePlatform } from './use-platform';

describe('an assistant at pitanga mcp', () => {
  const platform = usePlatform();
  let cli: InstalledCli;
  beforeAll(async () => {
    cli = await installCli(platform.baseUrl);
  }, 2 * testTimeoutMs);
  afterAll(() => {
    cli.remove();
  });

  /** Shakes hands, works, and ends the server by closing its input. */
  const withServer = async (options: readonly string[], work: (client: Client) => Promise<void>): Promise<void> => {
    const client = new Client({ name: 'assistant', version: '1.0.0' });
    const env = { ...cli.env, PITANGA_KEY: platform.demo.devKey };
    await client.connect(new StdioClientTransport({ command: cli.program, args: ['mcp', ...options], env }));
    try {
      await work(client);
    } finally {
      await client.close();
    }
  };
  const namesOf = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);
  const call = async (client: Client, name: string, input: Record<string, unknown> = {}) => {
    const { isError, content } = await client.callTool({ name, arguments: input });
    const [{ text }] = content as [{ text: string }];
    return { isError: isError === true, text };
  };

  it('reads, and is refused what changes something', () =>
    withServer([], async (client) => {
      const names = await namesOf(client);
      expect(names).toEqual(expect.arrayContaining(['charges_list', 'store_get', 'webhooks_deliveries_list']));
      expect(names.filter((name) => /_(?:create|delete|refund|advance)$/.test(name))).toEqual([]);
      const { text } = await call(client, 'store_get');
      expect(JSON.parse(text)).toMatchObject({ id: platform.demo.storeId, devMode: true });

      const refused = await call(client, 'charges_create', { data: { amount: 1_000 } });
      expect(refused).toEqual({ isError: true, text: expect.stringContaining('--write') });
      expect(JSON.parse((await call(client, 'charges_list')).text).data).toEqual([]);
      const unknown = await call(client, 'charges_get', { id: 'pix_char_none' });
      expect(unknown).toEqual({ isError: true, text: expect.stringContaining('CHARGE_NOT_FOUND') });
    }));

  it('writes once that is allowed', () =>
    withServer(['--write'], async (client) => {
      const { tools } = await client.listTools();
      const create = tools.find(({ name }) => name === 'charges_create');
      expect(create).toMatchObject({
        annotations: { readOnlyHint: false },
        inputSchema: { required: ['data'], properties: { data: { properties: { amount: { type: 'integer' } } } } },
      });
      const { isError, text } = await call(client, 'charges_create', { data: { amount: 1_000 } });
      expect([isError, JSON.parse(text)]).toEqual([false, expect.objectContaining({ amount: 1_000, devMode: true })]);
    }));

  it('has no key of production unless that is allowed', async () => {
    const env = { PITANGA_KEY: platform.demo.prodKey };
    const refused = await cli.run(['mcp'], { env });
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('--live')]);
    // Its input is at its end at once: it serves nobody, and ends well.
    expect((await cli.run(['mcp', '--live'], { env })).code).toBe(0);
  });
});
