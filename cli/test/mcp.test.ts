import { PassThrough } from 'node:stream';
import { answerData, serve, type FakeServer } from './fake-api';
import { fakeTerminal, runAt, type FakeTerminal } from './fake-terminal';

interface Answer {
  readonly id: number;
  readonly result: {
    readonly tools: { name: string; inputSchema: { properties: object } }[];
    readonly isError?: boolean;
    readonly content: readonly { text: string }[];
  };
}

describe('pitanga mcp --write', () => {
  let api: FakeServer;
  let isAnswered: boolean;
  let isWarned = false;
  let terminal: FakeTerminal;
  const stdin = new PassThrough();
  let ended: Promise<number>;
  beforeAll(async () => {
    api = await serve((_, response) => {
      if (isWarned) response.setHeader('warning', '299 - "Unknown field \\"amout\\""');
      if (isAnswered) answerData(response, { id: 'ref_1' });
      else response.destroy();
    });
    terminal = { ...fakeTerminal({ PITANGA_URL: api.url, PITANGA_KEY: 'pit_dev_1' }), stdin };
    ended = runAt(terminal, 'mcp --write');
  });
  afterAll(async () => {
    stdin.end();
    expect(await ended).toBe(0);
    terminal.remove();
    await api.stop();
  });

  let lastId = 0;
  const ask = async (method: string, params: object): Promise<Answer['result']> => {
    const id = (lastId += 1);
    stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    for (;;) {
      const lines = terminal.said.out.split('\n').slice(0, -1);
      const answer = lines.map((line) => JSON.parse(line) as Answer).find((one) => one.id === id);
      if (answer) return answer.result;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  const refund = (more: object) =>
    ask('tools/call', { name: 'charges_refund', arguments: { id: 'pix_char_1', amount: 500, ...more } });

  it('takes a key of idempotency for what changes something', async () => {
    const { tools } = await ask('tools/list', {});
    const fieldsOf = (wanted: string) => Object.keys(tools.find(({ name }) => name === wanted)!.inputSchema.properties);
    expect(fieldsOf('charges_refund')).toContain('idempotencyKey');
    expect(fieldsOf('charges_list')).not.toContain('idempotencyKey');
  });

  it('names the key of a call that was not answered, with which a repeat does nothing twice', async () => {
    isAnswered = false;
    const { isError, content } = await refund({});
    const [, idempotencyKey = ''] = /"idempotencyKey": "([^"]+)"/.exec(content[0]!.text) ?? [];
    isAnswered = true;
    const repeated = await refund({ idempotencyKey });
    expect([isError, JSON.parse(repeated.content[0]!.text)]).toEqual([true, { id: 'ref_1' }]);
    const { headers, body } = api.asked.at(-1)!;
    expect([headers['idempotency-key'], JSON.parse(body)]).toEqual([idempotencyKey, { id: 'pix_char_1', amount: 500 }]);
    expect(new Set(api.asked.map((asked) => asked.headers['idempotency-key'])).size).toBe(1);
  });

  it('has what the API warns of after the answer, and none where it does not', async () => {
    isAnswered = true;
    isWarned = true;
    const { content } = await refund({ amout: 500 });
    isWarned = false;
    expect(content.map(({ text }) => JSON.parse(text) as unknown)).toEqual([
      { id: 'ref_1' },
      { warnings: ['Unknown field "amout"'] },
    ]);
    expect((await refund({})).content).toHaveLength(1);
  });
});
