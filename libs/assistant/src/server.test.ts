import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { Operation } from './operation';
import { createToolServer } from './server';
import { createTools } from './tools';

const operation: Operation = {
  words: ['charges', 'get'],
  write: false,
  summary: 'Get a charge',
  text: '',
  permission: null,
  paged: false,
  fields: [],
};
const files: Record<string, string> = {
  '/docs/llms.txt':
    '- [Pix](/docs/guides/pix.md): Uma cobrança com QR code.\n- [Pix](/docs/en/guides/pix.md): A charge.',
  '/docs/llms-full.txt':
    '<!-- /docs/en/guides/pix/ -->\n\n# Pix\n\nA charge has a code.\n\n' +
    '<!-- /docs/en/errors/ -->\n\n# Errors\n\nCHARGE_NOT_FOUND: No charge matches.',
  '/docs/en/guides/pix.md': `# Pix\n\n${'x'.repeat(50_000)}`,
  '/secret.md': 'secret',
};

describe('the server of an assistant', () => {
  const client = new Client({ name: 'test', version: '1' });
  const read: string[] = [];
  let answer: unknown;
  beforeAll(async () => {
    const server = createToolServer({
      tools: createTools([operation], {}),
      write: false,
      howToWrite: '',
      version: '1',
      readServed: (path) => {
        read.push(path);
        return Promise.resolve(files[path]);
      },
      call: (_operation, _input, { onWarning }) => {
        onWarning('Unknown field "x"');
        return Promise.resolve(answer);
      },
    });
    const [own, other] = InMemoryTransport.createLinkedPair();
    await Promise.all([server.connect(other), client.connect(own)]);
  });
  afterAll(() => client.close());

  const call = async (name: string, input: Record<string, unknown> = {}) => {
    const { isError, content } = await client.callTool({ name, arguments: input });
    return { isError: isError === true, texts: (content as { text: string }[]).map(({ text }) => text) };
  };

  it('leaves pictures out, and says what the API warns of', async () => {
    answer = { id: 'pix_char_1', pages: [{ brCode: '000201', brCodeBase64: 'data:image/png;base64,cG5n' }], url: null };
    const { texts } = await call('charges_get');
    expect(texts.map((text) => JSON.parse(text) as unknown)).toEqual([
      { id: 'pix_char_1', pages: [{ brCode: '000201' }], url: null },
      { warnings: ['Unknown field "x"'] },
    ]);
  });

  it.each([
    ['charges_get', { limit: { toString: 'x' } }, 'limit'],
    ['charges_get', { status: [{ toString: 'x' }] }, 'status'],
    ['docs_search', { query: { toString: 'x' } }, 'query'],
  ])('refuses an input of %s that no address can hold: %j', async (name, input, field) => {
    const { isError, texts } = await call(name, input);
    expect([isError, texts]).toEqual([true, [expect.stringContaining(`${field} should be a text`)]]);
  });

  it.each([
    ['CHARGE_NOT_FOUND', '/docs/en/errors/'],
    ['pix charge', '/docs/en/guides/pix/'],
    ['cobrança', '/docs/guides/pix.md'],
  ])('finds pages of the documentation by %s', async (query, path) => {
    const { texts } = await call('docs_search', { query });
    expect(JSON.parse(texts[0] ?? '')).toMatchObject([{ path }, ...(query === 'pix charge' ? [{}, {}] : [])]);
  });

  it('finds nothing where no word is', async () => {
    expect(await call('docs_search', { query: 'zebra' })).toEqual({ isError: false, texts: ['[]'] });
  });

  it('reads a page by its path, in parts when it is long', async () => {
    const first = (await call('docs_read', { path: '/docs/en/guides/pix/#codes' })).texts[0] ?? '';
    expect(first).toContain('(Goes on: offset 40000 of 50007.)');
    const rest = (await call('docs_read', { path: '/docs/en/guides/pix.md', offset: 40_000 })).texts[0] ?? '';
    expect([rest.length, first.startsWith('# Pix')]).toEqual([10_007, true]);
  });

  it.each(['/secret', '/docs/../secret', '/docs/%2e%2e/secret', 'https://other.example/docs/a', '/docs/absent/'])(
    'reads nothing at %s',
    async (path) => {
      read.length = 0;
      expect(await call('docs_read', { path })).toMatchObject({ isError: true });
      expect(read.filter((one) => !one.startsWith('/docs/absent'))).toEqual([]);
    },
  );

  it('offers prompts of common tasks', async () => {
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(['integrate', 'explain_error', 'review_day', 'go_live']);
    const { messages } = await client.getPrompt({ name: 'explain_error', arguments: { code: 'CHARGE_PAID' } });
    expect(messages[0]).toMatchObject({ role: 'user', content: { text: expect.stringContaining('CHARGE_PAID') } });
    await expect(client.getPrompt({ name: 'absent' })).rejects.toThrow('There is no prompt absent.');
  });
});
