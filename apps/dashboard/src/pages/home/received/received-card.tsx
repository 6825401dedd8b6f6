import { Group, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatMoney } from '../../../format/money';
import { formatDay } from '../../../format/time';
import { useFilters } from '../../../lists/filters';
import { record } from '../../../api/problem';
import type { Period } from '../../../lists/periods';
import { Card } from '../../../parts/card';
import { Money } from '../../../parts/money';
import { ProblemNotice } from '../../../parts/problem-notice';
import { useStore } from '../../../session/store-context';
import { useStoreClock } from '../../../session/store-clock';
import { useLanguage } from '../../../words/language';
import { useWords } from '../../../words/words';
import { ReceivedChart } from './received-chart';
import {
  everyDay,
  methods,
  figuresByMethod,
  periodBefore,
  parseRange,
  rangeNames,
  rangeOn,
  type Measure,
  type Received,
} from './received';
import { ReceivedTable } from './received-table';
import { ReceivedTotals } from './received-totals';
import { receivedWords } from './received-words';

/** What came in by day and method, beside the days before; the range and the measure are in the address. */
export function ReceivedCard() {
  const say = useWords(receivedWords);
  const { filters, set } = useFilters();
  const { today } = useStoreClock();
  const rangeName = parseRange(filters.period);
  const measure: Measure = filters.measure === 'net' ? 'netAmount' : 'amount';
  const period = rangeOn(rangeName, today());
  const { now, before } = useReceived(period);
  const days = now.data && everyDay(period, now.data.days);
  const daysBefore = before.data && everyDay(before.data.period, before.data.days);
  return (
    <Card
      title={say('title')}
      actions={
        <Group gap={6} className="received-controls">
          <SegmentedControl
            size="xs"
            aria-label={say('measure')}
            value={measure}
            data={[
              { value: 'amount', label: say('amount') },
              { value: 'netAmount', label: say('netAmount') },
            ]}
            onChange={(value) => {
              set('measure', value === 'netAmount' ? 'net' : '');
            }}
          />
          <SegmentedControl
            size="xs"
            aria-label={say('range')}
            value={rangeName}
            data={rangeNames.map((value) => ({ value, label: say(`range${value}`) }))}
            onChange={(value) => {
              set('period', value === '30' ? '' : value);
            }}
          />
        </Group>
      }
    >
      <ProblemNotice problem={now.error} onRetry={() => void now.refetch()} />
      {(now.data ?? !now.error) && (
        <>
          <ReceivedTotals received={now.data} />
          <div className="chart-place">
            {days ? (
              <>
                <ReceivedChart days={days} before={daysBefore} measure={measure} />
                <ReceivedTable days={days} before={daysBefore} measure={measure} />
                {now.data.period.count === 0 && <p className="chart-none">{say('none')}</p>}
              </>
            ) : (
              <span className="waiting waiting-chart" />
            )}
          </div>
          <Legend received={now.data} measure={measure} />
        </>
      )}
    </Card>
  );
}

interface LegendProps {
  readonly received: Received | undefined;
  readonly measure: Measure;
}

function Legend({ received, measure }: LegendProps) {
  const say = useWords(receivedWords);
  const { language } = useLanguage();
  const byMethod = figuresByMethod(received?.period.methods ?? []);
  return (
    <ul className="legend">
      {methods.map((method) => (
        <li key={method}>
          <span className={`mark mark-${method}`} />
          {say(method)} <Money centavos={received && byMethod[method][measure]} />
        </li>
      ))}
      {received && (
        <li
          title={say('comparedWith', {
            from: formatDay(received.previous.startDate, language),
            until: formatDay(received.previous.endDate, language),
          })}
        >
          <span className="mark mark-before" />
          {say('before')} <span className="figures">{formatMoney(received.previous[measure], language)}</span>
        </li>
      )}
    </ul>
  );
}

/** What came in in the days, and the days right before, of which the first answer has the sums alone. */
function useReceived(period: Period) {
  const { api, key } = useStore();
  const buildQuery = ({ startDate, endDate }: Period) => ({
    queryKey: key('revenue', 'received', startDate, endDate),
    queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
      record(api.GET('/v2/revenue/received', { params: { query: { startDate, endDate } }, signal })),
  });
  return { now: useQuery(buildQuery(period)), before: useQuery(buildQuery(periodBefore(period))) };
}
