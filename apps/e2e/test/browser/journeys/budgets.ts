import { readdirSync, readFileSync } from 'node:fs';
import { get } from 'node:http';
import { testTimeoutMs, waitFor } from '@pitanga/testing';
import type { OwnBench } from '../bench';
import { aCheckout, aSubscription } from '../till';

const pageBytesMax = 15_000;
const moduleBytesMax = 10_000;
const renderMsMax = 30;
const renders = 300;
const warmUps = 200;
const roundsMax = 3;

/** What a page may cost a buyer's phone and the server. */
export function budgets(bench: OwnBench): void {
  it.each(['br', 'gzip'])(
    'a page and its module are small on the wire, in %s, and what is static stays',
    async (coding) => {
      const { api, platform } = bench;
      const urls = [(await aCheckout(api)).url, (await aSubscription(api, { trialDays: 7 })).url];
      for (const url of urls.flatMap((one) => ['PIX', 'CARD', 'BOLETO'].map((method) => `${one}?method=${method}`))) {
        const page = await onTheWire(url, coding);
        expect([page.coding, page.bytes]).toEqual([coding, expect.any(Number)]);
        expect(page.bytes).toBeLessThanOrEqual(pageBytesMax);
        const files = ownFiles((await onTheWire(url, 'identity')).text);
        expect([url, files.length]).toEqual([url, 1]);
        for (const address of files) {
          const file = await onTheWire(new URL(address, platform.baseUrl).href, coding);
          expect([address, file.status, file.cacheControl]).toEqual([
            address,
            200,
            expect.stringContaining('immutable'),
          ]);
          expect(file.bytes).toBeLessThanOrEqual(moduleBytesMax);
        }
      }
    },
  );

  it('the first paint needs one request', async () => {
    const { url } = await aCheckout(bench.api, { methods: ['CARD'] });
    const context = await bench.browser.newContext();
    try {
      // Everything but the page itself stays without an answer for good.
      await context.route(/./, (route) => (route.request().isNavigationRequest() ? route.continue() : undefined));
      const page = await context.newPage();
      await page.goto(url, { waitUntil: 'commit' });
      const paints = "performance.getEntriesByName('first-contentful-paint').length";
      await waitFor('the first paint', async () => (await page.evaluate<number>(paints)) === 1);
      await page.getByRole('button', { name: /^Pagar R\$/ }).waitFor();
      const styled = await page.evaluate<string>("getComputedStyle(document.querySelector('main')).maxWidth");
      expect(styled).not.toBe('none');
    } finally {
      await context.close();
    }
  });

  it(
    `the gateway renders a page in ${String(renderMsMax)} ms of processor time, 99 times in 100`,
    async () => {
      const { api, platform } = bench;
      const { url } = await aCheckout(api, { methods: ['CARD'] });
      const pid = platform.services.gateway.pid ?? 0;
      const render = async (): Promise<number> => {
        const before = processorMs(pid);
        await onTheWire(url, 'br');
        return processorMs(pid) - before;
      };
      // The code is compiled when it was used a few times.
      for (let warm = 0; warm < warmUps; warm += 1) await render();
      const rounds: number[] = [];
      // What else the machine does makes a render dearer, never cheaper: one quiet round shows what it costs.
      while (rounds.length < roundsMax && !rounds.some((cost) => cost <= renderMsMax)) {
        const costs: number[] = [];
        while (costs.length < renders) costs.push(await render());
        costs.sort((a, b) => a - b);
        rounds.push(costs[Math.ceil(renders * 0.99) - 1] ?? Infinity);
      }
      expect(Math.min(...rounds)).toBeLessThanOrEqual(renderMsMax);
    },
    2 * testTimeoutMs,
  );
}

interface Sent {
  readonly status: number;
  readonly bytes: number;
  readonly coding: string | undefined;
  readonly cacheControl: string | undefined;
  /** As it came: readable only without a coding. */
  readonly text: string;
}

/** What comes over the wire; fetch would hide it. */
function onTheWire(url: string, coding: string): Promise<Sent> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': coding } }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.once('error', reject);
      response.once('end', () => {
        const { statusCode = 0, headers } = response;
        const body = Buffer.concat(parts);
        const [sent, cacheControl] = [headers['content-encoding'], headers['cache-control']];
        resolve({ status: statusCode, bytes: body.length, coding: sent, cacheControl, text: body.toString() });
      });
    }).once('error', reject);
  });
}

/** The scripts and style sheets of our own that a page names. */
function ownFiles(page: string): string[] {
  return [...page.matchAll(/<(?:script|link)\b[^>]*?(?:src|href)="(\/[^"]+\.(?:js|mjs|css)[^"]*)"/g)].map(
    ([, address = '']) => address,
  );
}

/** What all threads of a process have run so far, in ms; Linux counts it in ns. */
function processorMs(pid: number): number {
  const tasks = `/proc/${String(pid)}/task`;
  const ns = readdirSync(tasks).map((task) => Number(readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ')[0]));
  return ns.reduce((sum, one) => sum + one, 0) / 1e6;
}
