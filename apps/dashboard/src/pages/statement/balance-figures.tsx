import { useQuery } from '@tanstack/react-query';
import { record } from '../../api/problem';
import { Figure, Figures } from '../../parts/figures';
import { Money } from '../../parts/money';
import { ProblemNotice } from '../../parts/problem-notice';
import { useStore } from '../../session/store-context';
import { useWords } from '../../words/words';
import { statementWords } from './statement-words';

/** What the store has, now. */
export function BalanceFigures() {
  const say = useWords(statementWords);
  const { api, key, may } = useStore();
  const { data, error, refetch } = useQuery({
    queryKey: key('store'),
    queryFn: ({ signal }) => record(api.GET('/v2/store/get', { signal })),
    enabled: may('STORE:READ'),
  });
  if (!may('STORE:READ')) return null;
  return (
    <>
      <ProblemNotice problem={error} onRetry={() => void refetch()} />
      <Figures>
        <Figure
          name={say('available')}
          value={<Money centavos={data?.balance.available} />}
          hint={say('availableHint')}
        />
        <Figure name={say('pending')} value={<Money centavos={data?.balance.pending} />} hint={say('pendingHint')} />
        <Figure name={say('blocked')} value={<Money centavos={data?.balance.blocked} />} hint={say('blockedHint')} />
      </Figures>
    </>
  );
}
