import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext } from 'playwright-core';
import type { Client } from '../../api';

/** What a page of somebody else reached with the cookies of a person who is signed in. */
interface Reached {
  /** Whether the dashboard was shown inside the page. */
  readonly isFramed: boolean;
  /** Products whose making the page asked for, by a form and by a script. */
  readonly products: readonly string[];
  /** What a script could read of the person. */
  readonly read: string;
}

/**
 * Opens a page of another origin in the browser of a person who is signed in. It is on the same host, so that the
 * browser sends the cookies along: what keeps it out is the gateway.
 */
export async function attackFrom(
  context: BrowserContext,
  { baseUrl, storeId, api }: { readonly baseUrl: string; readonly storeId: string; readonly api: Client },
): Promise<Reached> {
  const body = JSON.stringify({ externalId: 'attack-script', name: 'Ataque', price: 100 });
  const html = `<!doctype html><title>Outro site</title>
    <iframe id="framed" src="${baseUrl}/dashboard/${storeId}/test"></iframe>
    <iframe name="answer"></iframe>
    <form id="form" target="answer" method="post" enctype="text/plain" action="${baseUrl}/dashboard/api/v2/products/create">
      <input name='{"externalId":"attack-form","name":"Ataque","price":100,"ignored":"' value='"}'></form>
    <script>
      const path = '${baseUrl}/dashboard/api';
      const headers = { 'x-pitanga-client': 'dashboard', 'x-pitanga-store': '${storeId}', 'x-pitanga-environment': 'dev' };
      window.attack = async () => {
        document.querySelector('#form').submit();
        const send = (more) => fetch(path + '/v2/products/create', { method: 'POST', credentials: 'include', body: '${body}', ...more });
        await send({ mode: 'no-cors' }).catch(() => undefined);
        await send({ headers: { ...headers, 'content-type': 'application/json' } }).catch(() => undefined);
        return fetch(path + '/me', { credentials: 'include', headers }).then((answer) => answer.text(), (error) => error.name);
      };
    </script>`;
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8').end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const page = await context.newPage();
  try {
    await page.goto(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`);
    const read = await page.evaluate<string>('window.attack()');
    await page.waitForLoadState('networkidle');
    const framed = page
      .frames()
      .find((frame) => frame.url().includes('/dashboard/') || frame.url().startsWith('chrome-error'));
    const shown = (await framed?.locator('#app').count()) ?? 0;
    const { json } = await api.get('/v2/products/list?limit=100');
    const made = (json.data as { externalId: string }[]).map(({ externalId }) => externalId);
    return { isFramed: shown > 0, products: made.filter((id) => id.startsWith('attack')), read };
  } finally {
    await page.close();
    server.closeAllConnections();
    server.close();
  }
}
