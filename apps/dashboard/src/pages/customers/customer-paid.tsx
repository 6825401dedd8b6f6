import { useQuery } from '@tanstack/react-query';
import { answered } from '../../api/problem';
import { formatMoney } from '../../format/money';
import { loadAll } from '../../lists/load-all';
import { Figure, Figures } from '../../parts/figures';
import { Instant } from '../../parts/instant';
import { Money } from '../../parts/money';
import { ProblemNotice } from '../../parts/problem-notice';
import { useStore } from '../../session/store-context';
import { useLanguage } from '../../words/language';
import { useWords } from '../../words/words';
import type { Charge } from '../charges/charge-status';
import { customersWords } from './customers-words';
import { paidBy } from './total-paid';

/** More would be slow to load, and the sum is then marked as partial. */
const rowsMax = 1_000;

/** What a customer has paid in all. */
export function CustomerPaid({ id }: { readonly id: string }) {
  const say = useWords(customersWords);
  const { language } = useLanguage();
  const { api, key } = useStore();
  const query = useQuery({
    queryKey: key('charges', 'paid-by', id),
    queryFn: async ({ signal }) => {
      const { rows, isWhole } = await loadAll<Charge>(
        (page) => answered(api.GET('/v2/charges/list', { params: { query: { customerId: id, ...page } }, signal })),
        { signal, rowsMax },
      );
      return { ...paidBy(rows), isWhole };
    },
  });
  const paid = query.data;
  return (
    <>
      <ProblemNotice problem={query.error} onRetry={() => void query.refetch()} />
      <Figures>
        <Figure
          name={say('totalPaid')}
          value={<Money centavos={paid?.total} />}
          hint={paid && say(paid.isWhole ? 'totalHint' : 'totalMore', { count: paid.count })}
        />
        <Figure
          name={say('net')}
          value={<Money centavos={paid?.net} />}
          hint={paid && say('netHint', { fees: formatMoney(paid.fees, language) })}
        />
        <Figure name={say('lastPaid')} value={paid?.lastAt === null ? say('never') : <Instant at={paid?.lastAt} />} />
      </Figures>
    </>
  );
}
