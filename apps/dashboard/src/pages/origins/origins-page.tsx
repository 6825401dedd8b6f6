import { NativeSelect, Text } from '@mantine/core';
import { FilterBar, useFilters } from '../../lists/filters';
import { PeriodFilter } from '../../lists/period-filter';
import { findPeriodProblem, periodsOn } from '../../lists/periods';
import { SaveCsvButton } from '../../lists/save-csv-button';
import { curl } from '../../parts/curl';
import { EmptyState } from '../../parts/empty-state';
import { Loaded } from '../../parts/loaded';
import { Page } from '../../parts/page';
import { useStoreClock } from '../../session/store-clock';
import { useGet } from '../../session/use-get';
import { useWords } from '../../words/words';
import { MoneyTabs } from '../statement/money-tabs';
import { csvCells, daysMax, toOrigins, parseUtm, utmNames, type RevenueByUtm } from './origins';
import { OriginsTable } from './origins-table';
import { originsWords } from './origins-words';
import './origins.css';

const exported = ['name', 'count', 'amount', 'refundedAmount', 'share'] as const;

/** What was paid by where buyers came from; the days and the parameter are in the address. */
export function OriginsPage() {
  const say = useWords(originsWords);
  const { filters, set } = useFilters();
  const { today } = useStoreClock();
  const usual = periodsOn(today()).month30;
  const { startDate = usual.startDate, endDate = today() } = filters;
  const by = parseUtm(filters['by']);
  const problem = findPeriodProblem({ startDate, endDate }, daysMax);
  const asked = { startDate, endDate, by };
  const query = useGet('/v2/revenue/by-utm', ['revenue', 'by-utm', asked], asked, { enabled: problem === undefined });
  const found = problem === undefined ? query.data : undefined;
  return (
    <Page title={say('title')} actions={found && <OriginsExport found={found} />}>
      <MoneyTabs />
      <Text size="sm" c="dimmed" maw={680} mb="md">
        {say('intro')}
      </Text>
      <FilterBar>
        <NativeSelect
          size="sm"
          aria-label={say('by')}
          value={by}
          data={utmNames.map((value) => ({ value, label: say(value) }))}
          onChange={({ currentTarget }) => {
            set('by', currentTarget.value);
          }}
        />
        <PeriodFilter usual={usual} />
      </FilterBar>
      {problem === undefined ? (
        <Loaded query={query}>{(data) => <Result found={data} />}</Loaded>
      ) : (
        <Text size="sm" role="alert">
          {say(problem, { days: daysMax })}
        </Text>
      )}
    </Page>
  );
}

function useOrigins(found: RevenueByUtm) {
  const say = useWords(originsWords);
  return toOrigins(found, { none: say('withoutOne', { by: found.by }), rest: say('rest') }, say('total'));
}

function Result({ found }: { readonly found: RevenueByUtm }) {
  const say = useWords(originsWords);
  const { origins, total } = useOrigins(found);
  if (origins.length > 0) return <OriginsTable by={found.by} origins={origins} total={total} />;
  const days = `startDate=${found.startDate}&endDate=${found.endDate}`;
  return (
    <EmptyState
      title={say('nothing')}
      text={say('nothingHint')}
      curl={curl('GET', `/v2/revenue/by-utm?${days}&by=${found.by}`)}
    />
  );
}

/** The table as it stands on the page, for a spreadsheet. */
function OriginsExport({ found }: { readonly found: RevenueByUtm }) {
  const say = useWords(originsWords);
  const { origins, total } = useOrigins(found);
  const { by, startDate, endDate } = found;
  return (
    <SaveCsvButton
      name={`origens-${by}-${startDate}-${endDate}`}
      rows={[...origins, total]}
      columns={exported.map((column) => ({
        header: column === 'name' ? by : say(column === 'share' ? 'sharePercent' : column),
        text: csvCells[column],
      }))}
    />
  );
}
