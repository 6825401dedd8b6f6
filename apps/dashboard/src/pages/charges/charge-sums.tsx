import { useQuery } from '@tanstack/react-query';
import type { paths } from '../../api/gen/v2';
import { getAt } from '../../api/paths';
import { formatMoney } from '../../format/money';
import { useFilters } from '../../lists/filters';
import { useStore } from '../../session/store-context';
import { useLanguage } from '../../words/language';
import { useWords } from '../../words/words';
import { chargesQuery } from './charges-query';
import { chargesWords } from './charges-words';

type Body = paths['/v2/charges/list']['get']['responses'][200]['content']['application/json'];

/** How many charges the filters let through, and what they come to; its place is kept until it is known. */
export function ChargeSums() {
  const say = useWords(chargesWords);
  const { language } = useLanguage();
  const { api, key } = useStore();
  const query = { ...chargesQuery(useFilters().filters), limit: 1, sums: true };
  const { data } = useQuery({
    queryKey: key('charges', 'sums', query),
    queryFn: ({ signal }) => getAt<Body>(api, '/v2/charges/list', query, signal),
    // It is a help: the list stands without it.
    retry: false,
    placeholderData: (previous) => previous,
  });
  const sums = data?.sums;
  if (!sums) return <p className="list-note list-sums">&nbsp;</p>;
  const money = (centavos: number): string => formatMoney(centavos, language);
  const said = { count: sums.count, amount: money(sums.amount), paid: money(sums.paidAmount) };
  const texts = [
    say(sums.isCut ? 'sumsCut' : 'sums', said),
    ...(sums.refundedAmount > 0 ? [say('sumsBack', { refunded: money(sums.refundedAmount) })] : []),
  ];
  return <p className="list-note list-sums">{texts.join(' · ')}</p>;
}
