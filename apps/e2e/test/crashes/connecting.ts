import type { Answer } from '../api';
import type { Attempt } from './crash';
import { randomKey } from './merchant';

/** A public address that no provider calls yet. */
export const newCallbackBase = (): string => `https://${randomKey()}.loja.example`;

/** Connecting an account anew registers its addresses. @param registered how many of those that are wanted */
export function connectingOf(connect: () => Promise<Answer>, registered: () => number, wanted = 1): Attempt {
  let isConnected = false;
  return {
    send: async () => {
      const answer = await connect();
      isConnected ||= answer.status === 200;
      return answer;
    },
    ours: () => Promise.resolve(isConnected ? 'CONNECTED' : undefined),
    theirs: () => (registered() >= wanted ? 'CONNECTED' : 'NONE'),
    effects: () => registered() / wanted,
    done: 'CONNECTED',
    identify: ({ json }) => json.data.callbackUrl,
  };
}
