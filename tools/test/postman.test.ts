import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Collection, type Item, type ItemGroup } from 'postman-collection';
import { postmanCollection } from '../src/derived/postman';
import { endings, isEnding, productWithoutCycle } from '../src/derived/postman-order';
import { rootDir } from '../src/workspace';

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { tags: string[]; summary: string }>>>>;
}

const text = postmanCollection();
const collection = new Collection(JSON.parse(text) as object);
const document = JSON.parse(readFileSync(join(rootDir, 'docs', 'api', 'v2.openapi.json'), 'utf8')) as Document;

/** The requests with the variables put in, as Postman sends them. */
const items: Item[] = [];
collection.forEachItem((item) => items.push(item));
const sent = items.map((item) => ({
  folder: (item.parent() as ItemGroup<Item>).name,
  name: item.name,
  call: `${item.request.method} ${item.request.url.getPath()}`,
}));

/** Of records that no operation makes or lists alone: their owner has the id from the record that they are in. */
const byHand = ['disputeFileId'];

describe('the collection for Postman', () => {
  it('has every operation of the document once, in a folder by its tag, or in the last when it ends something', () => {
    const wanted = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { tags, summary }]) => ({
        folder: isEnding(path) ? endings.name : tags[0],
        name: summary,
        call: `${method.toUpperCase()} ${path}`,
      })),
    );
    const byCall = (a: { call: string }, b: { call: string }): number => a.call.localeCompare(b.call);
    const once = sent.filter(({ name }) => name !== productWithoutCycle.item.name);
    expect(once.sort(byCall)).toEqual(wanted.sort(byCall));
    expect(sent).toHaveLength(once.length + 1);
  });

  it('ends nothing before the last folder', () => {
    const calls = items.map((item) => `/${item.request.url.path?.join('/') ?? ''}`);
    const first = calls.findIndex(isEnding);
    expect(first).toBeGreaterThan(0);
    expect(calls.slice(first).filter((call) => !isEnding(call))).toEqual([]);
  });

  it('asks for nothing but an address and keys, and for ids in variables that its own requests fill in', () => {
    const used = new Set([...text.matchAll(/\{\{([^$}]+)\}\}/g)].map(([, name]) => name));
    const ids = [...used].filter((name) => name?.endsWith('Id')).sort();
    expect([...used].sort()).toEqual([...ids, 'key', 'publicKey', 'url'].sort());
    expect(ids).toEqual(expect.arrayContaining(['chargeId', 'customerId', 'paymentLinkId', 'productId', 'webhookId']));
    expect(collection.variables.map(({ key, value }) => [key, value as unknown])).toEqual([
      ['url', 'http://127.0.0.1:8080'],
      ['key', ''],
      ['publicKey', ''],
      ...ids.map((name) => [name, '']),
    ]);
    const filled = new Set([...text.matchAll(/collectionVariables\.set\('(\w+)'/g)].map(([, name]) => name));
    expect(ids.filter((name) => !filled.has(name))).toEqual(byHand);
  });

  it('sends an example that is JSON with every write, and no made-up value of a parameter', () => {
    for (const { request, name } of items) {
      if (request.method === 'POST')
        expect([name, typeof JSON.parse(request.body?.raw ?? '')]).toEqual([name, 'object']);
      const values = request.url.query.all().map(({ value }) => value);
      expect([name, values.filter((value) => value === 'string' || value?.startsWith('<'))]).toEqual([name, []]);
    }
  });
});
