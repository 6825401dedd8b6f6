import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testTimeoutMs, waitFor, webhookReceiver, type SeenRequest, type WebhookReceiver } from '@pitanga/testing';
import { Webhook } from 'standardwebhooks';
import { blocksOf } from './guides/blocks';
import { readPage, type Language } from './guides/pages';
import { phpProgram } from './languages/php';
import { pythonWithClient, type Python } from './languages/python';
import { run, type Ran } from './languages/run';
import { usePlatform } from './use-platform';

/** The programs of the guide: how each is run. TypeScript is run by who follows the guide (guides.slow.e2e.test.ts). */
type Runner = (file: string) => readonly [string, ...string[]];
const titles = ['verify.py', 'verify.php', 'verify.go'] as const;
type Title = (typeof titles)[number];

interface Signed {
  readonly body: string;
  readonly id: string;
  readonly timestamp: string;
  readonly signature: string;
  readonly secret: string;
}

/** What the guide has under a title, in a language. */
function programOf(title: Title, language: Language): string {
  const blocks = blocksOf(readPage('guides/webhooks', language)?.markdown ?? '');
  const found = blocks.filter((block) => block.kind === 'file' && block.title === title);
  if (found.length !== 1) throw new Error(`guides/webhooks (${language}) has ${title} ${String(found.length)} times`);
  return found[0]!.code;
}

describe('the programs of the guide that verify a webhook', () => {
  const platform = usePlatform();
  const folder = mkdtempSync(join(tmpdir(), 'pitanga-verify-'));
  let runners: Record<Title, Runner>;
  let receiver: WebhookReceiver;
  let python: Python;
  let first: Signed;
  /** Signed with the secret of before and with the new one. */
  let rotated: Signed;

  beforeAll(async () => {
    python = await pythonWithClient(platform.baseUrl);
    const { program } = python;
    const php = await phpProgram();
    runners = {
      'verify.py': (file) => [program('python'), file],
      'verify.php': (file) => [process.execPath, php, file],
      'verify.go': (file) => [program('go'), 'run', file],
    };
    receiver = await webhookReceiver();
    const { api } = platform;
    const wanted = { name: 'loja', endpoint: receiver.url, events: ['transparent.completed'] };
    const { id, secret } = (await api.post('/v2/webhooks/create', wanted)).json.data;
    first = await paid(secret);
    await api.post('/v2/webhooks/rotate-secret', { id });
    rotated = await paid(secret);
  }, 10 * testTimeoutMs);
  afterAll(async () => {
    python.release();
    await receiver.close();
    rmSync(folder, { recursive: true });
  });

  /** What the platform sends for a payment. */
  async function paid(secret: string): Promise<Signed> {
    const before = receiver.seen.length;
    const body = { data: { amount: 1_000, metadata: { pedido: 'não é "ASCII"', linha: '\u2028' } } };
    const { id } = (await platform.api.post('/v2/transparents/create', body)).json.data;
    await platform.api.post('/v2/transparents/simulate-payment', { id });
    const { body: sent, headers } = await waitFor('the webhook', () =>
      Promise.resolve<SeenRequest | undefined>(receiver.seen[before]),
    );
    const header = (name: string): string => String(headers[`webhook-${name}`]);
    const [webhookId, timestamp, signature] = [header('id'), header('timestamp'), header('signature')];
    return { body: sent, id: webhookId, timestamp, signature, secret };
  }

  /** Runs the program of a title on a webhook, and answers what it printed and its exit code. */
  async function verdict(title: Title, language: Language, webhook: Signed): Promise<Pick<Ran, 'stdout' | 'code'>> {
    const file = join(folder, title);
    writeFileSync(file, programOf(title, language));
    const [program, ...args] = runners[title](file);
    const { stdout, code } = await run(program, args, {
      input: webhook.body,
      env: {
        WEBHOOK_ID: webhook.id,
        WEBHOOK_TIMESTAMP: webhook.timestamp,
        WEBHOOK_SIGNATURE: webhook.signature,
        WEBHOOK_SECRET: webhook.secret,
      },
    });
    return { stdout, code };
  }

  const valid = { stdout: 'valid\n', code: 0 };
  const invalid = { stdout: 'invalid\n', code: 1 };

  it.each(titles)(
    '%s trusts what the platform signed, also while its secret rotates',
    async (title) => {
      expect(rotated.signature.split(' ')).toHaveLength(2);
      expect(await verdict(title, 'pt', first)).toEqual(valid);
      expect(await verdict(title, 'en', rotated)).toEqual(valid);
    },
    3 * testTimeoutMs,
  );

  it.each(titles)(
    '%s refuses another body, id, time, secret or signature',
    async (title) => {
      const at = Number(first.timestamp);
      const forged: Partial<Signed>[] = [
        { body: first.body.replace('1000', '1001') },
        { id: rotated.id },
        { secret: 'whsec_c2VjcmV0IG9mIGFub3RoZXIgd2ViaG9vaw==' },
        { signature: 'v1,' },
        { signature: '' },
        { timestamp: String(at + 1) },
        { timestamp: 'now' },
      ];
      for (const part of forged)
        expect([part, await verdict(title, 'pt', { ...first, ...part })]).toEqual([part, invalid]);
    },
    5 * testTimeoutMs,
  );

  it.each(titles)(
    '%s refuses a recording that is older than five minutes',
    async (title) => {
      const signedAgo = (seconds: number): Signed => {
        const at = new Date(Date.now() - seconds * 1_000);
        const signature = new Webhook(first.secret).sign(first.id, at, first.body);
        return { ...first, signature, timestamp: String(Math.floor(at.getTime() / 1_000)) };
      };
      expect(await verdict(title, 'pt', signedAgo(200))).toEqual(valid);
      expect(await verdict(title, 'pt', signedAgo(301))).toEqual(invalid);
    },
    3 * testTimeoutMs,
  );
});
