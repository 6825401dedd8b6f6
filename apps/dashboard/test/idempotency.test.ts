import { createElement } from 'react';
import type { Action } from '../src/actions/use-action';
import { usePost } from '../src/actions/use-post';
import { storeApi } from '../src/api/client';
import { render } from './render';

type Refund = Action<{ id: string; amount: number }>;

const origin = 'http://dashboard.test';
const pageRequest = globalThis.Request;

/** Requests of a page may be without an origin, which Node's own refuse. */
class RequestOfPage extends pageRequest {
  constructor(input: RequestInfo | URL, init?: RequestInit) {
    super(typeof input === 'string' ? new URL(input, origin) : input, init);
  }
}

describe('the idempotency key of what a person does', () => {
  let answers: (() => Promise<Response>)[];
  let keys: (string | null)[];

  beforeEach(() => {
    answers = [];
    keys = [];
    globalThis.Request = RequestOfPage;
    jest.spyOn(globalThis, 'fetch').mockImplementation((request) => {
      keys.push((request as Request).headers.get('idempotency-key'));
      return (answers.shift() ?? answer(200, { data: { id: 'ref_1' } }))();
    });
  });
  afterEach(() => {
    globalThis.Request = pageRequest;
    jest.restoreAllMocks();
  });

  it('stays the same while one input is tried again after a lost answer', async () => {
    answers = [lost, answer(500, { error: 'Something failed', code: 'INTERNAL' })];
    const refund = await openRefund();
    for (const asked of [1, 2, 3]) await start(refund, 1_000, asked);
    expect(keys[0]).toMatch(/^[\da-f-]{36}$/);
    expect(new Set(keys).size).toBe(1);
  });

  it('is another one for another input, and once the first has succeeded', async () => {
    answers = [lost];
    const refund = await openRefund();
    await start(refund, 1_000, 1);
    await start(refund, 2_000, 2);
    await start(refund, 2_000, 3);
    expect(new Set(keys).size).toBe(3);
  });

  it('is sent with changes of a keyed client alone, and never by the client that pages read with', async () => {
    const scope = { storeId: 'str_1', environment: 'dev' } as const;
    await storeApi(scope, 'key-1').GET('/v2/store/get');
    await storeApi(scope, 'key-1').POST('/v2/checkouts/delete', { body: { id: 'bill_1' } });
    await storeApi(scope).POST('/v2/checkouts/delete', { body: { id: 'bill_1' } });
    expect(keys).toEqual([null, 'key-1', null]);
  });

  async function openRefund(): Promise<Refund> {
    let refund: Refund | undefined;
    function Dialog() {
      refund = usePost('/v2/checkouts/refund');
      return null;
    }
    await render(createElement(Dialog));
    if (refund === undefined) throw new Error('the dialog was not drawn');
    return refund;
  }

  async function start(refund: Refund, amount: number, requests: number): Promise<void> {
    refund.start({ id: 'bill_1', amount });
    while (keys.length < requests) await new Promise(setImmediate);
    // What follows an answer: the state of the action, and its key.
    for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
  }
});

const lost = (): Promise<Response> => Promise.reject(new TypeError('fetch failed'));

const answer = (status: number, body: unknown) => (): Promise<Response> =>
  Promise.resolve(new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } }));
