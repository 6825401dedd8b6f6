import type { OrderAskers } from '../src/money-out/order-askers';

/** What every API key says of itself. */
export const keyDescription = 'Loja virtual';

/** Of every member. */
export const memberEmail = 'ana@loja.example';

/** Of every member. */
const memberSession = { device: 'Chrome (Windows)', signedInAt: '2026-11-21T14:00:00.000Z' };

/** Who asks in the whole API: always with somebody else who could approve. */
export const orderAskers: OrderAskers = {
  find: (_tenant, { kind, id }) => {
    const isPerson = kind === 'USER';
    const description = isPerson ? undefined : keyDescription;
    return Promise.resolve({ kind: isPerson ? 'USER' : 'KEY', id, description, isAlone: false });
  },
  findPerson: () => Promise.resolve({ email: memberEmail, language: undefined }),
  findSession: (_tenant, _id, { kind }) => Promise.resolve(kind === 'USER' ? memberSession : undefined),
};
