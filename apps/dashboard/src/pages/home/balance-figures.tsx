import { Anchor, VisuallyHidden } from '@mantine/core';
import { Figure, Figures } from '../../parts/figures';
import { Money } from '../../parts/money';
import { ProblemNotice } from '../../parts/problem-notice';
import { StoreLink } from '../../parts/store-link';
import { useStore, type Permission } from '../../session/store-context';
import { useGet } from '../../session/use-get';
import { useWords } from '../../words/words';
import { TopUpFigure } from '../top-ups/top-up-figure';
import { homeWords } from './home-words';

/** A part of the balance, where its page is, and who may read that. */
const parts = [
  ['available', '/statement', 'BANK_STATEMENT:READ'],
  ['pending', '/settlements', 'BANK_STATEMENT:READ'],
  ['blocked', '/disputes', 'DISPUTE:READ'],
] as const satisfies readonly (readonly [string, string, Permission])[];

/** What the store has, each part with the page that explains it. */
export function BalanceFigures() {
  const say = useWords(homeWords);
  const { may } = useStore();
  const { data, error, refetch } = useGet('/v2/store/get', ['store']);
  return (
    <section aria-labelledby="balance">
      <VisuallyHidden component="h2" id="balance">
        {say('balance')}
      </VisuallyHidden>
      {error && data === undefined ? (
        <ProblemNotice problem={error} onRetry={() => void refetch()} />
      ) : (
        <Figures>
          {parts.map(([part, path, permission]) => (
            <Figure
              key={part}
              name={say(part)}
              value={data ? <Money centavos={data.balance[part]} /> : <span className="waiting" />}
              hint={
                may(permission) && (
                  <Anchor component={StoreLink} to={path} inherit>
                    {say(`${part}Hint`)}
                  </Anchor>
                )
              }
            />
          ))}
          <TopUpFigure centavos={data?.balance.topUp} />
        </Figures>
      )}
    </section>
  );
}
