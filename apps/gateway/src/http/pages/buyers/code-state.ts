import type { FastifyReply } from 'fastify';

/** How far a visitor has come with a code. */
export interface CodeState {
  /** Of the code that was sent; undefined before that. It names the code and does not tell it. */
  readonly ask: string | undefined;
  readonly problem: 'wrong' | 'ended' | undefined;
}

/** The state that an address says; what is no ask of ours is found out with the code. */
export function readCodeState(query: unknown): CodeState {
  const { ask, problem } = query as Readonly<Record<string, unknown>>;
  return {
    ask: typeof ask === 'string' && /^[0-9A-Za-z._-]{1,100}$/.test(ask) ? ask : undefined,
    problem: problem === 'wrong' || problem === 'ended' ? problem : undefined,
  };
}

/** After a form: back to the page of the code, whose address says how far it is. */
export function backToCode(reply: FastifyReply, address: string, { ask, problem }: CodeState): FastifyReply {
  const url = new URL(address, 'http://page.invalid');
  if (ask !== undefined) url.searchParams.set('ask', ask);
  if (problem !== undefined) url.searchParams.set('problem', problem);
  return reply.redirect(`${url.pathname}${url.search}`, 303);
}
