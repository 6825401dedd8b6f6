import { Anchor, Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatDay } from '../../format/time';
import { Money } from '../../parts/money';
import { StoreLink } from '../../parts/store-link';
import { useLanguage } from '../../words/language';
import { useWords } from '../../words/words';
import { countEntries, type Line, type Reconciliation } from './reconciliation';
import { reconciliationWords } from './reconciliation-words';
import { statementWords } from './statement-words';

/** From what was available before to what was available after, as one reads a sum. */
export function ReconciliationTable({ found }: { readonly found: Reconciliation }) {
  const say = useWords(reconciliationWords);
  const kinds = useWords(statementWords);
  const { language } = useLanguage();
  const { startDate, endDate, lines, credits, debits } = found;
  return (
    <Table.ScrollContainer minWidth={0} className="table sum">
      <Table aria-label={say('table')} verticalSpacing={8}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{say('name')}</Table.Th>
            <Table.Th scope="col" className="figure extra">
              {say('count')}
            </Table.Th>
            <Table.Th scope="col" className="figure extra">
              {say('credits')}
            </Table.Th>
            <Table.Th scope="col" className="figure extra">
              {say('debits')}
            </Table.Th>
            <Table.Th scope="col" className="figure">
              {say('available')}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <BalanceRow
            name={say('opening', { day: formatDay(startDate, language) })}
            centavos={found.openingAvailable}
          />
          {lines.map((line) => (
            <SumRow key={line.kind} line={line}>
              <Anchor component={StoreLink} to="/statement" search={{ kind: line.kind, startDate, endDate }} inherit>
                {kinds(line.kind)}
              </Anchor>
            </SumRow>
          ))}
          <SumRow line={{ count: countEntries(found), credits, debits }} isTotal>
            {say('total')}
          </SumRow>
          <BalanceRow name={say('closing', { day: formatDay(endDate, language) })} centavos={found.closingAvailable} />
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function BalanceRow({ name, centavos }: { readonly name: string; readonly centavos: number }) {
  return (
    <Table.Tr className="sum-balance">
      <Table.Th scope="row">{name}</Table.Th>
      {['count', 'credits', 'debits'].map((column) => (
        <Table.Td key={column} className="extra" />
      ))}
      <Table.Td className="figure">
        <Money centavos={centavos} />
      </Table.Td>
    </Table.Tr>
  );
}

interface SumProps {
  readonly line: Omit<Line, 'kind'>;
  readonly isTotal?: boolean;
  readonly children: ReactNode;
}

function SumRow({ line: { count, credits, debits }, isTotal = false, children }: SumProps) {
  const { language } = useLanguage();
  const net = credits - debits;
  return (
    <Table.Tr className={isTotal ? 'sum-total' : 'sum-line'}>
      <Table.Th scope="row">{children}</Table.Th>
      <Table.Td className="figure extra">{count.toLocaleString(language)}</Table.Td>
      <Table.Td className="figure extra">
        <Money centavos={credits === 0 ? null : credits} />
      </Table.Td>
      <Table.Td className="figure extra">
        <Money centavos={debits === 0 ? null : debits} />
      </Table.Td>
      <Table.Td className="figure">
        {net > 0 && '+'}
        <Money centavos={net} />
      </Table.Td>
    </Table.Tr>
  );
}
