import { notFound } from '@pitanga/core';
import { providerAccounts } from '../src/providers/provider-accounts';
import { stubClients } from './stub-clients';

/** The accounts of providers over services that answer these alone, with every call in order; what else is asked is not found. */
export function recordedAccounts(answers: Readonly<Record<string, () => object>>) {
  const calls: [string, unknown][] = [];
  const clients = stubClients((name, asked) => {
    calls.push([name, asked]);
    const answer = answers[name];
    if (!answer) throw notFound('none');
    return answer();
  });
  /** The settings that a call was given; undefined when it was not made. */
  const given = (name: string): unknown => {
    const request = calls.find(([called]) => called === name)?.[1] as { settingsJson: string } | undefined;
    return request && (JSON.parse(request.settingsJson) as unknown);
  };
  return { accounts: providerAccounts(clients), calls, given };
}
