import { answerData, refuse, serve, type FakeServer } from './fake-api';
import { fakeTerminal, runAt, type FakeTerminal } from './fake-terminal';

const charge = { id: 'pix_char_1', method: 'PIX', status: 'PAID', amount: 123_456, description: null };
const page = { hasMore: true, next: 'pix_char_1', before: null };

describe('a command', () => {
  let api: FakeServer;
  let terminal: FakeTerminal;
  let answer: Parameters<typeof serve>[0];
  beforeEach(async () => {
    answer = (_, response) => {
      answerData(response, [charge], page);
    };
    api = await serve((asked, response) => {
      answer(asked, response);
    });
    terminal = fakeTerminal({ PITANGA_URL: api.url, PITANGA_KEY: 'pit_dev_1' });
  });
  afterEach(async () => {
    terminal.remove();
    await api.stop();
  });

  it('shows a list as a table, and how to see more', async () => {
    expect(await runAt(terminal, 'charges list --status PAID --limit 1')).toBe(0);
    expect(api.asked[0]?.query.toString()).toBe('limit=1&status=PAID');
    expect(terminal.said).toEqual({
      out: 'id          method  status  amount\npix_char_1  PIX     PAID    R$ 1.234,56\n',
      err: 'More: pitanga charges list --after pix_char_1\n',
    });
  });

  it('prints the answer as it is with --json', async () => {
    expect(await runAt(terminal, 'charges list --json')).toBe(0);
    expect(JSON.parse(terminal.said.out)).toEqual({ data: [charge], pagination: page });
    expect(terminal.said.err).toBe('');
  });

  describe('that is answered with a warning', () => {
    const warning = 'Unknown field "expiresin": did you mean expiresIn?';
    beforeEach(() => {
      answer = (_, response) => {
        response.setHeader('warning', [`299 - "${warning.replaceAll('"', '\\"')}"`]);
        answerData(response, [charge], { ...page, hasMore: false, next: null });
      };
    });

    it.each([
      ['', `warning: ${warning}\n`],
      [' --json', `${JSON.stringify({ warning })}\n`],
      [' --no-warnings', ''],
    ])('shows it on standard error: charges list%s', async (option, err) => {
      expect(await runAt(terminal, `charges list${option}`)).toBe(0);
      expect(terminal.said.err).toBe(err);
    });
  });

  it('shows a record by lines', async () => {
    answer = (_, response) => {
      answerData(response, { ...charge, customer: { name: 'Ana' }, createdAt: '2026-11-21T15:00:00.000Z' });
    };
    expect(await runAt(terminal, 'charges get pix_char_1')).toBe(0);
    expect(api.asked[0]?.query.get('id')).toBe('pix_char_1');
    expect(terminal.said.out.split('\n')).toEqual(
      expect.arrayContaining([
        'amount         R$ 1.234,56',
        'description    –',
        'customer.name  Ana',
        'createdAt      2026-11-21 12:00:00',
      ]),
    );
  });

  it('takes --limit before and after list', async () => {
    await runAt(terminal, 'events --limit 3');
    await runAt(fakeTerminal(terminal.env as Record<string, string>), 'events list --limit 4 --json');
    expect(api.asked.map(({ query }) => query.get('limit'))).toEqual(['3', '4']);
  });

  it('shows new requests, and not that it asks for them', async () => {
    const request = {
      method: 'GET',
      status: 200,
      ms: 1,
      code: null,
      requestId: null,
      createdAt: '2026-11-21T15:00:00Z',
    };
    answer = ({ query }, response) => {
      const own = { ...request, id: 'rlog_2', route: '/v2/request-log/list' };
      const isFirst = query.get('before') === null;
      answerData(response, isFirst ? [own] : [own, { ...request, id: 'rlog_1', route: '/v2/charges/list' }], page);
      if (api.asked.length > 2) terminal.interrupt();
    };
    expect(await runAt(terminal, 'logs --tail --json')).toBe(0);
    const routes = terminal.said.out
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { route: string }).route);
    expect(new Set(routes)).toEqual(new Set(['/v2/charges/list']));
  });

  it('sends the idempotency key that it is given', async () => {
    await runAt(terminal, 'charges create --data.amount 700 --idempotency-key order-7');
    expect(api.asked[0]?.headers['idempotency-key']).toBe('order-7');
    expect(api.asked[0]?.body).toBe('{"data":{"amount":700}}');
  });

  describe('that writes and is not answered', () => {
    const line = 'charges refund pix_char_1 --amount 500';
    const keys = () => new Set(api.asked.map(({ headers }) => headers['idempotency-key']));

    it('says how a repeat does nothing twice', async () => {
      answer = (_, response) => response.destroy();
      expect(await runAt(terminal, line)).toBe(4);
      const [, key = ''] = /repeat it with --idempotency-key (\S+)\n$/.exec(terminal.said.err) ?? [];
      expect([...keys()]).toEqual([key]);
      const again = fakeTerminal(terminal.env as Record<string, string>);
      expect(await runAt(again, `${line} --idempotency-key ${key} --json`)).toBe(4);
      expect([...keys()]).toEqual([key]);
      expect(JSON.parse(again.said.err)).toMatchObject({ error: { idempotencyKey: key } });
    }, 20_000);

    it('says so after Ctrl-C, too', async () => {
      answer = () => {
        terminal.interrupt();
      };
      expect(await runAt(terminal, line)).toBe(130);
      expect(terminal.said.err).toContain(`repeat it with --idempotency-key ${[...keys()].join(' ')}\n`);
    });

    it('says nothing of it when it was refused, or only reads', async () => {
      answer = (_, response) => {
        refuse(response, 400, 'AMOUNT_INVALID', 'No.');
      };
      await runAt(terminal, line);
      await api.stop();
      expect(await runAt(terminal, 'charges get x')).toBe(4);
      expect(terminal.said.err).not.toContain('idempotency');
    }, 20_000);
  });

  it('has no colours where nobody looks, and none that are not wanted', async () => {
    const person = { ...fakeTerminal(terminal.env as Record<string, string>), interactive: true };
    await runAt(person, 'charges list');
    // eslint-disable-next-line no-control-regex
    expect(person.said.out).toMatch(/\u001b\[32mPAID/);
    const plain = {
      ...fakeTerminal({ ...(terminal.env as Record<string, string>), NO_COLOR: '1' }),
      interactive: true,
    };
    await runAt(plain, 'charges list');
    // eslint-disable-next-line no-control-regex
    expect(plain.said.out).not.toMatch(/\u001b/);
  });

  it.each([
    [400, 'EMAIL_INVALID', 1],
    [401, 'API_KEY_INVALID', 3],
    [403, 'PERMISSION_MISSING', 1],
    [404, 'CHARGE_NOT_FOUND', 1],
  ])('ends a refusal with %i and %s with %i', async (status, code, exitCode) => {
    answer = (_, response) => {
      refuse(response, status, code, 'No.');
    };
    expect(await runAt(terminal, 'charges get x --json')).toBe(exitCode);
    expect(JSON.parse(terminal.said.err)).toMatchObject({ error: { code, message: 'No.' } });
  });

  it('ends with 4 when it is not answered', async () => {
    await api.stop();
    expect(await runAt(terminal, 'charges get x')).toBe(4);
    expect(terminal.said.err).toContain('PITANGA_URL');
  });

  it.each([
    ['chrages list', 'Did you mean charges?'],
    ['charges lst', 'Did you mean list?'],
    ['charges list --limt 3', 'Did you mean --limit?'],
    ['pay', "missing required argument 'id'"],
    ['pay x --method cash', 'pix, boleto, card'],
    ['listen', '--forward-to'],
    ['clock advance soon', '1mo'],
    ['listen --forward-to 4000 --events paid', 'transparent.completed'],
    ['charges get x --key pit_dev_…', 'copy the whole key'],
    ['charges create --data.amount 700 --idempotency-key pedido-é', '1 to 255 characters'],
  ])('%s is wrong use, and says what is right', async (line, hint) => {
    expect(await runAt(terminal, line)).toBe(2);
    expect(terminal.said.err).toContain(hint);
    expect(api.asked).toEqual([]);
  });

  it('shows help without a key', async () => {
    const stranger = fakeTerminal();
    expect(await runAt(stranger, 'charges create --help')).toBe(0);
    expect(stranger.said.out).toContain('--data.amount <number>');
    expect(stranger.said.out).toContain('Needs the permission CHECKOUT:CREATE.');
  });
});
