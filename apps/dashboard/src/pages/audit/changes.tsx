import { Table, Text } from '@mantine/core';
import type { ApiRecord } from '../../api/records';
import { formatBasisPoints } from '../../format/money';
import { Card } from '../../parts/card';
import { Instant } from '../../parts/instant';
import { Money } from '../../parts/money';
import { commonWords } from '../../words/common-words';
import { useLanguage } from '../../words/language';
import { useWords, type Words } from '../../words/words';
import { keysWords } from '../developers/keys/keys-words';
import { storeWords } from '../settings/store/store-words';
import { teamWords } from '../team/team-words';
import { findDifferences, hiddenFields, shownValue } from './audit-change';
import { auditWords } from './audit-words';
import { fieldWords, isFieldWord } from './field-words';
import { ScrollTable } from '../../parts/scroll-table';

/** What was there before an act and what it wrote, field by field. */
export function Changes({ entry: { before, after } }: { readonly entry: ApiRecord<'AuditEntry'> }) {
  const say = useWords(auditWords);
  const sayField = useWords(fieldWords);
  const differences = findDifferences(before, after);
  const hidden = hiddenFields(after);
  const fieldName = (field: string) => (isFieldWord(field) ? sayField(field) : field);
  return (
    <Card title={say('changes')}>
      {differences.length === 0 ? (
        hidden.length === 0 && <Text size="sm">{say('noChanges')}</Text>
      ) : (
        <ScrollTable>
          <Table verticalSpacing={6} className="changes" aria-label={say('changes')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{say('field')}</Table.Th>
                {before !== null && <Table.Th scope="col">{say('before')}</Table.Th>}
                {after !== null && <Table.Th scope="col">{say(before === null ? 'value' : 'after')}</Table.Th>}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {differences.map(({ field, before: old, after: written }) => (
                <Table.Tr key={field}>
                  <Table.Th scope="row">{fieldName(field)}</Table.Th>
                  {before !== null && (
                    <Table.Td className={after === null ? undefined : 'change-old'}>
                      <Value field={field} value={old} />
                    </Table.Td>
                  )}
                  {after !== null && (
                    <Table.Td>
                      <Value field={field} value={written} />
                    </Table.Td>
                  )}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollTable>
      )}
      {hidden.length > 0 && (
        <Text size="sm" mt="xs">
          {say('hidden', { names: hidden.map(fieldName).join(', ') })}
        </Text>
      )}
      <Text size="xs" c="dimmed" mt="sm">
        {say('masked')}
      </Text>
    </Card>
  );
}

/** The words of an enumerated value where a page has them: `FINANCE`, `RECEIPT`. */
function useValueWords(): (value: string) => string {
  const pagesWords = [useSayIfKnown(teamWords), useSayIfKnown(storeWords), useSayIfKnown(keysWords)];
  return (value) => pagesWords.reduce<string | undefined>((found, sayOf) => found ?? sayOf(value), undefined) ?? value;
}

function useSayIfKnown<Key extends string>(words: Words<Key>): (value: string) => string | undefined {
  const say = useWords(words);
  const isKnown = (value: string): value is Key => /^[A-Z_]+$/.test(value) && value in words.en;
  return (value) => (isKnown(value) ? say(value) : undefined);
}

function Value({ field, value }: { readonly field: string; readonly value: unknown }) {
  const say = useWords(commonWords);
  const { language } = useLanguage();
  const inWords = useValueWords();
  const shown = shownValue(field, value);
  if (shown.kind === 'none') return '—';
  if (shown.kind === 'money') return <Money centavos={shown.amount} />;
  if (shown.kind === 'rate') return <span className="figures">{formatBasisPoints(shown.amount, language)}</span>;
  if (shown.kind === 'answer') return say(shown.isYes ? 'yes' : 'no');
  if (shown.kind === 'instant') return <Instant at={shown.text} />;
  if (shown.kind === 'text') return <span className="audit-name">{inWords(shown.text)}</span>;
  return (
    <ul className="change-list">
      {shown.items.map((item) => (
        <li key={item}>{inWords(item)}</li>
      ))}
    </ul>
  );
}
