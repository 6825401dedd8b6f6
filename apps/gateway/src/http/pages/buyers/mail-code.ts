import { normalizeEmail, type Tenant } from '@pitanga/core';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../../deps';
import type { Face } from '../html/face';
import { pageCall } from '../html/public-page';
import { chooseLanguage } from '../words/language';
import type { AskedCode } from './access-codes';

/** Whose mail gets a code. */
export interface CodeReader {
  readonly tenant: Tenant;
  /** Undefined where no customer is known. */
  readonly customerId: string | undefined;
  readonly face: Face;
  /** What the visitor says that the e-mail is: another gets none. Undefined: whatever it is. */
  readonly typed?: string;
}

/**
 * Mails a code, where there is an e-mail, in its own time: how long the answer takes does not tell whether there is one,
 * nor whether it was typed right.
 */
export function mailCode(deps: Deps, request: FastifyRequest, reader: CodeReader, asked: AskedCode): void {
  send(deps, request, reader, asked).catch((error: unknown) => {
    deps.log.warn({ err: error, requestId: request.id }, 'a code for a buyer could not be mailed');
  });
}

async function send(
  { clients }: Deps,
  request: FastifyRequest,
  { tenant, customerId, face, typed }: CodeReader,
  { ask, code, expiresAt }: AskedCode,
): Promise<void> {
  const call = pageCall(request);
  const email = await findMail(clients, { tenant, customerId }, request);
  if (email === '' || (typed !== undefined && !isSameMail(typed, email))) return;
  const isEnglish = chooseLanguage(request) === 'en';
  await clients.mails.sendAccountMail(
    {
      // One mail for each code.
      messageId: ask.slice(0, 32),
      kind: 'ACCOUNT_MAIL_KIND_BUYER_CODE',
      email,
      link: '',
      code,
      expiresAt,
      language: isEnglish ? 'MAIL_LANGUAGE_EN' : 'MAIL_LANGUAGE_PT_BR',
      storeName: face.name,
      isTest: tenant.devMode,
    },
    call,
  );
}

type WhoseMail = Pick<CodeReader, 'tenant' | 'customerId'>;

/** Empty where there is none. */
async function findMail(
  clients: Deps['clients'],
  { tenant, customerId }: WhoseMail,
  request: FastifyRequest,
): Promise<string> {
  if (customerId === undefined) return '';
  const { customer } = await clients.customers.getCustomer({ tenant, id: customerId }, pageCall(request));
  return customer?.email ?? '';
}

/** Whether this is the e-mail of the customer. */
export async function hasMail(
  { clients }: Deps,
  request: FastifyRequest,
  { typed, ...whose }: WhoseMail & { readonly typed: string },
): Promise<boolean> {
  const email = await findMail(clients, whose, request);
  return email !== '' && isSameMail(typed, email);
}

/** Not in constant time: the answer does not wait for it. */
function isSameMail(typed: string, email: string): boolean {
  const one = normalizeEmail(typed);
  return one !== undefined && one === normalizeEmail(email);
}

/** What the form with a code sends. */
export function readCodeForm(body: unknown): { readonly ask: string | undefined; readonly code: string } {
  const { ask, code } = (body ?? {}) as Readonly<Record<string, unknown>>;
  return {
    ask: typeof ask === 'string' ? ask : undefined,
    code: typeof code === 'string' ? code.replaceAll(/\D/g, '') : '',
  };
}
