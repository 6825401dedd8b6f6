import { usePlatform } from './use-platform';

interface Request {
  readonly method: string;
  readonly url: { readonly raw: string };
  readonly header: readonly { readonly key: string; readonly value: string; readonly disabled?: boolean }[];
  readonly body?: { readonly raw: string };
}
interface Collection {
  readonly item: readonly { readonly item: readonly { readonly request: Request }[] }[];
}

/** Of records that the store does not have; the others name one that has to be made before. */
const standAlone =
  /\/(list|create|quote|deliveries|search|mrr|revenue|received|by-utm|merchant-info|reconciliation|readiness)$/;
/** Refused by a store that has neither the balance nor the records that they take. */
const needsMore =
  /\/(payouts|advances|members|stores|subscriptions|checkouts|payment-links|customer-portal)\/(create|quote)$/;

describe('the collection for Postman, as the installation serves it', () => {
  const platform = usePlatform();

  it('sends requests that the platform answers, once it knows the address and the key', async () => {
    const { baseUrl, demo } = platform;
    const served = await fetch(`${baseUrl}/docs/packages/pitanga.postman_collection.json`);
    expect(served.headers.get('content-type')).toContain('application/json');
    const { item: folders } = (await served.json()) as Collection;
    const answers: [string, number][] = [];
    for (const { request } of folders.flatMap(({ item }) => item)) {
      const { pathname, search } = new URL(request.url.raw.replace('{{url}}', baseUrl));
      if (!standAlone.test(pathname) || needsMore.test(pathname)) continue;
      const headers = request.header.filter(({ disabled }) => disabled !== true).map(({ key, value }) => [key, value]);
      const answer = await fetch(`${baseUrl}${pathname}${search}`, {
        method: request.method,
        headers: { ...(Object.fromEntries(headers) as object), authorization: `Bearer ${demo.devKey}` },
        ...(request.body && { body: request.body.raw }),
      });
      await answer.arrayBuffer();
      answers.push([`${request.method} ${pathname}`, answer.status]);
    }
    expect(answers.filter(([, status]) => status !== 200)).toEqual([]);
    expect(answers.length).toBeGreaterThan(25);
  });

  it.each(['asyncapi.yaml', 'asyncapi.public.yaml'])('is served beside the events of %s', async (name) => {
    const served = await fetch(`${platform.baseUrl}/docs/packages/${name}`);
    expect([served.status, served.headers.get('content-type')]).toEqual([200, 'text/yaml; charset=utf-8']);
    expect(await served.text()).toContain('asyncapi: 3.0.0\n');
  });
});
