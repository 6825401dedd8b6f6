import { Anchor } from '@mantine/core';
import { Figure, Figures } from '../../parts/figures';
import { Money } from '../../parts/money';
import { ProblemNotice } from '../../parts/problem-notice';
import { StoreLink } from '../../parts/store-link';
import { useStore } from '../../session/store-context';
import { useGet } from '../../session/use-get';
import { useWords } from '../../words/words';
import { TopUpFigure } from '../top-ups/top-up-figure';
import { statementWords } from './statement-words';

/** What the store has, now. */
export function BalanceFigures() {
  const say = useWords(statementWords);
  const { may } = useStore();
  const { data, error, refetch } = useGet('/v2/store/get', ['store'], undefined, { enabled: may('STORE:READ') });
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
        <Figure
          name={say('pending')}
          value={<Money centavos={data?.balance.pending} />}
          hint={
            may('BANK_STATEMENT:READ') ? (
              <Anchor component={StoreLink} to="/settlements" inherit>
                {say('pendingLink')}
              </Anchor>
            ) : (
              say('pendingHint')
            )
          }
        />
        <Figure name={say('blocked')} value={<Money centavos={data?.balance.blocked} />} hint={say('blockedHint')} />
        <TopUpFigure centavos={data?.balance.topUp} />
      </Figures>
    </>
  );
}
