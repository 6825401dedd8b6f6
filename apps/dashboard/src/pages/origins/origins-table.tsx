import { Table } from '@mantine/core';
import { formatBasisPoints } from '../../format/money';
import { Money } from '../../parts/money';
import { useLanguage } from '../../words/language';
import { useWords } from '../../words/words';
import type { Origin, RevenueByUtm } from './origins';
import { originsWords } from './origins-words';
import { ScrollTable } from '../../parts/scroll-table';

interface Props {
  readonly by: RevenueByUtm['by'];
  readonly origins: readonly Origin[];
  readonly total: Origin;
}

/** The largest first; on a phone what has no column stands below its name. */
export function OriginsTable({ by, origins, total }: Props) {
  const say = useWords(originsWords);
  return (
    <ScrollTable className="table origins">
      <Table aria-label={say('table', { by })} verticalSpacing={8}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{by}</Table.Th>
            {(['count', 'amount', 'refundedAmount', 'share'] as const).map((column) => (
              <Table.Th key={column} scope="col" className={column === 'amount' ? 'figure' : 'figure extra'}>
                {say(column)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {origins.map((origin, index) => (
            <OriginRow key={index} origin={origin} />
          ))}
          <OriginRow origin={total} isTotal />
        </Table.Tbody>
      </Table>
    </ScrollTable>
  );
}

function OriginRow({ origin, isTotal = false }: { readonly origin: Origin; readonly isTotal?: boolean }) {
  const say = useWords(originsWords);
  const { language } = useLanguage();
  const { name, count, amount, refundedAmount } = origin;
  const share = formatBasisPoints(origin.share, language);
  return (
    <Table.Tr className={isTotal ? 'origins-total' : undefined}>
      <Table.Th scope="row">
        {name}
        <span className="origins-note">{say('note', { count, share })}</span>
      </Table.Th>
      <Table.Td className="figure extra">{count.toLocaleString(language)}</Table.Td>
      <Table.Td className="figure">
        <Money centavos={amount} />
      </Table.Td>
      <Table.Td className="figure extra">
        <Money centavos={refundedAmount === 0 ? null : refundedAmount} />
      </Table.Td>
      <Table.Td className="figure extra">{share}</Table.Td>
    </Table.Tr>
  );
}
