import type { CallContext } from '@pitanga/rpc';
import { Type } from 'typebox';
import type { Guesses } from '../edge/admission/guesses';
import type { Api } from '../edge/api';
import { receiveAt } from './known-segment';

export interface SignedCall {
  /** The last part of the address, which names the account. */
  readonly segment: string;
  /** The raw bytes, which the signature covers. */
  readonly body: Buffer;
  /** Empty when the call has no such header. */
  readonly header: (name: string) => string;
}

/**
 * A route that providers call: `<path>/:segment`. Their calls are signed, so they come to the public port. Every content
 * type of the scope is taken raw.
 * @param toAnswer what the provider is answered; absent: an empty object
 */
export function signedCallback<T extends object>(
  app: Api,
  guesses: Guesses,
  path: string,
  receive: (call: SignedCall, context: CallContext) => Promise<T>,
  toAnswer: (received: T) => object = () => ({}),
): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  app.post(
    `${path}/:segment`,
    { config: { permission: 'public' }, schema: { params: Type.Object({ segment: Type.String() }), hide: true } },
    async (request) => {
      const { segment } = request.params;
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const header = (name: string): string => {
        const value = request.headers[name];
        return typeof value === 'string' ? value : '';
      };
      const context = { requestId: request.id };
      return toAnswer(await receiveAt(guesses, request, segment, () => receive({ segment, body, header }, context)));
    },
  );
}
