import type { Tenant } from '@pitanga/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../../deps';
import type { Api } from '../../edge/api';
import type { Face } from '../html/face';
import { sendNotFound, sendPage } from '../html/layout';
import { publicPage } from '../html/public-page';
import { chooseLanguage } from '../words/language';
import { nameBuyer } from './buyer-cookie';
import { codePage } from './code-page';
import { backToCode, readCodeState, type CodeState } from './code-state';
import { mailCode, readCodeForm } from './mail-code';

export type CodeRequest = FastifyRequest<{ Params: { id: string } }>;

/** Whose buyer a visitor may prove to be, and where it leads. */
export interface CodeSubject {
  /** Of a charge, subscription or checkout. */
  readonly id: string;
  readonly tenant: Tenant;
  /** Whose mail gets the code; undefined where no customer is known. */
  readonly customerId: string | undefined;
  readonly face: Face;
  /** The pages that the proof is for. */
  readonly paths: readonly string[];
  /** The address of the page of the code. */
  readonly address: string;
  /** Where the buyer goes with the proof. */
  readonly back: string;
}

/** Undefined where there is nothing to prove. */
export type FindSubject = (request: CodeRequest, reply: FastifyReply) => Promise<CodeSubject | undefined>;

/**
 * The page below another one on which a visitor proves to be the buyer, by a code in a mail to the buyer. Every answer is
 * the same whether or not there is a mail.
 */
export function codeRoutes(app: Api, deps: Deps, page: string, findSubject: FindSubject): void {
  const path = `${page}/code` as '/receipts/:id/code';

  app.get(path, publicPage, async (request, reply) => {
    const subject = await findSubject(request, reply);
    return subject ? show(reply, subject, readCodeState(request.query)) : sendNotFound(reply);
  });

  app.post(path, publicPage, async (request, reply) => {
    await deps.limits.form(request.ip, request.params.id);
    const subject = await findSubject(request, reply);
    if (!subject) return sendNotFound(reply);
    const { ask, code } = readCodeForm(request.body);
    if (ask === undefined) return sendCode(deps, request, reply, subject);
    const outcome = deps.accessCodes.check({ ask, code }, subject.id, deps.clock.real());
    if (outcome === 'ended') return backToCode(reply, subject.address, { ask: undefined, problem: 'ended' });
    // Before the answer: a right code after too many tries is refused like a wrong one.
    await deps.limits.accessCode(ask);
    if (outcome === 'wrong') return backToCode(reply, subject.address, { ask, problem: 'wrong' });
    for (const to of subject.paths) nameBuyer(deps, reply, to, subject.id);
    return reply.redirect(subject.back, 303);
  });
}

function show(reply: FastifyReply, subject: CodeSubject, state: CodeState): FastifyReply {
  const { face, tenant, address } = subject;
  const view = { face, isTest: tenant.devMode, address, language: chooseLanguage(reply.request), ...state };
  return sendPage(reply, 200, codePage(view));
}

async function sendCode(
  deps: Deps,
  request: CodeRequest,
  reply: FastifyReply,
  subject: CodeSubject,
): Promise<FastifyReply> {
  await deps.limits.accessCodeMail(request.ip, subject.id);
  const asked = deps.accessCodes.start(deps.ids, subject.id, deps.clock.real());
  mailCode(deps, request, subject, asked);
  return backToCode(reply, subject.address, { ask: asked.ask, problem: undefined });
}
