import { isAppError, type AppError, type Clock } from '@pitanga/core';
import {
  asaasFields,
  asaasList,
  asaasText,
  clockSentence,
  isNoAnswer,
  noAnswerSentence,
  type AsaasClient,
} from '@pitanga/provider-account';
import { unusable } from './asaas-errors';

/** Changes nothing; each needs a permission of its own that payouts need, too. */
const reads = ['/transfers?limit=1', '/pix/tokenBucket/addressKey', '/finance/balance'] as const;

/** What keeps an account from paying out, one sentence each. */
export async function checkAsaasAccount(client: AsaasClient, clock: Pick<Clock, 'real'>): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const path of reads) {
    try {
      const { status, date } = await client.ask({
        operation: 'check_account',
        method: 'GET',
        path,
        isRepeatable: true,
      });
      const skew = clockSentence(date, clock.real());
      if (skew !== undefined && !problems.includes(skew)) problems.push(skew);
      if (status >= 300) problems.push(`Asaas does not answer ${toRouteName(path)}`);
    } catch (error) {
      if (!isAppError(error)) throw error;
      return [...problems, problemSentence(error, path)];
    }
  }
  return problems;
}

const namePrefix = 'asaas:';

/** Whether it names an account at Asaas; the others are named by an https address. */
export function isAsaasName(name: string): boolean {
  return name.startsWith(namePrefix);
}

/** Named by the account's own id there, which its keys share. */
export async function readAccountName(client: AsaasClient): Promise<string> {
  const path = '/wallets/';
  const body = await client.accepted({ operation: 'check_account', method: 'GET', path, isRepeatable: true });
  const id = asaasText(asaasList(asaasFields(body)['data'])[0]?.['id']);
  if (id === undefined || !/^[0-9A-Za-z-]{1,60}$/.test(id)) throw unusable('it names no wallet');
  return `${namePrefix}${id}`;
}

function problemSentence({ message, reason, cause }: AppError, path: string): string {
  if (isNoAnswer(cause)) return noAnswerSentence(cause);
  return reason === 'ASAAS_DENIED' ? `${message} (${toRouteName(path)})` : message;
}

function toRouteName(path: string): string {
  return path.replace(/\?.*$/, '');
}
