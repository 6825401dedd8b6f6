import { useQuery } from '@tanstack/react-query';
import { answered } from '../../../api/problem';
import { useStore } from '../../../session/store-context';
import { useWords } from '../../../words/words';
import { keysWords } from './keys-words';

type Maker = { readonly kind: 'KEY' | 'PUBLIC_KEY' | 'USER' | 'OPERATOR'; readonly name: string | undefined };

/** Who made each key, by its id, from the audit log; undefined for whom may not read it. */
export function useKeyMakers(): ReadonlyMap<string, Maker> | undefined {
  const { api, key, may, me } = useStore();
  const canRead = may('AUDIT_LOG:READ');
  const canName = may('MEMBER:READ');
  const { data } = useQuery({
    queryKey: key('api-keys', 'makers'),
    enabled: canRead,
    queryFn: async ({ signal }) => {
      const query = { action: 'api_key.created', limit: 100 };
      const [created, members] = await Promise.all([
        answered(api.GET('/v2/audit-log/list', { params: { query }, signal })),
        canName ? answered(api.GET('/v2/members/list', { signal })) : undefined,
      ]);
      const emails = new Map((members?.data ?? []).map(({ id, email }) => [id, email]));
      emails.set(me.user.id, me.user.email);
      return new Map(
        created.data.map(({ actor, target }): [string, Maker] => [
          target.id,
          { kind: actor.kind, name: actor.kind === 'USER' ? emails.get(actor.id) : undefined },
        ]),
      );
    },
  });
  return data;
}

/** A person by their e-mail, another key, or the operator of the installation. */
export function KeyMaker({ maker }: { readonly maker: Maker | undefined }) {
  const say = useWords(keysWords);
  if (!maker) return <span>—</span>;
  if (maker.kind === 'USER') return <span>{maker.name ?? '—'}</span>;
  return <span>{say(maker.kind === 'OPERATOR' ? 'anOperator' : 'aKey')}</span>;
}
