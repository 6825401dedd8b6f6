import { NativeSelect, TextInput } from '@mantine/core';
import { formatMonth } from '../../format/time';
import { FilterBar, useFilters } from '../../lists/filters';
import type { Period } from '../../lists/periods';
import { useLanguage } from '../../words/language';
import { useWords } from '../../words/words';
import { daysOfMonth, matchingMonth, monthsUntil } from './reconciliation';
import { reconciliationWords } from './reconciliation-words';

const monthCount = 13;

interface Props {
  readonly period: Period;
  readonly today: string;
}

/** A month by its name, or any two days. */
export function ReconciliationPeriod({ period, today }: Props) {
  const say = useWords(reconciliationWords);
  const { language } = useLanguage();
  const { setAll } = useFilters();
  const month = matchingMonth(period, today);
  const months = monthsUntil(today, monthCount);
  return (
    <FilterBar>
      <NativeSelect
        size="sm"
        label={say('month')}
        value={month !== undefined && months.includes(month) ? month : ''}
        data={[
          { value: '', label: say('otherPeriod'), disabled: true },
          ...months.map((value) => ({ value, label: formatMonth(value, language) })),
        ]}
        onChange={({ currentTarget }) => {
          setAll({ ...daysOfMonth(currentTarget.value, today) });
        }}
      />
      {(['startDate', 'endDate'] as const).map((name) => (
        <TextInput
          key={name}
          type="date"
          size="sm"
          label={say(name === 'startDate' ? 'from' : 'until')}
          value={period[name]}
          onChange={({ currentTarget }) => {
            setAll({ ...period, [name]: currentTarget.value });
          }}
        />
      ))}
    </FilterBar>
  );
}
