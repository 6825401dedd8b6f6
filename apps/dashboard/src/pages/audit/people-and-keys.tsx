import { Anchor } from '@mantine/core';
import type { ApiRecord } from '../../api/records';
import { recordPaths } from '../../parts/record-paths';
import { StoreLink } from '../../parts/store-link';
import { useStore, type Permission } from '../../session/store-context';
import { useGet } from '../../session/use-get';
import { useWords } from '../../words/words';
import { useKeyNames } from '../developers/requests/use-keys';
import { auditWords } from './audit-words';
import { targetKinds } from './target-kinds';

type AuditEntry = ApiRecord<'AuditEntry'>;

export interface Names {
  /** Of everybody whose name is known: people by e-mail, keys by description. */
  readonly known: ReadonlyMap<string, string>;
  readonly whoIs: (actor: AuditEntry['actor']) => string;
  readonly targetName: (target: AuditEntry['target']) => string;
}

/** Names of people and keys for whom may read them; ids for others. */
export function useNames(): Names {
  const say = useWords(auditWords);
  const { may, me, store } = useStore();
  const keyNames = useKeyNames();
  const { data: members = [] } = useGet('/v2/members/list', ['members', 'all'], undefined, {
    enabled: may('MEMBER:READ'),
  });
  const emails = members.map(({ id, email }) => [id, email] as const);
  const known = new Map([...keyNames, ...emails, [me.user.id, me.user.email] as const]);
  const kinds = { USER: 'aPerson', KEY: 'aKey', PUBLIC_KEY: 'aPublicKey', OPERATOR: 'anOperator' } as const;
  return {
    known,
    whoIs: ({ kind, id }) => known.get(id) ?? `${say(kinds[kind])} ${kind === 'OPERATOR' ? id : shortenId(id)}`,
    targetName: ({ type, id }) => {
      const kind = targetKinds[type];
      return known.get(id) ?? (type === 'store' ? store.name : kind ? `${say(kind)} ${shortenId(id)}` : id);
    },
  };
}

const shortenId = (id: string): string => `…${id.slice(-6)}`;

/** By what means somebody acted. */
export const wayWords = { USER: 'byPerson', KEY: 'byKey', PUBLIC_KEY: 'byKey', OPERATOR: 'byOperator' } as const;

const pages: Readonly<Record<string, readonly [needs: Permission, pathOf: (id: string) => string]>> = {
  api_key: ['API_KEY:READ', (id) => `/developers/keys/${id}`],
  webhook: ['WEBHOOK:READ', recordPaths.WEBHOOK],
  CUSTOMER: ['CUSTOMER:READ', recordPaths.CUSTOMER],
  provider: ['CONNECT:READ', () => '/settings/providers'],
  store: ['STORE:READ', () => '/settings'],
  sandbox: ['STORE:READ', () => '/developers/sandboxes'],
  payout_limit_change: ['STORE:READ', () => '/settings/limits'],
  USER: ['MEMBER:READ', () => '/team'],
  INVITATION: ['MEMBER:READ', () => '/team'],
};

/** What was changed, as a link to its page where there is one that the person may open. */
export function Target({ target, name }: { readonly target: AuditEntry['target']; readonly name: string }) {
  const { may } = useStore();
  const page = pages[target.type];
  if (page === undefined || !may(page[0]))
    return (
      <span className="audit-name" title={target.id}>
        {name}
      </span>
    );
  return (
    <Anchor size="sm" component={StoreLink} to={page[1](target.id)} className="audit-name" title={target.id}>
      {name}
    </Anchor>
  );
}
